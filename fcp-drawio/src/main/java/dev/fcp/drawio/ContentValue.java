package dev.fcp.drawio;

import dev.fcp.eventlog.domain.Value;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** What a reader of the file can see of an entity, order apart: equal for equal contents only. */
final class ContentValue {

  private ContentValue() {}

  static Value of(DiagramEntity entity) {
    TreeMap<String, Value> content = new TreeMap<>();
    switch (entity) {
      case DocumentRoot document -> put(document, content);
      case Page page -> put(page, content);
      case Cell cell -> put(cell, content);
      case Foreign foreign -> content.put("xml", Value.of(foreign.xml()));
    }
    return Value.Fields.of(content);
  }

  private static void put(DocumentRoot document, TreeMap<String, Value> content) {
    content.put("form", Value.of(document.form().name().toLowerCase(Locale.ROOT)));
    put("attributes", document.attributes(), content);
    put("children", document.extras(), content);
  }

  private static void put(Page page, TreeMap<String, Value> content) {
    page.storedId().ifPresent(id -> content.put("page", Value.of(id)));
    put("attributes", page.attributes(), content);
    page.model().ifPresent(model -> content.put("model", Texts.attributes(model)));
    put("children", page.diagramExtras(), content);
    put("modelChildren", page.modelExtras(), content);
  }

  private static void put(Cell cell, TreeMap<String, Value> content) {
    cell.storedId().ifPresent(id -> content.put("id", Value.of(id)));
    cell.effectiveWrapperTag().ifPresent(tag -> content.put("wrapper", Value.of(tag)));
    put("data", cell.wrapperAttributes(), content);
    put("attributes", cell.attributes(), content);
    cell.parent().ifPresent(parent -> content.put("parent", Value.of(parent)));
    cell.source().ifPresent(source -> content.put("source", Value.of(source)));
    cell.target().ifPresent(target -> content.put("target", Value.of(target)));
    cell.style().ifPresent(style -> content.put("style", Value.of(style.text())));
    cell.geometry().ifPresent(geometry -> content.put("geometry", GeometryValue.of(geometry)));
    put("children", cell.cellExtras(), content);
    put("wrapperChildren", cell.wrapperExtras(), content);
  }

  private static void put(String name, Attributes attributes, TreeMap<String, Value> content) {
    if (!attributes.isEmpty()) {
      content.put(name, Texts.attributes(attributes));
    }
  }

  private static void put(String name, List<String> texts, TreeMap<String, Value> content) {
    if (!texts.isEmpty()) {
      content.put(name, Texts.sequence(texts));
    }
  }
}

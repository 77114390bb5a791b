package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DiagramContent.PageItem;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random diagrams that can be written to a file, mostly unusual ones. */
final class DiagramContentArbitraries {

  private DiagramContentArbitraries() {}

  static Arbitrary<DiagramContent> diagrams() {
    Arbitrary<DiagramContent> files =
        Combinators.combine(
                attributes("version", "type", "name", "a:b"),
                rawElements("<note/>", "<a:b x='1'>\u2603</a:b>", "<mxCell/>"),
                page().list().ofMaxSize(4))
            .as((attributes, extras, pages) ->
                withKeys(
                    new DocumentRoot(DocumentRoot.FileForm.MXFILE, attributes, extras), pages));
    return Arbitraries.frequencyOf(Tuple.of(5, files), Tuple.of(1, bareModels()));
  }

  private static Arbitrary<DiagramContent> bareModels() {
    return page()
        .map(content -> {
          Page oldPage = content.page();
          Page page =
              new Page(
                  Optional.empty(),
                  Attributes.NONE,
                  Optional.of(oldPage.model().orElse(Attributes.NONE)),
                  List.of(),
                  oldPage.modelExtras(),
                  oldPage.order());
          return withKeys(
              DocumentRoot.EMPTY.withForm(DocumentRoot.FileForm.BARE_MODEL),
              List.of(new PageContent(content.key(), page, content.items())));
        });
  }

  private static Arbitrary<PageContent> page() {
    Arbitrary<Optional<Attributes>> model = attributes("grid", "page", "math", "a:b").optional(0.9);
    return Combinators.combine(
            Arbitraries.of("p", "q", "#0", "").optional(0.8),
            attributes("name", "a:b"),
            model,
            rawElements("<note/>", "<root/>"),
            rawElements("<vendor>\n  kept\r\n</vendor>", "<root/>", "<object id='7'/>"),
            item().list().ofMaxSize(8))
        .as((id, attributes, modelAttributes, diagramExtras, modelExtras, items) -> {
          boolean hasModel = modelAttributes.isPresent();
          Page page =
              new Page(
                  id,
                  attributes,
                  modelAttributes,
                  diagramExtras,
                  hasModel ? modelExtras : List.of(),
                  OrderKey.initial(0));
          return new PageContent(
              DiagramKey.page("any"), page, withKeys(hasModel ? items : List.<DiagramEntity>of()));
        });
  }

  private static Arbitrary<DiagramEntity> item() {
    Arbitrary<DiagramEntity> foreign =
        Arbitraries.of("<gap/>", "<x:y z='&amp;'>t<![CDATA[<]]></x:y>", "<object id='2'/>")
            .map(xml -> new ForeignElement(xml, OrderKey.initial(0)));
    return Arbitraries.frequencyOf(Tuple.of(8, cell().map(cell -> cell)), Tuple.of(1, foreign));
  }

  private static Arbitrary<Cell> cell() {
    Arbitrary<List<Optional<String>>> ends = text().optional(0.3).list().ofSize(2);
    return Combinators.combine(
            Arbitraries.of("0", "1", "2", "3", "#1", "ä <&>", "").optional(0.9),
            Arbitraries.of("object", "UserObject", "my:server").optional(0.3),
            Arbitraries.oneOf(
                Arbitraries.just(Attributes.NONE), attributes("label", "fcp-title", "value", "as")),
            attributes("value", "vertex", "edge", "connectable", "visible", "a:b"),
            ends,
            style().optional(0.7),
            geometry().optional(0.7),
            rawElements("<Object as='data'/>", "<mxPoint/>"))
        .as((id, tag, wrapper, attributes, sourceAndTarget, style, geometry, extras) ->
            new Cell(
                id,
                tag,
                wrapper,
                tag.isPresent() && id.isPresent() && extras.isEmpty()
                    ? attributes.with("id", "inner")
                    : attributes,
                Optional.empty(),
                sourceAndTarget.get(0),
                sourceAndTarget.get(1),
                style,
                geometry,
                extras,
                tag.isPresent() ? extras : List.of(),
                OrderKey.initial(0)));
  }

  private static Arbitrary<Style> style() {
    Arbitrary<Style> parsed =
        Arbitraries.of("", ";", "a", "a;", "a=1;b;;a=2", "x=\"'<&>\n").map(Style::parse);
    Arbitrary<Style> changed =
        parsed.map(style -> style.with("fill", "#fff").with("group").without("a"));
    return Arbitraries.oneOf(parsed, changed, text().map(Style::parse));
  }

  private static Arbitrary<Geometry> geometry() {
    Arbitrary<Geometry.Point> point = attributes("x", "y", "a:b").map(Geometry.Point::new);
    Arbitrary<Map<String, Geometry.Point>> named =
        Arbitraries.maps(Arbitraries.of("sourcePoint", "offset", "ä"), point).ofMaxSize(3);
    return Combinators.combine(
            attributes("x", "y", "width", "height", "relative", "a:b"),
            named,
            point.list().ofMaxSize(3),
            rawElements("<mxRectangle as='alternateBounds'/>", "<mxPoint/>"))
        .as((attributes, points, waypoints, extras) ->
            new Geometry(attributes, new TreeMap<>(points), waypoints, extras));
  }

  private static Arbitrary<Attributes> attributes(String... names) {
    return Arbitraries.maps(Arbitraries.of(names), text())
        .ofMaxSize(names.length)
        .map(Attributes::of);
  }

  private static Arbitrary<List<String>> rawElements(String... elements) {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.just(List.of())),
        Tuple.of(1, Arbitraries.of(elements).list().ofMaxSize(3)));
  }

  static Arbitrary<String> text() {
    return Arbitraries.of(
            "",
            "0",
            "1",
            "abc",
            "<b>",
            "&amp;",
            "\"'",
            "\n",
            "\t",
            "\r\n",
            " ",
            "ä",
            "\u2603",
            "\uD83D\uDE80",
            "%41",
            ";",
            "=")
        .list()
        .ofMaxSize(4)
        .map(parts -> String.join("", parts));
  }

  /** Assigns keys to the pages as reading does, except for the numbers of synthetic ids. */
  private static DiagramContent withKeys(DocumentRoot document, List<PageContent> contents) {
    List<PageContent> pages = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (PageContent content : contents) {
      String id =
          content
              .page()
              .storedId()
              .filter(candidate -> !candidate.isEmpty() && ids.add(candidate))
              .orElse("");
      String name = id.isEmpty() ? DiagramKey.syntheticId(7 * pages.size()) : id;
      Page page = content.page().withOrder(OrderKey.initial(3 * pages.size()));
      List<PageItem> items = new ArrayList<>();
      for (PageItem item : content.items()) {
        items.add(new PageItem(DiagramKey.cell(name, item.key().cell()), item.entity()));
      }
      pages.add(new PageContent(DiagramKey.page(name), page, items));
    }
    return new DiagramContent(document, pages);
  }

  /** Assigns keys to the cells; some get the previous one as their parent. */
  private static List<PageItem> withKeys(List<DiagramEntity> entities) {
    List<PageItem> items = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (DiagramEntity entity : entities) {
      OrderKey order = OrderKey.initial(3 * items.size());
      String syntheticId = DiagramKey.syntheticId(7 * items.size());
      String parent = items.isEmpty() ? "gone" : items.get(items.size() - 1).key().cell();
      boolean hasParent = items.size() % 2 == 1 && !DiagramKey.isSynthetic(parent);
      String id =
          entity instanceof Cell cell
              ? cell.storedId()
                  .filter(candidate -> !candidate.isEmpty() && ids.add(candidate))
                  .orElse(syntheticId)
              : syntheticId;
      DiagramEntity positioned =
          switch (entity) {
            case Cell cell ->
                cell.withParent(hasParent ? Optional.of(parent) : Optional.empty())
                    .withOrder(order);
            case ForeignElement foreign -> foreign.withOrder(order);
            case Page page -> throw new IllegalStateException("a page among cells");
            case DocumentRoot root -> throw new IllegalStateException("a document among cells");
          };
      items.add(new PageItem(DiagramKey.cell("any", id), positioned));
    }
    return items;
  }
}

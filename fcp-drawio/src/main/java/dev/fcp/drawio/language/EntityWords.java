package dev.fcp.drawio.language;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.verbs.EntityName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** By what names people know the pages and cells of a diagram: their texts and ids. */
final class EntityWords {

  private static final List<String> TEXTS = List.of("attr.value", "data.label", "attr.name");

  private final EntitySpec<DiagramKey, DiagramEntity> spec;

  EntityWords(EntitySpec<DiagramKey, DiagramEntity> spec) {
    this.spec = spec;
  }

  List<EntityName> of(EntityModel<DiagramKey, DiagramEntity> model) {
    List<EntityName> names = new ArrayList<>();
    for (Map.Entry<DiagramKey, DiagramEntity> entry : model.entities()) {
      names.addAll(of(entry.getKey(), entry.getValue()));
    }
    return names;
  }

  private List<EntityName> of(DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> List.of();
      case Foreign foreign -> List.of();
      case Page page -> named(key, Finder.names(key.page(), page.name().orElse("")));
      case Cell cell when cell.kind() == Kind.ROOT -> named(key, List.of(Finder.tag(key.cell())));
      case Cell cell -> named(key, Finder.names(key.cell(), Labels.plain(cell)));
    };
  }

  private List<EntityName> named(DiagramKey key, List<String> names) {
    EntityRef entity = spec.ref(key);
    return names.stream().map(name -> new EntityName(name, entity)).toList();
  }

  /** The names in an event: of what it makes or takes away, and the texts that it changes. */
  List<EntityName> in(DiagramEvent event) {
    return switch (event) {
      case DiagramEvent.ShapeCreated(var key, var cell) -> of(key, cell);
      case DiagramEvent.ShapeDeleted(var key, var cell) -> of(key, cell);
      case DiagramEvent.EdgeCreated(var key, var cell) -> of(key, cell);
      case DiagramEvent.EdgeDeleted(var key, var cell) -> of(key, cell);
      case DiagramEvent.GroupCreated(var key, var cell) -> of(key, cell);
      case DiagramEvent.GroupDissolved(var key, var cell) -> of(key, cell);
      case DiagramEvent.LayerCreated(var key, var cell) -> of(key, cell);
      case DiagramEvent.LayerDeleted(var key, var cell) -> of(key, cell);
      case DiagramEvent.PageAdded(var key, var page) -> of(key, page);
      case DiagramEvent.PageRemoved(var key, var page) -> of(key, page);
      case DiagramEvent.OpaqueAdded(var key, var entity) -> of(key, entity);
      case DiagramEvent.OpaqueRemoved(var key, var entity) -> of(key, entity);
      case DiagramEvent.ShapeModified(var key, var before, var after) -> texts(key, before, after);
      case DiagramEvent.EdgeModified(var key, var before, var after) -> texts(key, before, after);
      case DiagramEvent.GroupModified(var key, var before, var after) -> texts(key, before, after);
      case DiagramEvent.LayerModified(var key, var before, var after) -> texts(key, before, after);
      case DiagramEvent.PageModified(var key, var before, var after) -> texts(key, before, after);
      case DiagramEvent.OpaqueModified(var key, var before, var after) -> texts(key, before, after);
      case DiagramEvent.DocumentModified modified -> List.of();
      case DiagramEvent.FlowDirectionChanged changed -> List.of();
      case DiagramEvent.TitleChanged changed -> List.of();
    };
  }

  private List<EntityName> texts(DiagramKey key, Value.Fields before, Value.Fields after) {
    List<String> texts =
        Stream.of(before, after)
            .flatMap(units -> TEXTS.stream().flatMap(name -> units.find(name).stream()))
            .filter(Value.Text.class::isInstance)
            .map(text -> Labels.ofHtml(text.asText()))
            .filter(text -> !text.isEmpty())
            .toList();
    return named(key, texts);
  }
}

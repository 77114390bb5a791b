package dev.fcp.drawio.language;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.DiagramIndex;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.verbs.EntityName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The names by which users refer to pages and cells: their texts and ids. */
final class DiagramEntityNames {

  private static final List<String> TEXT_UNITS = List.of("attr.value", "data.label", "attr.name");

  private final EntitySpec<DiagramKey, DiagramEntity> spec;

  DiagramEntityNames(EntitySpec<DiagramKey, DiagramEntity> spec) {
    this.spec = spec;
  }

  List<EntityName> all(EntityModel<DiagramKey, DiagramEntity> model) {
    List<EntityName> names = new ArrayList<>();
    for (Map.Entry<DiagramKey, DiagramEntity> entry : model.entities()) {
      names.addAll(namesOf(entry.getKey(), entry.getValue()));
    }
    return names;
  }

  private List<EntityName> namesOf(DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> List.of();
      case ForeignElement foreign -> List.of();
      case Page page -> entityNames(key, DiagramIndex.namesOf(key.page(), page.name().orElse("")));
      case Cell cell when cell.kind() == CellKind.ROOT ->
          entityNames(key, List.of(DiagramResolver.tag(key.cell())));
      case Cell cell -> entityNames(key, DiagramIndex.namesOf(key.cell(), LabelText.of(cell)));
    };
  }

  private List<EntityName> entityNames(DiagramKey key, List<String> names) {
    EntityRef entity = spec.ref(key);
    return names.stream().map(name -> new EntityName(name, entity)).toList();
  }

  /**
   * The names in an event: those of a created or deleted entity, and changed texts before and
   * after.
   */
  List<EntityName> namesIn(DiagramEvent event) {
    return switch (event.change()) {
      case Change.Created<DiagramKey, DiagramEntity>(var key, var entity) -> namesOf(key, entity);
      case Change.Deleted<DiagramKey, DiagramEntity>(var key, var entity) -> namesOf(key, entity);
      case Change.Modified<DiagramKey, DiagramEntity>(var key, var before, var after) ->
          key.isDocument() ? List.of() : changedTexts(key, before, after);
    };
  }

  private List<EntityName> changedTexts(DiagramKey key, Value.Fields before, Value.Fields after) {
    List<String> texts =
        Stream.of(before, after)
            .flatMap(units -> TEXT_UNITS.stream().flatMap(name -> units.find(name).stream()))
            .filter(Value.Text.class::isInstance)
            .map(text -> LabelText.ofHtml(text.asText()))
            .filter(text -> !text.isEmpty())
            .toList();
    return entityNames(key, texts);
  }
}

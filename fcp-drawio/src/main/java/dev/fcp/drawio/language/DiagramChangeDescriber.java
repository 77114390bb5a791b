package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.ResultLine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Describes the difference between two states of a diagram for users: a line for each entity,
 * {@code * box "Cart": text "Shop" -> "Cart", fill #dae8fc -> #f8cecc}.
 */
final class DiagramChangeDescriber {

  private final DiagramLookup before;
  private final DiagramLookup after;

  DiagramChangeDescriber(
      EntityModel<DiagramKey, DiagramEntity> before, EntityModel<DiagramKey, DiagramEntity> after) {
    this.before = new DiagramLookup(before);
    this.after = new DiagramLookup(after);
  }

  /** Describes each entity that differs, in the given order. */
  List<ResultLine> describe(Collection<DiagramKey> keys) {
    Set<DiagramKey> changedKeys = Set.copyOf(keys);
    List<ResultLine> lines = new ArrayList<>();
    for (DiagramKey key : keys) {
      Optional<DiagramEntity> oldEntity = before.find(key);
      Optional<DiagramEntity> newEntity = after.find(key);
      boolean isCoveredByPage =
          isRoot(oldEntity.or(() -> newEntity)) && changedKeys.contains(key.pageKey());
      if (!oldEntity.equals(newEntity)
          && !(isCoveredByPage && oldEntity.isPresent() != newEntity.isPresent())) {
        lines.add(describeEntity(key, oldEntity, newEntity));
      }
    }
    return lines;
  }

  private static boolean isRoot(Optional<DiagramEntity> entity) {
    return entity.filter(it -> it instanceof Cell cell && cell.kind() == CellKind.ROOT).isPresent();
  }

  private ResultLine describeEntity(
      DiagramKey key, Optional<DiagramEntity> oldEntity, Optional<DiagramEntity> newEntity) {
    if (oldEntity.isEmpty()) {
      String label = label(after, key, newEntity.orElseThrow());
      return isEdge(newEntity.orElseThrow())
          ? ResultLine.connected(label)
          : ResultLine.created(label);
    }
    if (newEntity.isEmpty()) {
      return ResultLine.deleted(label(before, key, oldEntity.get()));
    }
    List<String> changes = differences(key, oldEntity.get(), newEntity.get());
    return ResultLine.changed(
        label(after, key, newEntity.get())
            + ": "
            + (changes.isEmpty() ? "markup" : String.join(", ", changes)));
  }

  private static boolean isEdge(DiagramEntity entity) {
    return entity instanceof Cell cell && cell.kind() == CellKind.EDGE;
  }

  private static String label(DiagramLookup drawing, DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> "document";
      case Page page -> drawing.pageLabel(key);
      case Cell cell ->
          cell.kind() == CellKind.ROOT
              ? drawing.pageLabel(key.pageKey())
              : drawing.describe(key, cell);
      case ForeignElement foreign -> "other markup on " + drawing.pageLabel(key.pageKey());
    };
  }

  private List<String> differences(
      DiagramKey key, DiagramEntity oldEntity, DiagramEntity newEntity) {
    if (oldEntity instanceof Cell oldState && newEntity instanceof Cell newState) {
      return new CellChangeDescriber(
              new CellChangeDescriber.CellState(before, key, oldState),
              new CellChangeDescriber.CellState(after, key, newState))
          .describe();
    }
    List<String> changes = new ArrayList<>();
    if (oldEntity instanceof Page oldState && newEntity instanceof Page newState) {
      String nameChange =
          ChangeText.of(oldState.name().map(Labels::display), newState.name().map(Labels::display));
      changes.addAll(
          oldState.name().equals(newState.name()) ? List.of() : List.of("name " + nameChange));
      changes.addAll(
          oldState.order().equals(newState.order()) ? List.of() : List.of("place among the pages"));
      boolean changesSettings =
          !oldState.model().equals(newState.model())
              || !oldState
                  .attributes()
                  .without("name")
                  .equals(newState.attributes().without("name"));
      changes.addAll(changesSettings ? List.of("settings") : List.of());
    }
    return changes;
  }
}

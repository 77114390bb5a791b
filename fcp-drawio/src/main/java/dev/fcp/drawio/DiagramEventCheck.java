package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import java.util.Objects;
import java.util.Optional;

/** What every event must hold to be one; each failure names the component and the value. */
final class DiagramEventCheck {

  /** Which kind of key an event has. */
  enum KeyKind {
    DOCUMENT,
    PAGE,
    CELL
  }

  private DiagramEventCheck() {}

  static void checkEntity(CellKind kind, DiagramKey key, Cell cell) {
    Objects.requireNonNull(key, "key");
    if (Objects.requireNonNull(cell, "cell").kind() != kind) {
      throw new IllegalArgumentException(
          "cell: " + key + " is of the kind " + cell.kind() + ", not " + kind);
    }
    DiagramKeyCheck.requireMatch(key, cell);
  }

  static void checkEntity(DiagramKey key, Page page) {
    Objects.requireNonNull(key, "key");
    DiagramKeyCheck.requireMatch(key, Objects.requireNonNull(page, "page"));
  }

  static void checkOpaque(DiagramKey key, DiagramEntity entity) {
    Objects.requireNonNull(key, "key");
    DiagramKeyCheck.requireMatch(key, Objects.requireNonNull(entity, "entity"));
    boolean matches =
        switch (entity) {
          case Cell cell -> cell.kind() == CellKind.ROOT || cell.kind() == CellKind.EDGE_LABEL;
          case ForeignElement foreign -> true;
          case Page page -> false;
          case DocumentRoot document -> false;
        };
    if (!matches) {
      throw new IllegalArgumentException("entity: " + key + " has events of its own: " + entity);
    }
  }

  static void checkModified(
      KeyKind keyKind, DiagramKey key, Value.Fields before, Value.Fields after) {
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(after, "after");
    boolean matches =
        switch (keyKind) {
          case DOCUMENT -> key.isDocument();
          case PAGE -> key.isPage();
          case CELL -> key.isCell();
        };
    if (!matches) {
      throw new IllegalArgumentException("key: " + key + " names no " + keyKind);
    }
    if (before.isEmpty() && after.isEmpty()) {
      throw new IllegalArgumentException("before, after: " + key + " is not modified at all");
    }
    for (String unit : before.fields().keySet()) {
      if (before.find(unit).equals(after.find(unit))) {
        throw new IllegalArgumentException(
            "before, after: " + unit + " of " + key + " stays " + before.at(unit));
      }
    }
  }

  static void checkChanged(DiagramKey key, Optional<String> before, Optional<String> after) {
    if (!key.isCell()) {
      throw new IllegalArgumentException("key: " + key + " names no CELL");
    }
    if (before.equals(after)) {
      throw new IllegalArgumentException("before, after: " + key + " stays " + before);
    }
  }
}

package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import java.util.Objects;
import java.util.Optional;

/** What every event must hold to be one; each failure names the component and the value. */
final class EventCheck {

  /** Which kind of key an event has. */
  enum Frame {
    DOCUMENT,
    PAGE,
    CELL
  }

  private EventCheck() {}

  static void held(Kind kind, DiagramKey key, Cell cell) {
    Objects.requireNonNull(key, "key");
    if (Objects.requireNonNull(cell, "cell").kind() != kind) {
      throw new IllegalArgumentException(
          "cell: " + key + " is of the kind " + cell.kind() + ", not " + kind);
    }
    EntityNames.require(key, cell);
  }

  static void held(DiagramKey key, Page page) {
    Objects.requireNonNull(key, "key");
    EntityNames.require(key, Objects.requireNonNull(page, "page"));
  }

  static void opaque(DiagramKey key, DiagramEntity entity) {
    Objects.requireNonNull(key, "key");
    EntityNames.require(key, Objects.requireNonNull(entity, "entity"));
    boolean fits =
        switch (entity) {
          case Cell cell -> cell.kind() == Kind.ROOT || cell.kind() == Kind.EDGE_LABEL;
          case Foreign foreign -> true;
          case Page page -> false;
          case DocumentRoot document -> false;
        };
    if (!fits) {
      throw new IllegalArgumentException("entity: " + key + " has events of its own: " + entity);
    }
  }

  static void modified(Frame frame, DiagramKey key, Value.Fields before, Value.Fields after) {
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(after, "after");
    boolean fits =
        switch (frame) {
          case DOCUMENT -> key.isDocument();
          case PAGE -> key.isPage();
          case CELL -> key.isCell();
        };
    if (!fits) {
      throw new IllegalArgumentException("key: " + key + " names no " + frame);
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

  static void changed(DiagramKey key, Optional<String> before, Optional<String> after) {
    if (!key.isCell()) {
      throw new IllegalArgumentException("key: " + key + " names no CELL");
    }
    if (before.equals(after)) {
      throw new IllegalArgumentException("before, after: " + key + " stays " + before);
    }
  }
}

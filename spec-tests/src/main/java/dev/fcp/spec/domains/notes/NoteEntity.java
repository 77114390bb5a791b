package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;
import java.util.Optional;

/** The entities of a document of notes. */
public sealed interface NoteEntity {

  /** The order key among the boards, or among the notes of a board. */
  OrderKey orderKey();

  /** A board. */
  record Board(String title, OrderKey orderKey) implements NoteEntity {
    public Board {
      Objects.requireNonNull(title, "title");
      Objects.requireNonNull(orderKey, "orderKey");
    }
  }

  /**
   * A note.
   *
   * @param text any text
   * @param parent the id of the parent note on the same board; cycles are refused
   * @param see the id of a related note on the same board
   */
  record Note(String text, Optional<String> parent, Optional<String> see, OrderKey orderKey)
      implements NoteEntity {
    public Note {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(orderKey, "orderKey");
      requireStored("parent", parent);
      requireStored("see", see);
    }

    private static void requireStored(String unit, Optional<String> id) {
      if (id.isPresent() && !NoteKey.isStored(id.get())) {
        throw new IllegalArgumentException(unit + ": no file can name \"" + id.get() + "\"");
      }
    }
  }
}

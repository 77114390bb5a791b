package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;
import java.util.Optional;

/** What a document of notes is made of. */
public sealed interface NoteEntity {

  /** Its place among the boards, or among the notes of its board. */
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
   * @param parent the id of the note on the same board below which it stands; no circles
   * @param see the id of another note of the same board to look at
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

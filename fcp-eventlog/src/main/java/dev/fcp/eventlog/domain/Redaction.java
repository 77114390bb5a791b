package dev.fcp.eventlog.domain;

/** What is purged from a history (RD-1). */
public sealed interface Redaction {

  /** The least length of a text, because a shorter one occurs in too many others by chance. */
  int MIN_TEXT_LENGTH = 4;

  /**
   * A text, wherever it occurs.
   *
   * @param text one line; at least {@value Redaction#MIN_TEXT_LENGTH} characters
   */
  record OfText(String text) implements Redaction {

    /** Rejects a short text, and one of several lines. */
    public OfText {
      if (text.strip().length() < MIN_TEXT_LENGTH || text.lines().count() != 1) {
        throw new IllegalArgumentException(
            "a text to redact is one line of at least %d characters".formatted(MIN_TEXT_LENGTH));
      }
    }

    /** Not the text. */
    @Override
    public String toString() {
      return "a text";
    }
  }

  /** All texts of a deleted entity; its key stays. */
  record OfEntity(EntityRef entity) implements Redaction {

    @Override
    public String toString() {
      return entity.toString();
    }
  }

  /**
   * The former values of a field of an entity.
   *
   * @param unit the name of the unit, or its last part after a dot
   */
  record OfField(EntityRef entity, String unit) implements Redaction {

    @Override
    public String toString() {
      return unit + " of " + entity;
    }
  }
}

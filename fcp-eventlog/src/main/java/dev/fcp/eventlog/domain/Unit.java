package dev.fcp.eventlog.domain;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The smallest part of an entity that can be reversed on its own, such as the fill colour of a
 * shape, the pitch of a note, or some characters of a text.
 *
 * @param entity the entity
 * @param name the name of the unit in the entity; {@link #WHOLE} for the existence of the entity,
 *     which includes all its units
 */
public record Unit(EntityRef entity, String name) implements Comparable<Unit> {

  /** The name of the unit that an event writes when it creates or deletes the entity. */
  public static final String WHOLE = "*";

  /** The unit of domains that do not divide their documents into entities. */
  static final Unit DOCUMENT = new Unit(new EntityRef("document", "it"), "content");

  /** The existence of an entity. */
  public static Unit whole(EntityRef entity) {
    return new Unit(entity, WHOLE);
  }

  /** Whether this is the existence of the entity rather than a part of it. */
  public boolean isWhole() {
    return name.equals(WHOLE);
  }

  /** Some characters of a text of an entity. */
  public static Unit characters(EntityRef entity, Characters characters) {
    return new Unit(entity, characters.unitName());
  }

  /** The characters, if this is a part of a text. */
  public Optional<Characters> characters() {
    return Characters.parse(name);
  }

  /** Whether writing one unit also writes the other. */
  public boolean overlaps(Unit other) {
    if (!entity.equals(other.entity)) {
      return false;
    }
    if (isWhole() || other.isWhole() || name.equals(other.name)) {
      return true;
    }
    Optional<Characters> own = characters();
    Optional<Characters> others = other.characters();
    if (own.isPresent() && others.isPresent()) {
      return own.get().overlaps(others.get());
    }
    return own.filter(it -> it.text().equals(other.name)).isPresent()
        || others.filter(it -> it.text().equals(name)).isPresent();
  }

  /**
   * Consecutive characters of one insertion into a text (see {@code dev.fcp.eventlog.plaintext}).
   *
   * <p>The units of an event do not cross multiples of {@link #BLOCK_LENGTH} in their insertion, so
   * that a rollback of a few characters need not look at all writes of a long text.
   *
   * @param text the name of the text in the entity
   * @param insertion the id of the insertion
   * @param offset the number of the first of the characters in the insertion
   * @param length the number of characters
   */
  public record Characters(String text, String insertion, int offset, int length) {

    /** The number of characters in a block. */
    public static final int BLOCK_LENGTH = 256;

    /** No name of another unit contains this character, because XML and YAML cannot. */
    private static final char SEPARATOR = '\u001f';

    /** The name of the unit. */
    public String unitName() {
      return text + SEPARATOR + insertion + ':' + offset + '+' + length;
    }

    /** The characters that the name of a unit stands for; empty if it is not a part of a text. */
    public static Optional<Characters> parse(String unitName) {
      int separator = unitName.lastIndexOf(SEPARATOR);
      int colon = unitName.indexOf(':', separator + 1);
      int plus = unitName.indexOf('+', colon + 1);
      if (separator < 0 || colon < 0 || plus < 0) {
        return Optional.empty();
      }
      String insertion = unitName.substring(separator + 1, colon);
      OptionalInt offset = number(unitName, colon + 1, plus);
      OptionalInt length = number(unitName, plus + 1, unitName.length());
      return isInsertion(insertion) && offset.isPresent() && length.isPresent()
          ? Optional.of(
              new Characters(
                  unitName.substring(0, separator),
                  insertion,
                  offset.getAsInt(),
                  length.getAsInt()))
          : Optional.empty();
    }

    private static boolean isInsertion(String id) {
      for (int i = 0; i < id.length(); i++) {
        if (id.charAt(i) >= 128 || !Character.isLetterOrDigit(id.charAt(i))) {
          return false;
        }
      }
      return !id.isEmpty();
    }

    /** A number of decimal digits; empty if it is not one, or too large. */
    private static OptionalInt number(String text, int from, int to) {
      long number = 0;
      for (int i = from; i < to; i++) {
        char digit = text.charAt(i);
        if (digit < '0' || digit > '9' || number > Integer.MAX_VALUE) {
          return OptionalInt.empty();
        }
        number = number * 10 + digit - '0';
      }
      return from == to || number > Integer.MAX_VALUE
          ? OptionalInt.empty()
          : OptionalInt.of((int) number);
    }

    /** The number right after the last of the characters. */
    public int end() {
      return offset + length;
    }

    private boolean overlaps(Characters other) {
      return text.equals(other.text)
          && insertion.equals(other.insertion)
          && offset < other.end()
          && other.offset < end();
    }
  }

  @Override
  public int compareTo(Unit other) {
    int byEntity = entity.compareTo(other.entity);
    return byEntity != 0 ? byEntity : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return entity
        + "."
        + characters()
            .map(it -> "%s[%s:%d+%d]".formatted(it.text, it.insertion, it.offset, it.length))
            .orElse(name);
  }
}

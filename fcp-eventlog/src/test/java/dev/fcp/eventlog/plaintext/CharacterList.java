package dev.fcp.eventlog.plaintext;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A naive text: a list of characters, one by one. Mutable; for comparison with {@link Text}. */
final class CharacterList {

  /** A character; deleted ones stay in the list. */
  private record Character(CharId id, int codePoint, boolean isLive) {}

  private final List<Character> characters = new ArrayList<>();

  /** The same characters, or only the live ones. */
  CharacterList copy(boolean hasDeleted) {
    CharacterList copy = new CharacterList();
    characters.stream().filter(it -> hasDeleted || it.isLive()).forEach(copy.characters::add);
    return copy;
  }

  /** Applies an edit; returns false, possibly after a part of it, if it does not apply. */
  boolean apply(TextEdit edit) {
    for (TextEdit.Part part : edit.added()) {
      boolean isDone =
          part instanceof TextEdit.Insertion insertion ? insert(insertion) : setLive(part, true);
      if (!isDone) {
        return false;
      }
    }
    for (TextEdit.Part part : edit.removed()) {
      if (!setLive(part, false)) {
        return false;
      }
    }
    return true;
  }

  /** Inserts characters one after another; those that are known are restored. */
  private boolean insert(TextEdit.Insertion insertion) {
    Optional<CharId> after = insertion.after();
    CharId id = insertion.first();
    for (int codePoint : insertion.text().codePoints().toArray()) {
      int index = indexOf(id);
      int previous = after.map(this::indexOf).orElse(-1);
      if (index >= 0
          ? characters.get(index).isLive() || characters.get(index).codePoint() != codePoint
          : previous < 0 && after.isPresent()) {
        return false;
      }
      if (index >= 0) {
        characters.set(index, new Character(id, codePoint, true));
      } else {
        characters.add(previous + 1, new Character(id, codePoint, true));
      }
      after = Optional.of(id);
      id = id.plus(1);
    }
    return true;
  }

  private boolean setLive(TextEdit.Part part, boolean live) {
    for (int i = 0; i < part.length(); i++) {
      int index = indexOf(part.first().plus(i));
      if (index < 0 || characters.get(index).isLive() == live) {
        return false;
      }
      Character character = characters.get(index);
      characters.set(index, new Character(character.id(), character.codePoint(), live));
    }
    return true;
  }

  private int indexOf(CharId id) {
    for (int i = 0; i < characters.size(); i++) {
      // Much faster than equals of a record, as long as the JVM has not optimized that.
      if (characters.get(i).id().compareTo(id) == 0) {
        return i;
      }
    }
    return -1;
  }

  /** The ids of the live characters. */
  List<CharId> ids() {
    return characters.stream().filter(Character::isLive).map(Character::id).toList();
  }

  /** The ids of all characters. */
  List<CharId> allIds() {
    return characters.stream().map(Character::id).toList();
  }

  /** The offset of a position next to a character; empty if it is unknown. */
  Optional<Integer> offset(CharId id, boolean isAfter) {
    int index = indexOf(id);
    if (index < 0) {
      return Optional.empty();
    }
    int offset = 0;
    for (Character before : characters.subList(0, isAfter ? index + 1 : index)) {
      offset += before.isLive() ? 1 : 0;
    }
    return Optional.of(offset);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    characters.stream()
        .filter(Character::isLive)
        .forEach(it -> text.appendCodePoint(it.codePoint()));
    return text.toString();
  }
}

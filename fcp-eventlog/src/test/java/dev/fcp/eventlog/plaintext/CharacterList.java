package dev.fcp.eventlog.plaintext;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A naive text: a list of characters, one by one. Mutable; for comparison with {@link Text}. */
final class CharacterList {

  /** A character; deleted ones stay in the list. */
  private record Character(CharId id, int codePoint, boolean isLive) {}

  private final List<Character> characters = new ArrayList<>();

  /** Applies an edit; returns false, possibly after a part of it, if it does not apply. */
  boolean apply(TextEdit edit) {
    for (TextEdit.Part part : edit.added()) {
      boolean isDone =
          part instanceof TextEdit.Insertion insertion && indexOf(part.first()) < 0
              ? insert(insertion)
              : setLive(part, true);
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

  private boolean insert(TextEdit.Insertion insertion) {
    int index = insertion.after().map(this::indexOf).orElse(-1) + 1;
    if (index == 0 && insertion.after().isPresent()) {
      return false;
    }
    int offset = 0;
    for (int codePoint : insertion.text().codePoints().toArray()) {
      characters.add(
          index + offset, new Character(insertion.first().plus(offset), codePoint, true));
      offset++;
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
      if (characters.get(i).id().equals(id)) {
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
    long before =
        characters.subList(0, Math.max(0, index)).stream().filter(Character::isLive).count();
    return index < 0
        ? Optional.empty()
        : Optional.of((int) before + (isAfter && characters.get(index).isLive() ? 1 : 0));
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

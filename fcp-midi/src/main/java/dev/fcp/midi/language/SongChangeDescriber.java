package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.verbs.ResultLine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Describes the difference between two states of a song for users: a line for each entity, {@code *
 * note C4 at 1.1 in track "Piano": velocity 80 -> 96}.
 */
final class SongChangeDescriber {

  private final SongLookup before;
  private final SongLookup after;

  SongChangeDescriber(
      EntityModel<SongKey, SongEntity> before, EntityModel<SongKey, SongEntity> after) {
    this.before = new SongLookup(before);
    this.after = new SongLookup(after);
  }

  /** Describes each entity that differs, in the given order. */
  List<ResultLine> describe(Collection<SongKey> keys) {
    List<ResultLine> lines = new ArrayList<>();
    for (SongKey key : keys) {
      Optional<SongEntity> oldEntity = before.find(key);
      Optional<SongEntity> newEntity = after.find(key);
      if (!oldEntity.equals(newEntity)) {
        lines.add(describeEntity(key, oldEntity, newEntity));
      }
    }
    return lines;
  }

  private ResultLine describeEntity(
      SongKey key, Optional<SongEntity> oldEntity, Optional<SongEntity> newEntity) {
    if (oldEntity.isEmpty()) {
      return ResultLine.created(label(after, key, newEntity.orElseThrow()));
    }
    if (newEntity.isEmpty()) {
      return ResultLine.deleted(label(before, key, oldEntity.get()));
    }
    if (oldEntity.get() instanceof SingleMessage oldMessage
        && newEntity.get() instanceof SingleMessage newMessage) {
      return ResultLine.changed(describeMessageChange(key, oldMessage, newMessage));
    }
    List<String> changes = differences(key, oldEntity.get(), newEntity.get());
    return ResultLine.changed(
        label(before, key, oldEntity.get())
            + ": "
            + (changes.isEmpty() ? "place in the file" : String.join(", ", changes)));
  }

  private static String label(SongLookup song, SongKey key, SongEntity entity) {
    return switch (entity) {
      case Note note ->
          "note "
              + Pitch.name(note.channel(), note.pitch())
              + atPosition(song, key, note.on().tick())
              + " in "
              + song.trackLabel(key);
      case SingleMessage single ->
          isName(single)
              ? "name " + SongTexts.display(single.message().text()) + " of " + song.trackLabel(key)
              : MessageText.describe(single.message())
                  + atPosition(song, key, single.position().tick())
                  + " in "
                  + song.trackLabel(key);
      case Track track -> song.trackLabel(key);
      case SongHeader header -> "song";
      case Chunk chunk -> "chunk #" + key.item();
    };
  }

  private static boolean isName(SingleMessage single) {
    return single.kind() == MessageKind.TRACK_NAME;
  }

  private static String atPosition(SongLookup song, SongKey key, int tick) {
    return " at " + song.formatPosition(key, tick);
  }

  private String describeMessageChange(
      SongKey key, SingleMessage oldState, SingleMessage newState) {
    List<String> changes = new ArrayList<>();
    String oldText = MessageText.describe(oldState.message());
    String newText = MessageText.describe(newState.message());
    if (!oldText.equals(newText)) {
      changes.add(
          isName(oldState) && isName(newState)
              ? nameDifference(oldState, newState)
              : oldText + " -> " + withoutSharedPrefix(oldText, newText));
    }
    addPositionDifference(changes, key, oldState.position().tick(), newState.position().tick());
    if (changes.isEmpty()) {
      changes.add(oldState.message().equals(newState.message()) ? "order" : "bytes");
    }
    String subject =
        oldText.equals(newText)
            ? label(before, key, oldState)
            : isName(oldState) || isName(newState)
                ? before.trackLabel(key)
                : "in "
                    + before.trackLabel(key)
                    + atPosition(before, key, oldState.position().tick());
    return subject + ": " + String.join(", ", changes);
  }

  private static String nameDifference(SingleMessage oldState, SingleMessage newState) {
    return "name "
        + SongTexts.display(oldState.message().text())
        + " -> "
        + SongTexts.display(newState.message().text());
  }

  /**
   * The description of the new message without the prefix that both have, such as {@code tempo}.
   */
  private static String withoutSharedPrefix(String oldText, String newText) {
    String separator = oldText.startsWith("cc ") ? " = " : " ";
    int prefixEnd = newText.indexOf(separator) + separator.length();
    return prefixEnd >= separator.length() && oldText.startsWith(newText.substring(0, prefixEnd))
        ? newText.substring(prefixEnd)
        : newText;
  }

  private void addPositionDifference(
      List<String> changes, SongKey key, int oldState, int newState) {
    String oldText = before.formatPosition(key, oldState);
    String newText = after.formatPosition(key, newState);
    if (oldState != newState) {
      changes.add("at " + oldText + " -> " + newText);
    }
  }

  private List<String> differences(SongKey key, SongEntity oldState, SongEntity newState) {
    List<String> changes = new ArrayList<>();
    if (oldState instanceof Note oldPart && newState instanceof Note newPart) {
      addNoteDifferences(changes, key, oldPart, newPart);
    } else if (oldState instanceof Track oldPart && newState instanceof Track newPart) {
      if (oldPart.endTick() != newPart.endTick()) {
        changes.add(
            "end "
                + before.formatPosition(key, oldPart.endTick())
                + " -> "
                + after.formatPosition(key, newPart.endTick()));
      }
      changes.addAll(
          oldPart.order().equals(newPart.order()) ? List.of() : List.of("place among the tracks"));
    } else if (oldState instanceof SongHeader oldPart && newState instanceof SongHeader newPart) {
      addDifference(changes, "format", oldPart.format(), newPart.format());
      changes.addAll(
          oldPart.division().equals(newPart.division()) ? List.of() : List.of("ticks of a beat"));
    }
    return changes;
  }

  private void addNoteDifferences(List<String> changes, SongKey key, Note oldState, Note newState) {
    if (oldState.pitch() != newState.pitch()) {
      changes.add(
          "pitch "
              + Pitch.name(oldState.channel(), oldState.pitch())
              + " -> "
              + Pitch.name(newState.channel(), newState.pitch()));
    }
    addPositionDifference(changes, key, oldState.on().tick(), newState.on().tick());
    addDifference(changes, "length in ticks", oldState.duration(), newState.duration());
    addDifference(changes, "velocity", oldState.velocity(), newState.velocity());
    addDifference(changes, "channel", oldState.channel() + 1, newState.channel() + 1);
    changes.addAll(oldState.release().equals(newState.release()) ? List.of() : List.of("release"));
  }

  private static void addDifference(
      List<String> changes, String label, int oldState, int newState) {
    if (oldState != newState) {
      changes.add("%s %d -> %d".formatted(label, oldState, newState));
    }
  }
}

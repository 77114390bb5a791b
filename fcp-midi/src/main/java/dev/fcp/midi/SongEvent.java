package dev.fcp.midi;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.Optional;

/**
 * What can happen to a song: the whole vocabulary. Each event is one change of one entity and
 * carries all that is needed to apply it and to take it back.
 *
 * <p>{@code before} and {@code after} of a modification hold the changed units of the entity by
 * name; one that is missing in {@code before} was absent, one that is missing in {@code after}
 * becomes so. The names of units are those of {@link SongDomain}. Where something is
 * <em>changed</em>, an absent {@code before} means that there was nothing, and an absent {@code
 * after} that nothing stays.
 */
public sealed interface SongEvent {

  /** The entity it happens to. */
  SongKey key();

  /**
   * The event for an entity that comes into being.
   *
   * @throws IllegalArgumentException if it is the header, or does not stand under such a name
   */
  static SongEvent created(SongKey key, SongEntity entity) {
    return SongChanges.created(key, entity);
  }

  /**
   * The event for an entity that goes.
   *
   * @throws IllegalArgumentException if it is the header, or does not stand under such a name
   */
  static SongEvent deleted(SongKey key, SongEntity entity) {
    return SongChanges.deleted(key, entity);
  }

  /**
   * The event that makes one entity the other under the same name; empty if they are equal.
   *
   * @throws IllegalArgumentException if they are of different kinds
   */
  static Optional<SongEvent> between(SongKey key, SongEntity from, SongEntity to) {
    return SongChanges.between(key, from, to);
  }

  /** A note comes into being. */
  record NoteAdded(SongKey key, Note note) implements SongEvent {
    public NoteAdded {
      SongEventCheck.checkEntity(key, note);
    }
  }

  /** A note goes. */
  record NoteRemoved(SongKey key, Note note) implements SongEvent {
    public NoteRemoved {
      SongEventCheck.checkEntity(key, note);
    }
  }

  /** Some units of a note get other values. */
  record NoteModified(SongKey key, Value.Fields before, Value.Fields after) implements SongEvent {
    public NoteModified {
      SongEventCheck.checkModified(key.isMessage(), key, before, after);
    }
  }

  /** A track comes into being, without messages. */
  record TrackAdded(SongKey key, Track track) implements SongEvent {
    public TrackAdded {
      SongEventCheck.checkEntity(key, track);
    }
  }

  /** A track goes; its messages went before. */
  record TrackRemoved(SongKey key, Track track) implements SongEvent {
    public TrackRemoved {
      SongEventCheck.checkEntity(key, track);
    }
  }

  /** Some units of a track get other values: its end, its place, or bytes behind its end. */
  record TrackModified(SongKey key, Value.Fields before, Value.Fields after) implements SongEvent {
    public TrackModified {
      SongEventCheck.checkModified(key.isTrack(), key, before, after);
    }
  }

  /** A track-name message comes, goes, or is another one. The first of a track is its name. */
  record TrackRenamed(SongKey key, Optional<SingleMessage> before, Optional<SingleMessage> after)
      implements SongEvent {
    public TrackRenamed {
      SongEventCheck.checkEntryChange(MessageKind.TRACK_NAME, key, before, after);
    }
  }

  /** A control change comes into being. */
  record CcAdded(SongKey key, SingleMessage cc) implements SongEvent {
    public CcAdded {
      SongEventCheck.checkEntity(MessageKind.CONTROL_CHANGE, key, cc);
    }
  }

  /** A control change goes. */
  record CcRemoved(SongKey key, SingleMessage cc) implements SongEvent {
    public CcRemoved {
      SongEventCheck.checkEntity(MessageKind.CONTROL_CHANGE, key, cc);
    }
  }

  /** Some units of a control change get other values. */
  record CcModified(SongKey key, Value.Fields before, Value.Fields after) implements SongEvent {
    public CcModified {
      SongEventCheck.checkModified(key.isMessage(), key, before, after);
    }
  }

  /** A pitch bend comes into being. */
  record PitchBendAdded(SongKey key, SingleMessage bend) implements SongEvent {
    public PitchBendAdded {
      SongEventCheck.checkEntity(MessageKind.PITCH_BEND, key, bend);
    }
  }

  /** A pitch bend goes. */
  record PitchBendRemoved(SongKey key, SingleMessage bend) implements SongEvent {
    public PitchBendRemoved {
      SongEventCheck.checkEntity(MessageKind.PITCH_BEND, key, bend);
    }
  }

  /** Some units of a pitch bend get other values. */
  record PitchBendModified(SongKey key, Value.Fields before, Value.Fields after)
      implements SongEvent {
    public PitchBendModified {
      SongEventCheck.checkModified(key.isMessage(), key, before, after);
    }
  }

  /** A tempo comes, goes, or is another one. */
  record TempoChanged(SongKey key, Optional<SingleMessage> before, Optional<SingleMessage> after)
      implements SongEvent {
    public TempoChanged {
      SongEventCheck.checkEntryChange(MessageKind.TEMPO, key, before, after);
    }
  }

  /** A time signature comes, goes, or is another one. */
  record TimeSignatureChanged(
      SongKey key, Optional<SingleMessage> before, Optional<SingleMessage> after)
      implements SongEvent {
    public TimeSignatureChanged {
      SongEventCheck.checkEntryChange(MessageKind.TIME_SIGNATURE, key, before, after);
    }
  }

  /** A key signature comes, goes, or is another one. */
  record KeySignatureChanged(
      SongKey key, Optional<SingleMessage> before, Optional<SingleMessage> after)
      implements SongEvent {
    public KeySignatureChanged {
      SongEventCheck.checkEntryChange(MessageKind.KEY_SIGNATURE, key, before, after);
    }
  }

  /** A marker comes into being. */
  record MarkerAdded(SongKey key, SingleMessage marker) implements SongEvent {
    public MarkerAdded {
      SongEventCheck.checkEntity(MessageKind.MARKER, key, marker);
    }
  }

  /** A marker goes. */
  record MarkerRemoved(SongKey key, SingleMessage marker) implements SongEvent {
    public MarkerRemoved {
      SongEventCheck.checkEntity(MessageKind.MARKER, key, marker);
    }
  }

  /** Some units of a marker get other values. */
  record MarkerModified(SongKey key, Value.Fields before, Value.Fields after) implements SongEvent {
    public MarkerModified {
      SongEventCheck.checkModified(key.isMessage(), key, before, after);
    }
  }

  /** The format of the song is another. */
  record FormatChanged(int before, int after) implements SongEvent {
    public FormatChanged {
      SongEventCheck.checkFormatChange(before, after);
    }

    @Override
    public SongKey key() {
      return SongKey.header();
    }
  }

  /**
   * Some units of the header get other values: {@link Division}, format together with others, the
   * wrapper, bytes behind.
   */
  record DocumentModified(SongKey key, Value.Fields before, Value.Fields after)
      implements SongEvent {
    public DocumentModified {
      SongEventCheck.checkModified(key.isHeader(), key, before, after);
    }
  }

  /**
   * Something that has no event of its own comes into being: a message, for instance a program or a
   * single note-on, or a chunk that is no track.
   */
  record OpaqueAdded(SongKey key, SongEntity entity) implements SongEvent {
    public OpaqueAdded {
      SongEventCheck.checkOpaque(key, entity);
    }
  }

  /** Something that has no event of its own goes. */
  record OpaqueRemoved(SongKey key, SongEntity entity) implements SongEvent {
    public OpaqueRemoved {
      SongEventCheck.checkOpaque(key, entity);
    }
  }

  /** Some units of something that has no event of its own get other values. */
  record OpaqueModified(SongKey key, Value.Fields before, Value.Fields after) implements SongEvent {
    public OpaqueModified {
      SongEventCheck.checkModified(key.isMessage() || key.isChunk(), key, before, after);
    }
  }
}

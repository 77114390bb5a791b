package dev.fcp.midi;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TimedMessage;
import dev.fcp.midi.song.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The content of a song in a file, computed by simple algorithms: tracks and chunks in order, each
 * track as the list of its messages.
 */
record NaiveSongContent(SongEntity header, List<ContentChunk> chunks) {

  sealed interface ContentChunk {}

  record TrackPart(int endTick, Bytes trailing, List<TimedMessage> messages)
      implements ContentChunk {}

  record ChunkPart(Bytes type, Bytes data) implements ContentChunk {}

  private record TrackPosition(
      SongKey key, dev.fcp.midi.song.MessagePosition position, int index, Message message) {}

  static NaiveSongContent of(EntityModel<SongKey, SongEntity> song) {
    List<Map.Entry<SongKey, SongEntity>> entries = new ArrayList<>();
    song.entities().forEach(entries::add);
    List<Map.Entry<SongKey, SongEntity>> roots =
        entries.stream()
            .filter(entry -> entry.getKey().isTrack() || entry.getKey().isChunk())
            .sorted(
                Comparator.comparing(
                        (Map.Entry<SongKey, SongEntity> entry) -> orderDigits(entry.getValue()))
                    .thenComparing(Map.Entry::getKey))
            .toList();
    return new NaiveSongContent(
        song.find(SongKey.header()).orElseThrow(),
        roots.stream().map(root -> chunkOf(root.getKey(), root.getValue(), entries)).toList());
  }

  private static String orderDigits(SongEntity entity) {
    return entity instanceof Track track
        ? track.order().digits()
        : ((Chunk) entity).order().digits();
  }

  private static ContentChunk chunkOf(
      SongKey key, SongEntity root, List<Map.Entry<SongKey, SongEntity>> entries) {
    if (root instanceof Chunk chunk) {
      return new ChunkPart(chunk.type(), chunk.data());
    }
    List<TrackPosition> positions = new ArrayList<>();
    for (Map.Entry<SongKey, SongEntity> entry : entries) {
      if (entry.getKey().isMessage() && entry.getKey().track().equals(key.track())) {
        addPositions(entry.getKey(), entry.getValue(), positions);
      }
    }
    positions.sort(
        Comparator.comparing(TrackPosition::position)
            .thenComparing(TrackPosition::key)
            .thenComparingInt(TrackPosition::index));
    List<TimedMessage> messages =
        positions.stream()
            .map(position -> new TimedMessage(position.position().tick(), position.message()))
            .toList();
    int lastTick = messages.isEmpty() ? 0 : messages.get(messages.size() - 1).tick();
    Track track = (Track) root;
    return new TrackPart(Math.max(track.endTick(), lastTick), track.trailing(), messages);
  }

  private static void addPositions(SongKey key, SongEntity entity, List<TrackPosition> positions) {
    if (entity instanceof Note note) {
      positions.add(new TrackPosition(key, note.on(), 0, note.onMessage()));
      positions.add(new TrackPosition(key, note.off(), 1, note.offMessage()));
    } else if (entity instanceof SingleMessage single) {
      positions.add(new TrackPosition(key, single.position(), 0, single.message()));
    }
  }

  /** The notes that a reader would pair, as pairs of indices in the list of messages. */
  static List<List<Integer>> pairedNotes(List<TimedMessage> messages) {
    List<List<Integer>> pairs = new ArrayList<>();
    boolean[] ended = new boolean[messages.size()];
    for (int off = 0; off < messages.size(); off++) {
      Message noteOff = messages.get(off).message();
      for (int on = 0; on < off && noteOff.isNoteOff(); on++) {
        Message noteOn = messages.get(on).message();
        if (noteOn.isNoteOn()
            && !ended[on]
            && noteOn.channel() == noteOff.channel()
            && noteOn.bytes().at(1) == noteOff.bytes().at(1)) {
          ended[on] = true;
          pairs.add(List.of(on, off));
          break;
        }
      }
    }
    return pairs;
  }

  /** The notes of a song, as pairs of indices in the list of messages of their track. */
  static List<List<Integer>> storedNotes(EntityModel<SongKey, SongEntity> song, String track) {
    List<TrackPosition> positions = new ArrayList<>();
    song.entities()
        .forEach(entry -> {
          if (entry.getKey().isMessage() && entry.getKey().track().equals(track)) {
            addPositions(entry.getKey(), entry.getValue(), positions);
          }
        });
    positions.sort(
        Comparator.comparing(TrackPosition::position)
            .thenComparing(TrackPosition::key)
            .thenComparingInt(TrackPosition::index));
    List<List<Integer>> notes = new ArrayList<>();
    for (int off = 0; off < positions.size(); off++) {
      if (positions.get(off).index() == 1) {
        for (int on = 0; on < off; on++) {
          if (positions.get(on).key().equals(positions.get(off).key())) {
            notes.add(List.of(on, off));
          }
        }
      }
    }
    return notes;
  }

  /** Whether a reader would pair exactly the notes of the song. */
  static boolean pairsAsStored(EntityModel<SongKey, SongEntity> song) {
    for (SongKey key : song.entities().keys()) {
      if (key.isTrack()) {
        TrackPart chunk = (TrackPart) chunkOf(key, song.find(key).orElseThrow(), entries(song));
        if (!pairedNotes(chunk.messages()).equals(storedNotes(song, key.track()))) {
          return false;
        }
      }
    }
    return true;
  }

  private static List<Map.Entry<SongKey, SongEntity>> entries(
      EntityModel<SongKey, SongEntity> song) {
    List<Map.Entry<SongKey, SongEntity>> entries = new ArrayList<>();
    song.entities().forEach(entries::add);
    return entries;
  }
}

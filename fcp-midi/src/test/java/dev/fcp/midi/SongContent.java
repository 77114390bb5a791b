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
 * A song as a file holds it, found the long way: tracks and chunks in order, each track as the list
 * of its messages.
 */
record SongContent(SongEntity header, List<Part> parts) {

  sealed interface Part {}

  record TrackPart(int endTick, Bytes trailing, List<TimedMessage> messages) implements Part {}

  record ChunkPart(Bytes type, Bytes data) implements Part {}

  private record Spot(SongKey key, dev.fcp.midi.song.Moment at, int part, Message message) {}

  static SongContent of(EntityModel<SongKey, SongEntity> song) {
    List<Map.Entry<SongKey, SongEntity>> entries = new ArrayList<>();
    song.entities().forEach(entries::add);
    List<Map.Entry<SongKey, SongEntity>> roots =
        entries.stream()
            .filter(e -> e.getKey().isTrack() || e.getKey().isChunk())
            .sorted(
                Comparator.comparing((Map.Entry<SongKey, SongEntity> e) -> order(e.getValue()))
                    .thenComparing(Map.Entry::getKey))
            .toList();
    return new SongContent(
        song.find(SongKey.header()).orElseThrow(),
        roots.stream().map(root -> part(root.getKey(), root.getValue(), entries)).toList());
  }

  private static String order(SongEntity entity) {
    return entity instanceof Track track
        ? track.order().digits()
        : ((Chunk) entity).order().digits();
  }

  private static Part part(
      SongKey key, SongEntity root, List<Map.Entry<SongKey, SongEntity>> entries) {
    if (root instanceof Chunk chunk) {
      return new ChunkPart(chunk.type(), chunk.data());
    }
    List<Spot> spots = new ArrayList<>();
    for (Map.Entry<SongKey, SongEntity> entry : entries) {
      if (entry.getKey().isMessage() && entry.getKey().track().equals(key.track())) {
        add(entry.getKey(), entry.getValue(), spots);
      }
    }
    spots.sort(
        Comparator.comparing(Spot::at).thenComparing(Spot::key).thenComparingInt(Spot::part));
    List<TimedMessage> messages =
        spots.stream().map(spot -> new TimedMessage(spot.at().tick(), spot.message())).toList();
    int last = messages.isEmpty() ? 0 : messages.get(messages.size() - 1).tick();
    Track track = (Track) root;
    return new TrackPart(Math.max(track.endTick(), last), track.trailing(), messages);
  }

  private static void add(SongKey key, SongEntity entity, List<Spot> spots) {
    if (entity instanceof Note note) {
      spots.add(new Spot(key, note.on(), 0, note.onMessage()));
      spots.add(new Spot(key, note.off(), 1, note.offMessage()));
    } else if (entity instanceof SingleMessage single) {
      spots.add(new Spot(key, single.at(), 0, single.message()));
    }
  }

  /** How many notes a reader of these messages pairs, and which, as pairs of places in the list. */
  static List<List<Integer>> pairs(List<TimedMessage> messages) {
    List<List<Integer>> pairs = new ArrayList<>();
    boolean[] ended = new boolean[messages.size()];
    for (int off = 0; off < messages.size(); off++) {
      Message end = messages.get(off).message();
      for (int on = 0; on < off && end.isNoteOff(); on++) {
        Message begin = messages.get(on).message();
        if (begin.isNoteOn()
            && !ended[on]
            && begin.channel() == end.channel()
            && begin.bytes().at(1) == end.bytes().at(1)) {
          ended[on] = true;
          pairs.add(List.of(on, off));
          break;
        }
      }
    }
    return pairs;
  }

  /** The notes of a song, as pairs of places in the list of messages of their track. */
  static List<List<Integer>> notes(EntityModel<SongKey, SongEntity> song, String track) {
    List<Spot> spots = new ArrayList<>();
    song.entities()
        .forEach(entry -> {
          if (entry.getKey().isMessage() && entry.getKey().track().equals(track)) {
            add(entry.getKey(), entry.getValue(), spots);
          }
        });
    spots.sort(
        Comparator.comparing(Spot::at).thenComparing(Spot::key).thenComparingInt(Spot::part));
    List<List<Integer>> notes = new ArrayList<>();
    for (int off = 0; off < spots.size(); off++) {
      if (spots.get(off).part() == 1) {
        for (int on = 0; on < off; on++) {
          if (spots.get(on).key().equals(spots.get(off).key())) {
            notes.add(List.of(on, off));
          }
        }
      }
    }
    return notes;
  }

  /** Whether a reader of the song pairs as its notes say. */
  static boolean readsAsItSays(EntityModel<SongKey, SongEntity> song) {
    for (SongKey key : song.entities().keys()) {
      if (key.isTrack()) {
        TrackPart part = (TrackPart) part(key, song.find(key).orElseThrow(), entries(song));
        if (!pairs(part.messages()).equals(notes(song, key.track()))) {
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

package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.midi.song.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A song as musicians see it: its tracks, and the bars by which they count. Immutable. */
final class Score {

  /** The format of a file whose tracks are songs of their own. */
  static final int SEPARATE_SONGS = 2;

  private final SongHeader header;
  private final List<Part> parts;
  private final int chunkCount;

  private Score(SongHeader header, List<Part> parts, int chunkCount) {
    this.header = header;
    this.parts = List.copyOf(parts);
    this.chunkCount = chunkCount;
  }

  static Score of(EntityModel<SongKey, SongEntity> song) {
    Map<String, List<Item>> items = new HashMap<>();
    for (Map.Entry<SongKey, SongEntity> entry : song.entities()) {
      SongKey key = entry.getKey();
      switch (entry.getValue()) {
        case Note note -> in(items, key).add(new Item.Sound(key, note));
        case SingleMessage single -> in(items, key).add(new Item.Sign(key, single));
        case Track track -> {}
        case SongHeader header -> {}
        case Chunk chunk -> {}
      }
    }
    List<Part> parts = new ArrayList<>();
    int chunks = 0;
    for (SongKey key : song.inOrder()) {
      if (song.find(key).orElseThrow() instanceof Track track) {
        List<Item> own = items.getOrDefault(key.track(), List.of());
        parts.add(new Part(key, parts.size() + 1, track, own));
      } else {
        chunks++;
      }
    }
    SongHeader header = (SongHeader) song.find(SongKey.header()).orElseThrow();
    return new Score(header, parts, chunks);
  }

  private static List<Item> in(Map<String, List<Item>> items, SongKey key) {
    return items.computeIfAbsent(key.track(), track -> new ArrayList<>());
  }

  SongHeader header() {
    return header;
  }

  /** The tracks, in the order of the file. */
  List<Part> parts() {
    return parts;
  }

  /** How many chunks there are that are no tracks. */
  int chunkCount() {
    return chunkCount;
  }

  /** The part of a track that is there. */
  Part part(SongKey track) {
    return parts.stream().filter(part -> part.key().equals(track)).findFirst().orElseThrow();
  }

  /** The title of the song: the name of its first track. */
  Optional<String> title() {
    return parts.stream().findFirst().flatMap(Part::name);
  }

  /** Whether its tracks are songs of their own, each with its own bars. */
  boolean isSeparate() {
    return header.format() == SEPARATE_SONGS;
  }

  /** The tracks whose tempi and signatures hold for one of them: all, or it alone. */
  List<Part> together(Part part) {
    return isSeparate() ? List.of(part) : parts;
  }

  /** The bars by which a track counts. */
  TimeMap time(Part part) {
    return time(together(part));
  }

  /** The bars of the first track. */
  TimeMap time() {
    return time(parts.isEmpty() || !isSeparate() ? parts : parts.subList(0, 1));
  }

  private TimeMap time(List<Part> together) {
    TreeMap<Integer, TimeSignature> signatures = new TreeMap<>();
    for (Part part : together) {
      for (Item.Sign sign : part.signs(MessageKind.TIME_SIGNATURE)) {
        signatures.put(sign.tick(), TimeSignature.of(sign.message()));
      }
    }
    return TimeMap.of(header.division(), signatures);
  }

  /** Where the last track ends, in ticks. */
  int endTick() {
    return parts.stream().mapToInt(Part::endTick).max().orElse(0);
  }
}

package dev.fcp.midi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TimedMessage;
import dev.fcp.midi.song.Track;
import dev.fcp.midi.song.TrackMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The entities of a song that is read again are matched with the previous ones by content. */
class SongKeyMatcherTest {

  private static final SongDomain DOMAIN = new SongDomain();

  private static final List<TimedMessage> PIANO =
      List.of(
          timed(0, Message.trackName("Piano")),
          timed(0, Message.noteOn(0, 60, 80)),
          timed(480, Message.noteOff(0, 60, 64)),
          timed(480, Message.noteOn(0, 62, 80)),
          timed(960, Message.noteOff(0, 62, 64)));

  private static final List<TimedMessage> BASS =
      List.of(timed(0, Message.trackName("Bass")), timed(0, Message.programChange(1, 33)));

  private static TimedMessage timed(int tick, Message message) {
    return new TimedMessage(tick, message);
  }

  @SafeVarargs
  private static EntityModel<SongKey, SongEntity> songOf(List<TimedMessage>... tracks) {
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
    entities.add(Map.entry(SongKey.header(), SongHeader.NEW));
    for (int i = 0; i < tracks.length; i++) {
      String id = "t" + (i + 1);
      entities.add(Map.entry(SongKey.track(id), Track.empty(OrderKey.initial(i))));
      entities.addAll(TrackMessages.entities(id, tracks[i]));
    }
    return SongDomain.song(entities);
  }

  private static List<TimedMessage> replaced(List<TimedMessage> list, int index, Message message) {
    return IntStream.range(0, list.size())
        .mapToObj(i -> i == index ? timed(list.get(i).tick(), message) : list.get(i))
        .toList();
  }

  /** The song with new keys, as if it were read again. */
  static EntityModel<SongKey, SongEntity> reread(EntityModel<SongKey, SongEntity> song) {
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
    for (SongKey key : song.keysInOrder()) {
      String id = "r" + entities.size();
      OrderKey order = OrderKey.initial(entities.size());
      SongEntity entity = song.find(key).orElseThrow();
      if (entity instanceof Track track) {
        int end = TrackMessages.endTick(song, key.track());
        entities.add(Map.entry(SongKey.track(id), track.withEndTick(end).withOrder(order)));
        List<TimedMessage> messages =
            TrackMessages.of(song, key.track()).stream()
                .map(entry -> timed(entry.position().tick(), entry.message()))
                .toList();
        entities.addAll(TrackMessages.entities(id, messages));
      } else {
        entities.add(Map.entry(SongKey.chunk(id), ((Chunk) entity).withOrder(order)));
      }
    }
    entities.add(Map.entry(SongKey.header(), song.find(SongKey.header()).orElseThrow()));
    return SongDomain.song(entities);
  }

  @Test
  void an_external_velocity_change_is_matched_to_the_edited_note() {
    EntityModel<SongKey, SongEntity> song = songOf(PIANO);
    SongKey key = SongKey.message("t1", "n0.60");
    Note note = (Note) song.find(key).orElseThrow();
    Note higher = note.withPitch(64);
    EntityModel<SongKey, SongEntity> edited =
        DOMAIN.replay(DOMAIN.between(key, note, higher).orElseThrow(), song);
    List<TimedMessage> externalSong =
        replaced(replaced(PIANO, 1, Message.noteOn(0, 64, 99)), 2, Message.noteOff(0, 64, 64));
    assertThat(DOMAIN.diff(edited, songOf(externalSong)))
        .containsExactly(DOMAIN.between(key, higher, higher.withVelocity(99)).orElseThrow());
  }

  @Test
  void a_removed_track_does_not_affect_later_tracks() {
    EntityModel<SongKey, SongEntity> song = songOf(PIANO, BASS, List.of());
    assertThat(DOMAIN.diff(song, songOf(BASS, List.of())))
        .extracting(event -> event.change().key())
        .allMatch(key -> key.track().equals("t1"))
        .hasSize(4);
  }

  @Test
  void swapped_tracks_are_one_track_modification() {
    assertThat(DOMAIN.diff(songOf(PIANO, BASS), songOf(BASS, PIANO)))
        .singleElement()
        .isInstanceOf(SongEvent.TrackModified.class);
  }

  @Test
  void a_message_inserted_before_others_of_its_tick_is_one_event() {
    List<TimedMessage> longerTrack = new ArrayList<>(BASS);
    longerTrack.add(0, timed(0, Message.controlChange(1, 0, 1)));
    assertThat(DOMAIN.diff(songOf(BASS), songOf(longerTrack)))
        .singleElement()
        .isInstanceOf(SongEvent.CcAdded.class);
  }

  @Test
  void entities_with_equal_order_keys_keep_their_order_under_new_keys() {
    OrderKey order = OrderKey.initial(1);
    Chunk old = new Chunk(Bytes.of('O', 'l', 'd', ' '), Bytes.NONE, order);
    Chunk other = new Chunk(Bytes.of('N', 'e', 'w', ' '), Bytes.NONE, order);
    EntityModel<SongKey, SongEntity> from = chunks(Map.of("c1", old));
    EntityModel<SongKey, SongEntity> to = chunks(Map.of("c1", other, "c2", old));
    EntityModel<SongKey, SongEntity> reached = from;
    for (SongEvent event : DOMAIN.diff(from, to)) {
      reached = DOMAIN.replay(event, reached);
    }
    assertThat(NaiveSongContent.of(reached)).isEqualTo(NaiveSongContent.of(to));
  }

  private static EntityModel<SongKey, SongEntity> chunks(Map<String, Chunk> chunks) {
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
    entities.add(Map.entry(SongKey.header(), SongHeader.NEW));
    chunks.forEach((id, chunk) -> entities.add(Map.entry(SongKey.chunk(id), chunk)));
    return SongDomain.song(entities);
  }
}

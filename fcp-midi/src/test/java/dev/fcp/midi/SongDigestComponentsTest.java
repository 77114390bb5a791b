package dev.fcp.midi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.Release;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes every component of every entity once, and checks the digest. */
class SongDigestComponentsTest {

  /** Order keys; the file does not show them if there is only one entity. */
  private static final Set<String> INVISIBLE = Set.of("Track.order", "Chunk.order");

  private static final OrderKey FIRST = OrderKey.initial(0);
  private static final SongKey TRACK = SongKey.track("t");

  /** An entity with its key, and the component to change. */
  record ChangedSongComponent(SongKey key, SongEntity entity, RecordComponent component) {
    @Override
    public String toString() {
      return component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    }
  }

  static List<ChangedSongComponent> cases() {
    List<ChangedSongComponent> cases = new ArrayList<>();
    entities()
        .forEach((key, entity) ->
            Arrays.stream(entity.getClass().getRecordComponents())
                .forEach(component -> cases.add(new ChangedSongComponent(key, entity, component))));
    return cases;
  }

  private static Map<SongKey, SongEntity> entities() {
    return Map.of(
        SongKey.header(), SongHeader.NEW,
        SongKey.track("other"), SampleSongEvents.track(),
        SongKey.chunk("c"), SampleSongEvents.chunk("00"),
        SongKey.message("t", "n"), SampleSongEvents.note(),
        SongKey.message("t", "m"), SampleSongEvents.program(5));
  }

  @Test
  void every_component_of_every_entity_has_a_case() {
    long components =
        Stream.of(SongEntity.class.getPermittedSubclasses())
            .mapToLong(type -> type.getRecordComponents().length)
            .sum();
    assertThat(cases()).hasSize((int) components).hasSize(5 + 3 + 3 + 6 + 2);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_changed_component_changes_the_digest(ChangedSongComponent changed)
      throws ReflectiveOperationException {
    Digest before = digest(Map.of(changed.key(), changed.entity()));
    Digest after =
        digest(Map.of(changed.key(), withChangedComponent(changed.entity(), changed.component())));
    assertThat(after.matches(before)).isEqualTo(INVISIBLE.contains(changed.toString()));
  }

  @Test
  void keys_and_order_keys_do_not_change_the_digest() {
    Note note = SampleSongEvents.note();
    Note shifted =
        note.withPositions(MessagePosition.atLoading(960, 7), MessagePosition.atLoading(1440, 9));
    assertThat(digest(Map.of(SongKey.message("t", "a"), note)))
        .isEqualTo(digest(Map.of(SongKey.message("t", "b"), shifted)));
  }

  @Test
  void the_order_within_a_tick_changes_the_digest() {
    assertThat(programs(0, 1).matches(programs(1, 0))).isFalse();
    assertThat(programs(0, 1).matches(programs(3, 8))).isTrue();
  }

  private static Digest programs(int first, int second) {
    return digest(
        Map.of(
            SongKey.message("t", "a"),
            SampleSongEvents.program(5).withPosition(MessagePosition.atLoading(0, first)),
            SongKey.message("t", "b"),
            SampleSongEvents.program(6).withPosition(MessagePosition.atLoading(0, second))));
  }

  @Test
  void the_position_of_a_note_end_within_its_tick_changes_the_digest() {
    assertThat(programAtEndOfNote(1).matches(programAtEndOfNote(3))).isFalse();
  }

  private static Digest programAtEndOfNote(int ordinal) {
    return digest(
        Map.of(
            SongKey.message("t", "n"),
            SampleSongEvents.note(),
            SongKey.message("t", "m"),
            SampleSongEvents.program(5).withPosition(MessagePosition.atLoading(1440, ordinal))));
  }

  @Test
  void two_equal_messages_count_twice() {
    SingleMessage program = SampleSongEvents.program(5);
    Map<SongKey, SingleMessage> twice =
        Map.of(
            SongKey.message("t", "a"),
            program,
            SongKey.message("t", "b"),
            program.withPosition(MessagePosition.atLoading(0, 1)));
    assertThat(digest(twice).matches(digest(Map.of(SongKey.message("t", "a"), program)))).isFalse();
    assertThat(digest(twice).matches(digest(Map.of()))).isFalse();
  }

  @Test
  void a_track_end_before_the_last_message_does_not_change_the_digest() {
    Map<SongKey, SongEntity> late = Map.of(SongKey.message("t", "n"), SampleSongEvents.note());
    Map<SongKey, SongEntity> ended = new TreeMap<>(late);
    ended.put(TRACK, Track.empty(FIRST).withEndTick(1440));
    assertThat(digest(ended).matches(digest(late))).isTrue();
    ended.put(TRACK, Track.empty(FIRST).withEndTick(1441));
    assertThat(digest(ended).matches(digest(late))).isFalse();
  }

  @Test
  void the_summary_counts_tracks_and_notes() {
    assertThat(digest(Map.of(SongKey.message("t", "n"), SampleSongEvents.note())).toString())
        .startsWith("tracks:1 notes:1 hash:");
  }

  private static Digest digest(Map<SongKey, ? extends SongEntity> entitiesByKey) {
    Map<SongKey, SongEntity> entities = new TreeMap<>();
    entities.put(SongKey.header(), SongHeader.NEW);
    if (entitiesByKey.isEmpty() || entitiesByKey.keySet().stream().anyMatch(SongKey::isMessage)) {
      entities.put(TRACK, Track.empty(FIRST));
    }
    entities.putAll(entitiesByKey);
    return SongDomain.song(entities.entrySet()).digest();
  }

  private static SongEntity withChangedComponent(SongEntity entity, RecordComponent changed)
      throws ReflectiveOperationException {
    RecordComponent[] components = entity.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      Object value = components[i].getAccessor().invoke(entity);
      values[i] = components[i].getName().equals(changed.getName()) ? otherValue(value) : value;
    }
    Constructor<?> constructor =
        entity
            .getClass()
            .getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    try {
      return (SongEntity) constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new AssertionError("no other " + changed, e);
    }
  }

  /** Another value of the same type; a new component type needs a case here. */
  private static Object otherValue(Object value) {
    return switch (value) {
      case Integer number -> number == 1 ? 0 : 1;
      case MessagePosition position ->
          position.withTick(position.tick() == 0 ? 1 : position.tick() - 1);
      case Division division -> Division.metrical(96);
      case Bytes bytes -> bytes.append(Bytes.of(7)).from(bytes.size() < 4 ? 0 : 1);
      case OrderKey order -> OrderKey.initial(5);
      case Release release -> new Release(Release.ReleaseForm.NOTE_ON, 0);
      case Message message -> Message.programChange(0, 99);
      case Optional<?> none -> Optional.of(new SongHeader.Wrapper(Bytes.NONE, Bytes.NONE));
      default -> throw new IllegalStateException("no other value of " + value);
    };
  }
}

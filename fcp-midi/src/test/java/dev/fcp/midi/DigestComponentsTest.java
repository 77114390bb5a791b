package dev.fcp.midi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Moment;
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

/** Every component of every entity is changed once, and the digest has to see it. */
class DigestComponentsTest {

  /** Places in an order; where only one entity stands, the file does not show them. */
  private static final Set<String> UNSEEN = Set.of("Track.order", "Chunk.order");

  private static final OrderKey FIRST = OrderKey.atLoading(0);
  private static final SongKey TRACK = SongKey.track("t");

  /** An entity under its name, with a component of it that gets another value. */
  record Case(SongKey key, SongEntity entity, RecordComponent component) {
    @Override
    public String toString() {
      return component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    entities()
        .forEach((key, entity) ->
            Arrays.stream(entity.getClass().getRecordComponents())
                .forEach(component -> cases.add(new Case(key, entity, component))));
    return cases;
  }

  private static Map<SongKey, SongEntity> entities() {
    return Map.of(
        SongKey.header(), SongHeader.NEW,
        SongKey.track("other"), SampleEvents.track(),
        SongKey.chunk("c"), SampleEvents.chunk("00"),
        SongKey.message("t", "n"), SampleEvents.note(),
        SongKey.message("t", "m"), SampleEvents.program(5));
  }

  @Test
  void there_is_a_case_for_every_component_of_every_entity() {
    long components =
        Stream.of(SongEntity.class.getPermittedSubclasses())
            .mapToLong(type -> type.getRecordComponents().length)
            .sum();
    assertThat(cases()).hasSize((int) components).hasSize(5 + 3 + 3 + 6 + 2);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_changed_component_changes_the_digest(Case changed) throws ReflectiveOperationException {
    Digest before = digest(Map.of(changed.key(), changed.entity()));
    Digest after = digest(Map.of(changed.key(), other(changed.entity(), changed.component())));
    assertThat(after.matches(before)).isEqualTo(UNSEEN.contains(changed.toString()));
  }

  @Test
  void names_and_order_keys_are_not_seen() {
    Note note = SampleEvents.note();
    Note shifted = note.withMoments(Moment.atLoading(960, 7), Moment.atLoading(1440, 9));
    assertThat(digest(Map.of(SongKey.message("t", "a"), note)))
        .isEqualTo(digest(Map.of(SongKey.message("t", "b"), shifted)));
  }

  @Test
  void the_order_within_a_tick_is_seen() {
    assertThat(programs(0, 1).matches(programs(1, 0))).isFalse();
    assertThat(programs(0, 1).matches(programs(3, 8))).isTrue();
  }

  private static Digest programs(int first, int second) {
    return digest(
        Map.of(
            SongKey.message("t", "a"),
            SampleEvents.program(5).withAt(Moment.atLoading(0, first)),
            SongKey.message("t", "b"),
            SampleEvents.program(6).withAt(Moment.atLoading(0, second))));
  }

  @Test
  void the_place_of_the_end_of_a_note_within_its_tick_is_seen() {
    assertThat(programAtEndOfNote(1).matches(programAtEndOfNote(3))).isFalse();
  }

  private static Digest programAtEndOfNote(int ordinal) {
    return digest(
        Map.of(
            SongKey.message("t", "n"),
            SampleEvents.note(),
            SongKey.message("t", "m"),
            SampleEvents.program(5).withAt(Moment.atLoading(1440, ordinal))));
  }

  @Test
  void two_equal_messages_count_twice() {
    SingleMessage program = SampleEvents.program(5);
    Map<SongKey, SingleMessage> twice =
        Map.of(
            SongKey.message("t", "a"),
            program,
            SongKey.message("t", "b"),
            program.withAt(Moment.atLoading(0, 1)));
    assertThat(digest(twice).matches(digest(Map.of(SongKey.message("t", "a"), program)))).isFalse();
    assertThat(digest(twice).matches(digest(Map.of()))).isFalse();
  }

  @Test
  void an_end_before_the_last_message_is_not_seen() {
    Map<SongKey, SongEntity> late = Map.of(SongKey.message("t", "n"), SampleEvents.note());
    Map<SongKey, SongEntity> ended = new TreeMap<>(late);
    ended.put(TRACK, Track.at(FIRST).withEndTick(1440));
    assertThat(digest(ended).matches(digest(late))).isTrue();
    ended.put(TRACK, Track.at(FIRST).withEndTick(1441));
    assertThat(digest(ended).matches(digest(late))).isFalse();
  }

  @Test
  void the_summary_counts_tracks_and_notes() {
    assertThat(digest(Map.of(SongKey.message("t", "n"), SampleEvents.note())).toString())
        .startsWith("tracks:1 notes:1 hash:");
  }

  private static Digest digest(Map<SongKey, ? extends SongEntity> own) {
    Map<SongKey, SongEntity> entities = new TreeMap<>();
    entities.put(SongKey.header(), SongHeader.NEW);
    if (own.isEmpty() || own.keySet().stream().anyMatch(SongKey::isMessage)) {
      entities.put(TRACK, Track.at(FIRST));
    }
    entities.putAll(own);
    return SongDomain.song(entities.entrySet()).digest();
  }

  private static SongEntity other(SongEntity entity, RecordComponent changed)
      throws ReflectiveOperationException {
    RecordComponent[] components = entity.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      Object value = components[i].getAccessor().invoke(entity);
      values[i] = components[i].getName().equals(changed.getName()) ? other(value) : value;
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

  /** Another value of the same type; a component of a new type needs a line here. */
  private static Object other(Object value) {
    return switch (value) {
      case Integer number -> number == 1 ? 0 : 1;
      case Moment moment -> moment.withTick(moment.tick() == 0 ? 1 : moment.tick() - 1);
      case Division division -> Division.metrical(96);
      case Bytes bytes -> bytes.plus(Bytes.of(7)).from(bytes.size() < 4 ? 0 : 1);
      case OrderKey order -> OrderKey.atLoading(5);
      case Release release -> new Release(Release.Form.NOTE_ON, 0);
      case Message message -> Message.programChange(0, 99);
      case Optional<?> none -> Optional.of(new SongHeader.Wrapper(Bytes.NONE, Bytes.NONE));
      default -> throw new IllegalStateException("no other value of " + value);
    };
  }
}

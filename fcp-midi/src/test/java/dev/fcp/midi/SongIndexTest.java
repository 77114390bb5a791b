package dev.fcp.midi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.Release;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/** An edit is refused if and only if a reader of the file would then pair notes differently. */
class SongIndexTest {

  private static final SongDomain DOMAIN = new SongDomain();

  private static final SongKey ONE = SongKey.message("t", "one");
  private static final SongKey TWO = SongKey.message("t", "two");

  /** A song and an edit of a note or an unpaired note message. */
  record SongEditCase(EntityModel<SongKey, SongEntity> song, SongKey key, SongEntity entity) {

    static SongEditCase of(Choices choices) {
      EntityModel<SongKey, SongEntity> song = SongGenerator.models().generate(choices);
      SongKey track =
          choices
              .pickIfAny(song.entities().keys().stream().filter(SongKey::isTrack).toList())
              .orElse(SongKey.track("t0"));
      Optional<SongKey> existing =
          choices.pickIfAny(
              song.entities().keys().stream()
                  .filter(key -> key.isMessage() && key.track().equals(track.track()))
                  .toList());
      SongKey key =
          existing
              .filter(candidate -> choices.percent(30))
              .orElse(SongKey.message(track.track(), "x"));
      return new SongEditCase(song, key, soundingEntity(choices));
    }

    private static SongEntity soundingEntity(Choices choices) {
      MessagePosition start = SongGenerator.position(choices);
      MessagePosition end =
          new MessagePosition(start.tick() + choices.upTo(4), OrderKey.initial(choices.upTo(5)));
      return switch (choices.upTo(3)) {
        case 0 -> new SingleMessage(start, Message.noteOn(0, 60, 9));
        case 1 -> new SingleMessage(start, Message.noteOff(0, 60, 9));
        default ->
            new Note(
                start,
                end.compareTo(start) < 0 ? start : end,
                0,
                60,
                9,
                new Release(Release.ReleaseForm.NOTE_ON, 0));
      };
    }

    /** The song after the edit, without any check. */
    EntityModel<SongKey, SongEntity> songWithEdit() {
      Map<SongKey, SongEntity> entities = new HashMap<>();
      song.entities().forEach(entry -> entities.put(entry.getKey(), entry.getValue()));
      entities.put(key, entity);
      return SongDomain.song(entities.entrySet());
    }

    /**
     * The result of the check by the domain; empty if the edit is neither an addition nor a
     * modification.
     */
    Optional<Optional<Conflict>> checkResult() {
      Optional<SongEntity> existing = song.find(key);
      if (existing.isEmpty()) {
        return song.contains(key.trackKey())
            ? Optional.of(DOMAIN.check(DOMAIN.added(key, entity), song))
            : Optional.empty();
      }
      return SongSpec.INSTANCE.isSameKind(existing.get(), entity)
          ? DOMAIN
              .between(key, existing.get(), entity)
              .map(event -> new SongDomain().check(event, song))
          : Optional.empty();
    }
  }

  private static Generator<SongEditCase> generator() {
    return SongEditCase::of;
  }

  @Provide
  Arbitrary<SongEditCase> edits() {
    return generator().arbitrary();
  }

  @Trials(3000)
  void an_edit_is_refused_exactly_if_a_reader_would_pair_notes_differently(
      @ForAll("edits") SongEditCase edit) {
    Optional<Boolean> applies = edit.checkResult().map(Optional::isEmpty);
    Statistics.collect(applies);
    Statistics.coverage(seen -> {
      seen.check(Optional.of(true)).percentage(share -> share > 10);
      seen.check(Optional.of(false)).percentage(share -> share > 10);
    });
    if (applies.isPresent()) {
      assertThat(applies.get()).isEqualTo(NaiveSongContent.pairsAsStored(edit.songWithEdit()));
    }
  }

  private static EntityModel<SongKey, SongEntity> song(SongKey key, SongEntity entity) {
    return SongDomain.song(
        Map.of(
                SongKey.header(),
                SongHeader.NEW,
                SongKey.track("t"),
                Track.empty(OrderKey.initial(0)),
                key,
                entity)
            .entrySet());
  }

  private static Note note(int on, int off) {
    return new Note(
        MessagePosition.atLoading(on, 0),
        MessagePosition.atLoading(off, 1),
        0,
        60,
        80,
        Release.DEFAULT);
  }

  private static Optional<Conflict> check(SongEntity present, SongEntity added) {
    return DOMAIN.check(DOMAIN.added(TWO, added), song(ONE, present));
  }

  @Test
  void a_note_within_another_of_the_same_pitch_is_refused_with_a_suggestion() {
    assertThat(check(note(0, 100), note(10, 20)))
        .hasValueSatisfying(conflict ->
            assertThat(conflict)
                .hasToString(
                    "message t/two would be paired differently by a reader of the file, because of"
                        + " message t/one, a note from tick 0 to 100\n"
                        + "  try: move, shorten or remove message t/one first, or use another"
                        + " channel"));
  }

  @Test
  void notes_of_one_pitch_may_overlap_if_the_first_ends_first() {
    assertThat(check(note(0, 100), note(10, 120))).isEmpty();
    assertThat(check(note(0, 100), note(10, 20).withPitch(61))).isEmpty();
    assertThat(check(note(0, 100), note(10, 20).withChannel(1))).isEmpty();
  }

  @Test
  void a_note_after_an_unpaired_note_on_is_refused() {
    SingleMessage unpaired =
        new SingleMessage(MessagePosition.atLoading(5, 0), Message.noteOn(0, 60, 1));
    assertThat(check(unpaired, note(10, 20))).isPresent();
    assertThat(check(unpaired, note(0, 20))).isEmpty();
  }
}

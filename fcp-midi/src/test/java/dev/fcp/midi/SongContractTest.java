package dev.fcp.midi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TrackMessages;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.domain.Walk;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.statistics.Statistics;

class SongContractTest extends DomainContract<EntityModel<SongKey, SongEntity>, SongEvent> {

  private final SongDomain domain = new SongDomain();

  @Override
  protected Domain<EntityModel<SongKey, SongEntity>, SongEvent> domain() {
    return domain;
  }

  @Override
  protected Generator<EntityModel<SongKey, SongEntity>> models() {
    return SongGenerator.models();
  }

  @Override
  protected Generator<SongEvent> events(EntityModel<SongKey, SongEntity> song) {
    return SongEventGenerator.events(song);
  }

  /** Messages in order: whatever the kit makes of them, this is what a file holds. */
  @Override
  protected Object content(EntityModel<SongKey, SongEntity> song) {
    return SongContent.of(song);
  }

  /** Nothing in a song refers to anything. */
  @Override
  protected Set<String> withoutCases() {
    return Set.of("DM-12");
  }

  @Trials(800)
  void events_of_every_type_apply(
      @ForAll("walks") Walk<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    walk.applied().forEach(move -> Statistics.collect(move.event().getClass()));
    Statistics.coverage(seen -> {
      for (Class<?> type : SongEvent.class.getPermittedSubclasses()) {
        seen.check(type).count(count -> count > 0);
      }
    });
  }

  @Trials(80)
  void whatever_happens_a_reader_pairs_as_the_song_says(
      @ForAll("walks") Walk<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    assertThat(walk.models()).allMatch(SongContent::readsAsItSays);
  }

  @Trials(80)
  void the_messages_of_a_track_come_in_the_order_of_its_entities(
      @ForAll("walks") Walk<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    for (EntityModel<SongKey, SongEntity> song : walk.models()) {
      for (SongKey track : song.inOrder()) {
        if (track.isTrack()) {
          assertThat(TrackMessages.of(song, track.track()))
              .extracting(TrackMessages.Entry::key)
              .containsExactlyElementsOf(song.inOrder(track));
        }
      }
    }
  }

  @Trials(80)
  void the_bytes_of_contents_are_those_of_their_values(
      @ForAll("walks") Walk<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    EntityModel<SongKey, SongEntity> song = walk.models().get(0);
    for (Map.Entry<SongKey, SongEntity> entry : song.entities()) {
      CanonicalBytes bytes = new CanonicalBytes();
      song.spec().addContent(entry.getKey(), entry.getValue(), bytes);
      Value content = song.spec().content(entry.getKey(), entry.getValue());
      assertThat(bytes.toByteArray()).isEqualTo(new CanonicalBytes().value(content).toByteArray());
    }
  }

  @Trials(80)
  void whatever_was_done_to_a_song_reading_it_again_is_no_difference(
      @ForAll("walks") Walk<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    for (EntityModel<SongKey, SongEntity> song : walk.models()) {
      EntityModel<SongKey, SongEntity> again = SongRenamingTest.readAgain(song);
      assertThat(again.digest()).isEqualTo(song.digest());
      assertThat(domain().diff(song, again)).isEmpty();
    }
  }
}

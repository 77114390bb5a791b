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
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domain.RandomHistory;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.statistics.Statistics;

class SongContractTest extends DomainContract<EntityModel<SongKey, SongEntity>, SongEvent> {

  private final Domain<EntityModel<SongKey, SongEntity>, SongEvent> domain =
      new ForwardingDomain<>(new SongDomain()) {
        @Override
        public EntityModel<SongKey, SongEntity> replay(
            SongEvent event, EntityModel<SongKey, SongEntity> song) {
          EntityModel<SongKey, SongEntity> after = super.replay(event, song);
          assertThat(SongIndex.of(after))
              .isEqualTo(SongIndex.of(EntityModel.of(after.spec(), after.entities())));
          return after;
        }
      };

  /** The domain; after each edit, undo, redo and rollback, the index equals one from scratch. */
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

  /** The messages in order, computed independently of the entity kit. */
  @Override
  protected Object content(EntityModel<SongKey, SongEntity> song) {
    return NaiveSongContent.of(song);
  }

  /** Songs have no references, so the clause about references does not apply. */
  @Override
  protected Set<String> clausesWithoutCases() {
    return Set.of("DM-12");
  }

  @Trials(800)
  void events_of_every_type_apply(
      @ForAll("histories") RandomHistory<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    walk.applied().forEach(move -> Statistics.collect(move.event().getClass()));
    Statistics.coverage(seen -> {
      for (Class<?> type : SongEvent.class.getPermittedSubclasses()) {
        seen.check(type).count(count -> count > 0);
      }
    });
  }

  @Trials(80)
  void after_any_events_a_reader_pairs_the_notes_of_the_song(
      @ForAll("histories") RandomHistory<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    assertThat(walk.models()).allMatch(NaiveSongContent::pairsAsStored);
  }

  @Trials(80)
  void the_messages_of_a_track_come_in_the_order_of_its_entities(
      @ForAll("histories") RandomHistory<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    for (EntityModel<SongKey, SongEntity> song : walk.models()) {
      for (SongKey track : song.keysInOrder()) {
        if (track.isTrack()) {
          assertThat(TrackMessages.of(song, track.track()))
              .extracting(TrackMessages.PositionedMessage::key)
              .containsExactlyElementsOf(song.keysInOrder(track));
        }
      }
    }
  }

  @Trials(80)
  void appended_content_equals_the_bytes_of_the_content_value(
      @ForAll("histories") RandomHistory<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    EntityModel<SongKey, SongEntity> song = walk.models().get(0);
    for (Map.Entry<SongKey, SongEntity> entry : song.entities()) {
      CanonicalBytes bytes = new CanonicalBytes();
      song.spec().appendContent(entry.getKey(), entry.getValue(), bytes);
      Value content = song.spec().content(entry.getKey(), entry.getValue());
      assertThat(bytes.toByteArray()).isEqualTo(new CanonicalBytes().value(content).toByteArray());
    }
  }

  @Trials(80)
  void rereading_an_edited_song_shows_no_difference(
      @ForAll("histories") RandomHistory<EntityModel<SongKey, SongEntity>, SongEvent> walk) {
    for (EntityModel<SongKey, SongEntity> song : walk.models()) {
      EntityModel<SongKey, SongEntity> again = SongKeyMatcherTest.reread(song);
      assertThat(again.digest()).isEqualTo(song.digest());
      assertThat(domain().diff(song, again)).isEmpty();
    }
  }
}

package dev.fcp.midi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.Release;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.spec.Clause;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rollbacks of songs to which others have added notes in the meantime. */
class SongRollbackTest {

  private static final SongDomain DOMAIN = new SongDomain();

  private static final Origin ANN = Origin.of("ann", "desk", "");
  private static final Origin BOT = Origin.of("bot", "run", "1");
  private static final SongKey TRACK = SongKey.track("t");
  private static final int BEAT = 480;

  private final Session<EntityModel<SongKey, SongEntity>, SongEvent> session =
      Session.create(new SongDomain(), ANN, InMemoryJournal.empty(), SessionSettings.standard());

  private StepId step(Origin origin, List<SongEvent> events) {
    Outcome outcome =
        session.step(EditOptions.of("work", origin), step -> events.forEach(step::emit));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return ((Outcome.Committed) outcome).steps().get(0);
  }

  private static SongEvent added(String id, int from, int to) {
    return DOMAIN.added(SongKey.message("t", id), note(from, to));
  }

  private static Note note(int from, int to) {
    return new Note(
        positionAt(from), positionAt(to), 0, 60, 90, new Release(Release.ReleaseForm.NOTE_OFF, 0));
  }

  private static MessagePosition positionAt(int tick) {
    return new MessagePosition(tick, OrderKey.initial(tick));
  }

  private SongEvent removed(String id) {
    SongKey key = SongKey.message("t", id);
    return DOMAIN.removed(key, session.model());
  }

  /** Adds consecutive notes of one beat each, and lets the bot remove them. */
  private StepId removedByBot(int count) {
    List<SongEvent> added = new ArrayList<>();
    added.add(DOMAIN.added(TRACK, Track.empty(OrderKey.initial(1))));
    for (int i = 0; i < count; i++) {
      added.add(added("old" + i, i * BEAT, (i + 1) * BEAT - 1));
    }
    step(ANN, added);
    List<SongEvent> removed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      removed.add(removed("old" + i));
    }
    return step(BOT, removed);
  }

  @Test
  @Clause("RB-5")
  void each_conflict_names_the_step_that_blocks_its_note() {
    int count = 70;
    StepId botStep = removedByBot(count);
    List<StepId> annSteps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      annSteps.add(step(ANN, List.of(added("new" + i, i * BEAT + 60, i * BEAT + 120))));
    }
    RollbackPlan<SongEvent> plan = session.rollbacks().plan(RollbackSelection.of(botStep));
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts()).hasSize(count);
    for (RollbackPlan.Skipped skipped : plan.conflicts()) {
      StepId blockingStep = annSteps.get(skipped.event().index());
      assertThat(skipped.blockingSteps()).containsExactly(blockingStep);
    }
    annSteps.add(botStep);
    RollbackSelection all = RollbackSelection.of(annSteps.toArray(StepId[]::new));
    assertThat(session.rollbacks().plan(all).isComplete()).isTrue();
  }

  @Test
  @Clause("RB-5")
  void a_conflict_names_both_steps_that_block_a_note() {
    StepId botStep = removedByBot(1);
    StepId first = step(ANN, List.of(added("first", 60, 120)));
    StepId second = step(ANN, List.of(added("second", 130, 180)));
    step(ANN, List.of(added("elsewhere", 4 * BEAT, 5 * BEAT)));
    assertThat(session.rollbacks().plan(RollbackSelection.of(botStep)).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(second, first));
  }

  @Test
  @Clause("RB-5")
  void a_conflict_names_the_step_that_moved_the_blocking_note() {
    Note far = note(4 * BEAT, 4 * BEAT + 60);
    Note near = note(60, 120);
    Note loud = near.withVelocity(99);
    SongKey key = SongKey.message("t", "n");
    StepId track = step(ANN, List.of(DOMAIN.added(TRACK, Track.empty(OrderKey.initial(1)))));
    StepId made = step(ANN, List.of(added("old", 0, BEAT), DOMAIN.added(key, far)));
    StepId botStep = step(BOT, List.of(removed("old")));
    StepId moved = step(ANN, List.of(DOMAIN.between(key, far, near).orElseThrow()));
    StepId louder = step(ANN, List.of(DOMAIN.between(key, near, loud).orElseThrow()));
    assertThat(session.rollbacks().plan(RollbackSelection.of(botStep)).conflicts())
        .singleElement()
        .satisfies(skipped ->
            assertThat(skipped.blockingSteps())
                .containsExactly(moved)
                .doesNotContain(track, made, botStep, louder));
  }

  @Test
  @Clause({"RB-5", "RB-6"})
  void a_note_is_not_moved_back_onto_a_later_note() {
    Note noteBefore = note(0, BEAT);
    Note noteAfter = note(4 * BEAT, 5 * BEAT);
    SongKey key = SongKey.message("t", "n");
    step(ANN, List.of(DOMAIN.added(TRACK, Track.empty(OrderKey.initial(1)))));
    step(ANN, List.of(DOMAIN.added(key, noteBefore)));
    StepId moved = step(BOT, List.of(DOMAIN.between(key, noteBefore, noteAfter).orElseThrow()));
    StepId added = step(ANN, List.of(added("new", 60, 120)));
    RollbackPlan<SongEvent> plan = session.rollbacks().plan(RollbackSelection.of(moved));
    assertThat(plan.events()).isEmpty();
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(added));
    assertThat(session.rollbacks().plan(RollbackSelection.of(moved, added)).isComplete()).isTrue();
    assertThat(session.model().at(key)).isEqualTo(noteAfter);
  }
}

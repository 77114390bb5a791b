package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/**
 * Random programs with ignored steps, compared with a literal implementation of the clause on a
 * list.
 */
@Clause({"SE-31", "SE-1", "SE-21"})
class IgnoredProgramsTest {

  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final Origin ANN = Origin.of("ann", "desk", "");
  private static final List<String> NOTES = List.of("a", "b");

  /**
   * An operation: a write of a unit (ignored or not), undo, redo, or resuming in another process.
   */
  private sealed interface Op {

    record Write(String note, String unit, boolean isIgnored) implements Op {}

    /** Adds a note, or removes it if it is there. */
    record Toggle(String note, boolean isIgnored) implements Op {}

    record Undo(int count) implements Op {}

    record Redo(int count) implements Op {}

    record Resume(boolean fromSnapshot) implements Op {}
  }

  @Provide
  Arbitrary<List<Op>> programs() {
    Arbitrary<Op> writes =
        Combinators.combine(
                Arbitraries.of(NOTES), Arbitraries.of("text", "see"), Arbitraries.of(true, false))
            .as(Op.Write::new);
    return programs(List.of(Tuple.of(6, writes)));
  }

  /** Programs that also add and remove notes, so that steps build on each other. */
  @Provide
  Arbitrary<List<Op>> entangledPrograms() {
    Arbitrary<Boolean> ignored = Arbitraries.of(true, false);
    Arbitrary<Op> writes =
        Combinators.combine(Arbitraries.of("a", "b", "c"), Arbitraries.of("text", "see"), ignored)
            .as(Op.Write::new);
    Arbitrary<Op> toggles =
        Combinators.combine(Arbitraries.of("b", "c"), ignored).as(Op.Toggle::new);
    return programs(List.of(Tuple.of(4, writes), Tuple.of(3, toggles)));
  }

  private static Arbitrary<List<Op>> programs(List<Tuple2<Integer, Arbitrary<Op>>> edits) {
    Arbitrary<Op> undos = Arbitraries.integers().between(0, 3).map(Op.Undo::new);
    Arbitrary<Op> redos = Arbitraries.integers().between(0, 3).map(Op.Redo::new);
    Arbitrary<Op> resumes = Arbitraries.of(true, false).map(Op.Resume::new);
    List<Tuple2<Integer, Arbitrary<Op>>> operations = new ArrayList<>(edits);
    operations.addAll(List.of(Tuple.of(4, undos), Tuple.of(3, redos), Tuple.of(1, resumes)));
    return Arbitraries.frequencyOf(operations).list().ofMaxSize(25);
  }

  @Property(tries = 400)
  void the_applied_steps_are_those_that_the_clause_specifies(@ForAll("programs") List<Op> program) {
    Run run = new Run();
    run.begin();
    program.forEach(run::runAndCompare);
    run.runAndCompare(new Op.Redo(program.size()));
    run.runAndCompare(new Op.Undo(program.size()));
    run.runAndCompare(new Op.Resume(true));
    run.runAndCompare(new Op.Redo(program.size()));
    run.resumeFromLines();
    assertThat(run.session.verify().isValid()).isTrue();
  }

  @Property(tries = 400)
  void undo_and_redo_do_what_the_state_says_and_reverse_each_other(
      @ForAll("entangledPrograms") List<Op> program) {
    Run run = new Run();
    run.begin();
    program.forEach(run::runAndPredict);
    run.resumeFromLines();
    assertThat(run.session.verify().isValid()).isTrue();
  }

  /** A session and the list that it is compared with. */
  private static final class Run {

    private final InMemoryJournal journal = InMemoryJournal.empty();
    private Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session =
        Session.create(DOMAIN, ANN, new AlwaysSnapshotJournal(journal), SessionSettings.standard());
    private final NaiveIgnoredSteps expectedSteps = new NaiveIgnoredSteps();
    private int writeCount;

    /** Creates the initial notes with ignored steps, which undo skips. */
    private void begin() {
      step(
          EditOptions.of("begin", ANN).ignored(),
          DOMAIN.added(NoteKey.board("1"), new NoteEntity.Board("plan", OrderKey.initial(1))));
      for (String note : NOTES) {
        Note empty = new Note("", Optional.empty(), Optional.empty(), OrderKey.initial(1));
        step(EditOptions.of("begin", ANN).ignored(), DOMAIN.added(NoteKey.note("1", note), empty));
      }
    }

    private void step(EditOptions options, NoteEvent event) {
      assertThat(session.step(options, builder -> builder.emit(event)))
          .isInstanceOf(Outcome.Committed.class);
    }

    private void runAndCompare(Op op) {
      run(op);
      assertThat(values()).isEqualTo(expected());
      assertThat(session.state().undoDepth()).isEqualTo(expectedSteps.undoDepth());
      assertThat(session.state().redoDepth()).isEqualTo(expectedSteps.redoDepth());
      assertThat(session.state().canUndo()).isEqualTo(expectedSteps.undoDepth() > 0);
      assertThat(session.state().canRedo()).isEqualTo(expectedSteps.redoDepth() > 0);
      assertThat(session.digest()).isEqualTo(DOMAIN.digestFromScratch(session.model()));
    }

    private void runAndPredict(Op op) {
      switch (op) {
        case Op.Write write -> {
          if (session.model().contains(NoteKey.note("1", write.note()))) {
            run(write);
          }
        }
        case Op.Undo undo -> {
          Digest before = session.digest();
          if (movesAsPredicted(session.state().canUndo(), () -> session.undo(1))
              && movesAsPredicted(session.state().canRedo(), () -> session.redo(1))) {
            assertThat(session.digest()).isEqualTo(before);
            assertThat(movesAsPredicted(true, () -> session.undo(1))).isTrue();
          }
        }
        case Op.Redo redo -> {
          Digest before = session.digest();
          if (movesAsPredicted(session.state().canRedo(), () -> session.redo(1))) {
            assertThat(movesAsPredicted(true, () -> session.undo(1))).isTrue();
            assertThat(session.digest()).isEqualTo(before);
            assertThat(movesAsPredicted(true, () -> session.redo(1))).isTrue();
          }
        }
        case Op.Toggle toggle -> run(toggle);
        case Op.Resume resume -> run(resume);
      }
    }

    private static boolean movesAsPredicted(boolean predicted, Supplier<Outcome> move) {
      boolean moved = move.get() instanceof Outcome.Moved;
      assertThat(moved).isEqualTo(predicted);
      return moved;
    }

    private void run(Op op) {
      switch (op) {
        case Op.Write(var note, var unit, var isIgnored) -> {
          String value = "v" + writeCount++;
          EditOptions options = EditOptions.of("write", ANN);
          NoteKey key = NoteKey.note("1", note);
          step(
              isIgnored ? options.ignored() : options,
              DOMAIN.changed(key, session.model(), unit, Value.of(value)));
          expectedSteps.write(new NaiveIgnoredSteps.Write(note + unit, value, isIgnored));
        }
        case Op.Toggle(var note, var isIgnored) -> {
          NoteKey key = NoteKey.note("1", note);
          EditOptions options = EditOptions.of("toggle", ANN);
          Note empty = new Note("", Optional.empty(), Optional.empty(), OrderKey.initial(1));
          step(
              isIgnored ? options.ignored() : options,
              session.model().contains(key)
                  ? DOMAIN.removed(key, session.model())
                  : DOMAIN.added(key, empty));
        }
        case Op.Undo(var count) -> {
          int stepCount = Math.min(count, expectedSteps.undoDepth());
          requireMoved(session.with(EditOptions.of("undo", ANN)).undo(stepCount), stepCount);
          expectedSteps.undo(stepCount);
        }
        case Op.Redo(var count) -> {
          int stepCount = Math.min(count, expectedSteps.redoDepth());
          requireMoved(session.with(EditOptions.of("redo", ANN)).redo(stepCount), stepCount);
          expectedSteps.redo(stepCount);
        }
        case Op.Resume(var fromSnapshot) ->
            session =
                Session.resume(
                    DOMAIN,
                    fromSnapshot ? journal : new AlwaysSnapshotJournal(journal),
                    SessionSettings.standard());
      }
    }

    private void resumeFromLines() {
      Digest digest = session.digest();
      InMemoryJournal read = InMemoryJournal.of(journal.lines());
      session = Session.resume(DOMAIN, read, SessionSettings.standard());
      assertThat(session.digest()).isEqualTo(digest);
    }

    private static void requireMoved(Outcome outcome, int steps) {
      if (steps == 0) {
        assertThat(outcome).isEqualTo(new Outcome.Unchanged());
      } else {
        assertThat(outcome)
            .isInstanceOfSatisfying(
                Outcome.Moved.class, moved -> assertThat(moved.steps()).hasSize(steps));
      }
    }

    private Map<String, String> values() {
      Map<String, String> values = new HashMap<>();
      for (String note : NOTES) {
        Note found = (Note) session.model().at(NoteKey.note("1", note));
        values.put(note + "text", found.text());
        values.put(note + "see", found.see().orElse(""));
      }
      return values;
    }

    private Map<String, String> expected() {
      Map<String, String> values = new HashMap<>();
      for (String note : NOTES) {
        values.put(note + "text", expectedSteps.values().getOrDefault(note + "text", ""));
        values.put(note + "see", expectedSteps.values().getOrDefault(note + "see", ""));
      }
      return values;
    }
  }
}

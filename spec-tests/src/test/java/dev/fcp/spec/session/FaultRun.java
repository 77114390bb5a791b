package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Limits;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.session.Foreseen.Named;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One run of a program in which some calls fail. After a failure the session may be where it was
 * before the operation or where it is after it; the run follows both courses, and drops the one
 * that the next operation that succeeds shows to be wrong. One must always be left.
 */
final class FaultRun {

  static final CounterDomain DOMAIN = new CounterDomain();
  private static final byte[] FILE = "5 # five\n".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_FAULTS = 2;

  /** Typed, so that a step it may not join, or has to join, is found. */
  private static final SessionOp PROBE = new SessionOp.Typed("k", List.of(CounterWords.add(1)));

  private final Foreseen foreseen;
  private final InMemoryJournal kept = InMemoryJournal.empty();
  private final Faults faults;
  private final FaultyWorld world;

  /** What the session may have gone through. */
  private List<List<Named>> courses = List.of(List.of());

  /** How many calls there had been when the operation after the first failure had ended. */
  private int callsUntilRecovery;

  /** How many calls the program itself made, without what was done to look at the session then. */
  private int callsOfProgram;

  private FaultRun(Foreseen foreseen, Set<Integer> failing) {
    this.foreseen = foreseen;
    this.faults = new Faults(failing);
    this.world = new FaultyWorld(faults, kept);
  }

  /**
   * Runs a program with these calls failing; all that must hold is asserted on the way.
   *
   * @param foreseen what the naive interpreter says
   */
  static FaultRun of(List<SessionOp> program, Foreseen foreseen, Set<Integer> failing) {
    FaultRun run = new FaultRun(foreseen, failing);
    SessionDriver<Counter, CounterEvent> driver = run.open();
    for (int i = 0; i < program.size(); i++) {
      run.attempt(driver, new Named(program.get(i), "" + i));
    }
    run.callsOfProgram = run.faults.callCount();
    run.probe(driver);
    return run;
  }

  Faults faults() {
    return faults;
  }

  int callsOfProgram() {
    return callsOfProgram;
  }

  int callsUntilRecovery() {
    return callsUntilRecovery;
  }

  /** Opens the session; where that fails, opening again works, or the journal can be resumed. */
  private SessionDriver<Counter, CounterEvent> open() {
    for (int attempt = 0; attempt <= MAX_FAULTS; attempt++) {
      try {
        SessionDriver<Counter, CounterEvent> driver =
            new SessionDriver<>(
                opened(Limits.none()), this::opened, CounterWords.VOCABULARY, faults.bodies());
        noteRecovery();
        assertThat(seen(driver)).isEqualTo(foreseen.of(List.of()).seen());
        return driver;
      } catch (RuntimeException | Error failure) {
        requireInjected(failure);
        assertThat(kept.lastNumber()).isBetween(0L, 1L);
      }
    }
    throw new AssertionError("the session cannot be opened after " + faults.thrownAt());
  }

  private Session<Counter, CounterEvent> opened(Limits limits) {
    return world.watched(unwatched(limits));
  }

  private Session<Counter, CounterEvent> unwatched(Limits limits) {
    if (kept.lastNumber() > 0) {
      return Session.resume(world.domain(), world.journal(), world.settings().with(limits));
    }
    if (!foreseen.fromFile()) {
      return Session.create(
          world.domain(), SessionDriver.ORIGIN, world.journal(), world.settings());
    }
    ReadResult.Readable<Counter> file = (ReadResult.Readable<Counter>) DOMAIN.format().read(FILE);
    return Session.open(
        world.domain(), file, SessionDriver.ORIGIN, world.journal(), world.settings());
  }

  /** Runs an operation and tells whether it came to an end. */
  private boolean attempt(SessionDriver<Counter, CounterEvent> driver, Named op) {
    int before = faults.thrown().size();
    try {
      Ending ending = driver.run(op.op(), op.label());
      noteRecovery();
      if (ending == Ending.REFUSED && isForFault(op.op(), before)) {
        requireForeseen(seen(driver));
        return false;
      }
      keepCourses(driver, op, ending);
      return true;
    } catch (RuntimeException | Error failure) {
      requireInjected(failure);
      List<List<Named>> either = new ArrayList<>(courses);
      courses.forEach(course -> either.add(followed(course, op)));
      courses = either;
      requireForeseen(seen(driver));
      return false;
    }
  }

  /** A guard that fails refuses, and so does a step that cannot be taken back for a failure. */
  private boolean isForFault(SessionOp op, int before) {
    boolean plans =
        switch (op) {
          case SessionOp.Rollback rollback -> true;
          case SessionOp.UndoOwn undo -> true;
          case SessionOp.RedoOwn redo -> true;
          case SessionOp other -> false;
        };
    return faults.thrownSince(before, Callback.GUARD) || (plans && faults.thrown().size() > before);
  }

  private void requireForeseen(Observation now) {
    assertThat(courses.stream().map(course -> foreseen.of(course).seen())).contains(now);
  }

  private static List<Named> followed(List<Named> course, Named op) {
    List<Named> longer = new ArrayList<>(course);
    longer.add(op);
    return longer;
  }

  private void keepCourses(SessionDriver<Counter, CounterEvent> driver, Named op, Ending ending) {
    Foreseen.Fate now = new Foreseen.Fate(ending, seen(driver));
    List<List<Named>> left =
        courses.stream()
            .map(course -> followed(course, op))
            .filter(course -> foreseen.of(course).equals(now))
            .toList();
    if (left.isEmpty()) {
      throw new AssertionError(
          "%s after %s, failed at %s".formatted(now, courses, faults.thrownAt()));
    }
    courses = left;
  }

  /** What is seen of the session, by one whom nothing fails. */
  private Observation seen(SessionDriver<Counter, CounterEvent> driver) {
    return faults.without(driver::observe);
  }

  /** A step, its undo and its redo succeed, and the journal tells of the same session. */
  private void probe(SessionDriver<Counter, CounterEvent> driver) {
    int attempts = 0;
    while (!attempt(driver, new Named(PROBE, "probe" + attempts))) {
      attempts++;
      assertThat(attempts).isLessThanOrEqualTo(MAX_FAULTS);
    }
    assertThat(attempt(driver, new Named(new SessionOp.Undo(1), "undo"))).isTrue();
    assertThat(attempt(driver, new Named(new SessionOp.Redo(1), "redo"))).isTrue();
    assertThat(foreseen.told(kept.lines())).isEqualTo(seen(driver));
  }

  private void noteRecovery() {
    if (callsUntilRecovery == 0 && !faults.thrown().isEmpty()) {
      callsUntilRecovery = faults.callCount();
    }
  }

  private void requireInjected(Throwable failure) {
    assertThat(faults.thrown()).as("only what was injected may come out").contains(failure);
  }
}

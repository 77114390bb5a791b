package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.NaiveListLog;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The verdict on a log does not depend on what the log shows of its state. */
class HiddenStateTest {

  /** Parts of the state that a driver may show beside the results of calls. */
  private static final List<Set<Aspect>> VIEWS =
      List.of(
          EnumSet.of(Aspect.RETURNS),
          EnumSet.of(Aspect.RETURNS, Aspect.RECENT),
          EnumSet.of(Aspect.RETURNS, Aspect.CURSOR),
          EnumSet.of(Aspect.RETURNS, Aspect.CHECKPOINTS),
          EnumSet.of(Aspect.RETURNS, Aspect.ENTRIES),
          EnumSet.allOf(Aspect.class));

  /** The only effect of this fault is a sentinel in the list. */
  private static final Set<LogFault> UNOBSERVABLE_IN_RESULTS =
      EnumSet.of(LogFault.APPEND_CUTS_TO_SENTINEL);

  /** Faults that another clause explains as well in one of the views. */
  private static final Set<LogFault> EXPLAINED_BY_OTHERS =
      EnumSet.of(
          LogFault.APPEND_CUTS_TO_SENTINEL,
          LogFault.CHECKPOINT_PAST_SENTINEL,
          LogFault.CHECKPOINT_NO_SENTINEL,
          LogFault.CHECKPOINT_TAIL_APPLIED,
          LogFault.REUSE_KEEPS_OLD);

  /**
   * Faults whose effects are so many that they break several required clauses in one of the views.
   */
  private static final Set<LogFault> WITH_SEVERAL_EFFECTS =
      EnumSet.of(
          LogFault.APPEND_FRONT,
          LogFault.APPEND_SKIPS_EQUAL,
          LogFault.APPEND_AT_END,
          LogFault.APPEND_CUTS_TO_SENTINEL,
          LogFault.REDO_COUNTS_SENTINELS,
          LogFault.REDO_STOPS_AT_SENTINEL,
          LogFault.CHECKPOINT_PAST_SENTINEL,
          LogFault.CHECKPOINT_COUNTS_EVENTS,
          LogFault.CHECKPOINT_FRONT,
          LogFault.CHECKPOINT_ONE_SENTINEL,
          LogFault.CHECKPOINT_TAIL_APPLIED,
          LogFault.UNDO_TO_EMPTY_NULL,
          LogFault.UNDO_TO_UNKNOWN_CUTS,
          LogFault.APPEND_CLAMPS_NAMES,
          LogFault.REUSE_KEEPS_OLD);

  private static Report report(
      Set<Aspect> view, Optional<RedoTail> redoTail, Supplier<? extends LogUnderTest<String>> log)
      throws DriverException {
    DriverCapabilities capabilities =
        new DriverCapabilities("hidden", redoTail, view, EnumSet.allOf(LogMethod.class));
    return ConformanceSuite.run(
        new InProcessDriver(capabilities, log),
        VectorFile.vectors(),
        RunSettings.all(1, Tries.of(300)),
        fault -> {});
  }

  private static List<LogFault> faults() {
    return Tries.sweep(List.of(LogFault.values()));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void a_fault_breaks_a_required_clause_exactly_if_its_own_is_required(LogFault fault)
      throws DriverException {
    boolean isRequired = SpecClause.requiredIds().contains(fault.clause());
    for (Set<Aspect> view : Tries.sweep(VIEWS)) {
      Report report =
          report(view, Optional.of(RedoTail.KEEPS), () -> new FaultyLog(EnumSet.of(fault)));
      if (view.contains(Aspect.ENTRIES) || !UNOBSERVABLE_IN_RESULTS.contains(fault)) {
        assertThat(report.isConforming())
            .as(() -> view + "\n" + ConsoleReport.render(report))
            .isEqualTo(!isRequired);
      }
      assertThat(report.countRequiredFailed())
          .as(() -> view + "\n" + ConsoleReport.render(report))
          .isLessThanOrEqualTo(WITH_SEVERAL_EFFECTS.contains(fault) ? 4 : 1);
      if (isRequired && !EXPLAINED_BY_OTHERS.contains(fault)) {
        assertThat(report.failures())
            .as(() -> view + "\n" + ConsoleReport.render(report))
            .anyMatch(failure -> failure.suspects().contains(fault.clause()));
      }
    }
  }

  private static List<LogDecisions> decisions() {
    return Tries.sweep(LogDecisions.byDistanceFrom(LogDecisions.of(RedoTail.KEEPS)));
  }

  @ParameterizedTest
  @MethodSource("decisions")
  void whatever_a_log_decides_declares_and_shows_it_breaks_no_required_clause(
      LogDecisions decisions) throws DriverException {
    for (Set<Aspect> view : Tries.sweep(VIEWS)) {
      for (RedoTail declared : RedoTail.values()) {
        Report report = report(view, Optional.of(declared), () -> new NaiveListLog<>(decisions));
        assertThat(report.isConforming())
            .as(() -> view + ", declared " + declared + "\n" + ConsoleReport.render(report))
            .isTrue();
      }
    }
  }

  /** The answers to CP-4 that a log may declare, and none. */
  static Stream<Optional<RedoTail>> declarations() {
    return Stream.concat(
        Stream.of(RedoTail.values()).map(Optional::of), Stream.of(Optional.empty()));
  }

  @ParameterizedTest
  @MethodSource("declarations")
  void a_checkpoint_that_swallows_undone_events_is_found_whatever_is_declared(
      Optional<RedoTail> declared) throws DriverException {
    for (Set<Aspect> view : Tries.sweep(VIEWS)) {
      Report report =
          report(view, declared, () -> new FaultyLog(EnumSet.of(LogFault.CHECKPOINT_TAIL_APPLIED)));
      assertThat(report.failures())
          .as(view + ", declared " + declared)
          .anyMatch(failure -> failure.isRequired() && failure.suspects().contains("EL-1"));
    }
  }
}

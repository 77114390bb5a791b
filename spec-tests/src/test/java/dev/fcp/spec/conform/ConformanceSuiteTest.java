package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.conform.Driver.Reply;
import dev.fcp.spec.conform.DriverException.Kind;
import dev.fcp.spec.conform.Report.Verdict;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Runs whose driver fails repeatedly. */
class ConformanceSuiteTest {

  private final List<String> faults = new ArrayList<>();

  /** The driver of a correct log that fails at every undo of more than one event. */
  private static final class FailsAtUndoDriver implements Driver {

    private final Driver delegate =
        new InProcessDriver(
            DriverCapabilities.all("fails at undo", RedoTail.KEEPS), NaiveListLog::new);
    private final Kind kind;
    private int undoCount;

    FailsAtUndoDriver(Kind kind) {
      this.kind = kind;
    }

    @Override
    public DriverCapabilities capabilities() throws DriverException {
      return delegate.capabilities();
    }

    @Override
    public Reply newLog() throws DriverException {
      return delegate.newLog();
    }

    @Override
    public Reply call(Call call) throws DriverException {
      if (call.method() == LogMethod.UNDO && call.count() > 1) {
        undoCount++;
        throw new DriverException(kind, "at undo");
      }
      return delegate.call(call);
    }

    @Override
    public void close() {}
  }

  /** A log that reports a modified state. */
  private static class ModifiedDriver implements Driver {

    private final Driver delegate =
        new InProcessDriver(DriverCapabilities.all("changed", RedoTail.KEEPS), NaiveListLog::new);
    private final BiFunction<Optional<Call>, Reply, Reply> change;

    ModifiedDriver(BiFunction<Optional<Call>, Reply, Reply> change) {
      this.change = change;
    }

    @Override
    public DriverCapabilities capabilities() throws DriverException {
      return delegate.capabilities();
    }

    @Override
    public Reply newLog() throws DriverException {
      return change.apply(Optional.empty(), delegate.newLog());
    }

    @Override
    public Reply call(Call call) throws DriverException {
      return change.apply(Optional.of(call), delegate.call(call));
    }

    @Override
    public void close() {}
  }

  private static Report report(Driver driver, Optional<String> only) throws DriverException {
    return ConformanceSuite.run(
        driver,
        VectorFile.vectors(),
        new RunSettings(only, 1, Tries.of(100), 12),
        driverFault -> {});
  }

  @Test
  void a_broken_recommendation_at_the_beginning_hides_no_required_clause() throws DriverException {
    Report report =
        report(
            new ModifiedDriver((call, reply) -> {
              ObjectNode state = reply.state().put("canUndo", true);
              return call.map(Call::method).equals(Optional.of(LogMethod.UNDO))
                  ? new Reply(new CallResult.Returned(Json.textArray(List.of("junk"))), state)
                  : new Reply(reply.result(), state);
            }),
            Optional.empty());
    assertThat(report.failures())
        .extracting(Failure::clause)
        .contains("EL-13", "EL-4", "EL-5", "EL-6", "EL-11");
    assertThat(report.isConforming()).isFalse();
    assertThat(report.notObserved().values())
        .containsExactly(List.of("EL-17", "EL-19"), List.of("EL-23", "EL-24"));
  }

  @Test
  void a_lost_name_does_not_hide_a_wrong_return_to_another() {
    Set<LogFault> faults = EnumSet.of(LogFault.APPEND_CLAMPS_NAMES, LogFault.UNDO_TO_OLDEST_FIRST);
    DriverCapabilities greeting = DriverCapabilities.all("two faults", RedoTail.KEEPS);
    List<Call> program = Call.parse("cp(c) undoTo(c) a cp(d) b a undoTo(d)");
    VectorResult outcome =
        new VectorRunner(new InProcessDriver(greeting, () -> new FaultyLog(faults)), greeting)
            .run(new Fuzzer(greeting).vectorOf(program));
    assertThat(outcome.deviations())
        .extracting(VectorResult.Deviation::clause)
        .containsExactly("CP-10", "CP-5");
  }

  @Test
  void a_wrong_answer_to_a_query_hides_no_required_clause() throws DriverException {
    Report report =
        report(
            new ModifiedDriver((call, reply) -> {
              ObjectNode state = reply.state().putNull("recent");
              return call.map(Call::method).equals(Optional.of(LogMethod.UNDO))
                  ? new Reply(new CallResult.Returned(Json.textArray(List.of("junk"))), state)
                  : new Reply(reply.result(), state);
            }),
            Optional.empty());
    assertThat(report.failures()).extracting(Failure::clause).contains("EL-10", "EL-4", "EL-6");
    assertThat(ConsoleReport.render(report)).contains("  program   a new log\n");
    assertThat(report.notObserved().values())
        .containsExactly(List.of("EL-17", "EL-19"), List.of("EL-23", "EL-24"));
  }

  @ParameterizedTest
  @EnumSource(names = {"DIES", "PRINTS_TEXT", "MALFORMED_JSON"})
  void the_program_of_a_failing_driver_is_made_shorter_as_well(Kind kind) throws DriverException {
    Report report = run(new FailsAtUndoDriver(kind), 0);
    assertThat(report.failures())
        .filteredOn(failure -> failure.clause().equals("EL-6"))
        .extracting(failure -> failure.programText() + ": " + failure.deviation().actual())
        .containsExactly("undo(2): the driver " + kind.text() + ": at undo");
    assertThat(report.driverFaults()).noneMatch(fault -> fault.startsWith("shrinking"));
    assertThat(report.conclusion())
        .startsWith("The driver failed. Apart from that, no broken required");
  }

  /**
   * The first loses names without a truncation, the second loses track: positions after the end.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"APPEND_CLAMPS_NAMES", "REUSE_REMOVES_SENTINEL"})
  void only_a_fault_in_a_required_clause_breaks_required_clauses(LogFault fault)
      throws DriverException {
    Report report = report(FaultsPage.driver(fault), Optional.empty());
    assertThat(report.isConforming())
        .as(ConsoleReport.render(report))
        .isNotEqualTo(SpecClause.requiredIds().contains(fault.clause()));
  }

  @Test
  void programs_that_end_early_are_counted_and_pass_no_clause() throws DriverException {
    Driver driver =
        new ModifiedDriver((call, reply) ->
            call.map(Call::method).equals(Optional.of(LogMethod.APPEND))
                ? new Reply(new CallResult.Threw("never"), reply.state())
                : reply);
    Report report = report(driver, Optional.of("CP"));
    int ended = report.endedAt().get("EL-2");
    assertThat(ended).isGreaterThan(100);
    assertThat(ConsoleReport.render(report))
        .contains(ended + " programs ended before the requested clauses, at EL-2\n")
        .contains("not observed: CP-8, CP-9, CP-10, CP-12, CP-13 (no program reached it)")
        .contains("No broken required clause of CP was observed;");
    SpecClause cut = SpecClause.logClauses().get("CP-9");
    assertThat(report.verdict(cut)).isEqualTo(Verdict.NOT_OBSERVED);
    assertThat(report(driver, Optional.empty()).endedAt()).isEmpty();
  }

  @Test
  void a_failure_after_a_reply_is_attributed_to_the_call_that_was_replied_to()
      throws DriverException {
    Driver correct = new ModifiedDriver((call, reply) -> reply);
    int[] callCount = {0};
    Driver late =
        new ModifiedDriver((call, reply) -> reply) {
          @Override
          public Reply newLog() throws DriverException {
            if (++callCount[0] == 2) {
              throw new DriverException(Kind.PRINTS_TEXT, "bye", true);
            }
            return super.newLog();
          }
        };
    Vector first = VectorFile.vectors().getFirst();
    Report report = run(late, 2);
    assertThat(report.driverFaults())
        .containsExactly(
            "vector %s, step %d (%s): the driver prints other text: bye"
                .formatted(
                    first.name(),
                    first.steps().size(),
                    Call.text(List.of(first.program().getLast()))));
    assertThat(report.counts().vectorCount()).isEqualTo(run(correct, 2).counts().vectorCount());
  }

  private Report run(Driver driver, int hangs) throws DriverException {
    RunSettings settings = new RunSettings(Optional.empty(), 1, 100, hangs);
    return ConformanceSuite.run(driver, VectorFile.vectors(), settings, faults::add);
  }

  @Test
  void a_driver_that_crashes_repeatedly_is_run_to_the_end() throws DriverException {
    Report report = run(new FailsAtUndoDriver(Kind.DIES), 2);
    assertThat(report.abortNotice()).isEmpty();
    assertThat(report.counts().programCount()).isEqualTo(100);
    assertThat(report.driverFaults()).hasSizeGreaterThan(50).isEqualTo(faults);
    assertThat(report.isConforming()).isFalse();
  }

  @Test
  void a_run_is_aborted_when_the_driver_has_hung_too_often() throws DriverException {
    FailsAtUndoDriver driver = new FailsAtUndoDriver(Kind.HANGS);
    Report report = run(driver, 3);
    assertThat(driver.undoCount).isBetween(4, 3 + ConformanceSuite.MAX_SHRINK_HANGS);
    assertThat(report.failures()).extracting(Failure::programText).contains("a b undo(2)");
    assertThat(faults).hasSize(3).allMatch(fault -> fault.startsWith("vector "));
    assertThat(report.counts().programCount()).isZero();
    int all =
        report.counts().vectorCount()
            + report.counts().skippedCount()
            + report.counts().notRunCount();
    assertThat(all).isEqualTo(VectorFile.vectors().size() + LongPrograms.vectors().size() + 100);
    String message =
        "aborted, because the driver hung 3 times: "
            + report.counts().notRunCount()
            + " vectors and";
    assertThat(ConsoleReport.render(report))
        .contains(message)
        .contains("failures of the driver: 3");
    assertThat(HtmlReport.render(report)).contains(message);
    assertThat(MarkdownReport.render(report)).contains(message);
    assertThat(JUnitReport.render(report)).contains(message);
  }

  @Test
  void clauses_that_an_aborted_run_did_not_reach_are_not_observed() throws DriverException {
    Report whole = run(new FailsAtUndoDriver(Kind.HANGS), 0);
    Report report = run(new FailsAtUndoDriver(Kind.HANGS), 1);
    assertThat(whole.abortNotice()).isEmpty();
    assertThat(report.count(Verdict.NOT_OBSERVED)).isGreaterThan(whole.count(Verdict.NOT_OBSERVED));
  }
}

package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.conform.Driver.Reply;
import dev.fcp.spec.conform.DriverException.Kind;
import dev.fcp.spec.conform.Report.Verdict;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Runs whose driver fails repeatedly. */
class ConformanceSuiteTest {

  private final List<String> faults = new ArrayList<>();

  /** The driver of a correct log that fails at every undo of more than one event. */
  private static class FailsAtUndoDriver extends ModifiedDriver {

    private final Kind kind;
    private int undoCount;

    FailsAtUndoDriver(Kind kind) {
      super((call, reply) -> reply);
      this.kind = kind;
    }

    @Override
    public Reply call(Call call) throws DriverException {
      if (call.method() == LogMethod.UNDO && call.count() > 1) {
        undoCount++;
        throw new DriverException(kind, "at undo");
      }
      return correct().call(call);
    }
  }

  private static Report report(Driver driver, Optional<String> only) throws DriverException {
    return ConformanceSuite.run(
        driver, VectorFile.vectors(), new RunSettings(only, 1, Tries.of(100)), driverFault -> {});
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
    assertThat(report.failures()).extracting(Failure::clause).contains("EL-13", "EL-4");
    assertThat(report.isConforming()).isFalse();
    assertThat(report.notObserved().values())
        .containsExactly(
            List.of("EL-17", "EL-19", "CP-8"), List.of("EL-24"), List.of("CP-12", "CP-13"));
  }

  @Test
  void a_lost_sentinel_does_not_hide_a_wrong_return() {
    Set<LogFault> faults =
        EnumSet.of(LogFault.REUSE_REMOVES_SENTINEL, LogFault.UNDO_TO_OLDEST_FIRST);
    DriverCapabilities capabilities = DriverCapabilities.all("two faults", RedoTail.KEEPS);
    List<Call> program = Call.parse("cp(c) cp(c) a b undoTo(c)");
    VectorResult outcome =
        new VectorRunner(
                new InProcessDriver(capabilities, () -> new FaultyLog(faults)), capabilities)
            .run(new Fuzzer(capabilities).vectorOf(program));
    assertThat(outcome.deviations())
        .extracting(VectorResult.Deviation::clause)
        .containsExactly("CP-15", "CP-5");
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
    assertThat(report.failures()).extracting(Failure::clause).contains("EL-10", "EL-4");
    assertThat(ConsoleReport.render(report)).contains("  program   a new log\n");
    assertThat(report.notObserved().values())
        .containsExactly(
            List.of("EL-17", "EL-19", "CP-8"), List.of("EL-24"), List.of("CP-12", "CP-13"));
  }

  @ParameterizedTest
  @EnumSource(names = {"DIES", "PRINTS_TEXT", "MALFORMED_JSON"})
  void the_program_of_a_failing_driver_is_made_shorter_as_well(Kind kind) throws DriverException {
    Report report = run(new FailsAtUndoDriver(kind));
    assertThat(report.failures())
        .filteredOn(failure -> failure.clause().equals("EL-4"))
        .extracting(failure -> failure.programText() + ": " + failure.deviation().actual())
        .containsExactly("a a undo(2): the driver " + kind.text() + ": at undo");
    assertThat(report.driverFaults()).noneMatch(fault -> fault.startsWith("shrinking"));
    assertThat(report.conclusion())
        .startsWith("The driver failed. Apart from that, no broken required");
  }

  /** The driver of a log whose undo returns junk in some of the programs. */
  private static Driver wrongUndoIn(IntPredicate programs) {
    int[] programCount = {0};
    return new ModifiedDriver((call, reply) -> {
      programCount[0] += call.isEmpty() ? 1 : 0;
      return call.map(Call::method).equals(Optional.of(LogMethod.UNDO))
              && programs.test(programCount[0])
          ? new Reply(new CallResult.Returned(Json.textArray(List.of("junk"))), reply.state())
          : reply;
    });
  }

  @Test
  void a_failure_that_never_repeats_is_flaky_and_counts_as_broken() throws DriverException {
    Report report = report(wrongUndoIn(program -> program == 2), Optional.empty());
    assertThat(report.failures()).hasSize(1);
    assertThat(report.isConforming()).isFalse();
    String notice = "failed again in 0 of 10 runs of this program; the clause counts as broken";
    assertThat(ConsoleReport.render(report)).contains("\n  flaky     " + notice + "\n");
    assertThat(HtmlReport.render(report)).contains("<strong>Flaky</strong>: " + notice);
    assertThat(MarkdownReport.render(report)).contains("**Flaky**: " + notice);
    assertThat(JUnitReport.render(report)).contains("flaky: " + notice);
  }

  @Test
  void a_failure_that_repeats_sometimes_is_reported_with_its_rate_and_a_short_program()
      throws DriverException {
    Report report = report(wrongUndoIn(program -> program % 4 == 0), Optional.empty());
    assertThat(report.failures())
        .filteredOn(failure -> failure.clause().equals("EL-11"))
        .extracting(Failure::programText)
        .containsExactly("a undo");
    assertThat(report.failures())
        .filteredOn(failure -> failure.clause().equals("EL-11"))
        .extracting(failure -> report.flakyNotice(failure).orElseThrow())
        .singleElement()
        .asString()
        .matches("failed again in [23] of 10 runs of this program; .*");
  }

  @Test
  void a_failure_that_always_repeats_is_not_flaky() throws DriverException {
    Report wrong = report(FaultsPage.driver(LogFault.EMPTY_CURSOR_ONE), Optional.empty());
    assertThat(wrong.failures()).extracting(Failure::programText).contains("a new log");
    assertThat(wrong.flakyFailures()).isEmpty();
    for (Kind kind : Kind.values()) {
      assertThat(run(new FailsAtUndoDriver(kind)).flakyFailures()).isEmpty();
    }
  }

  @Test
  void a_failure_of_the_driver_that_does_not_repeat_is_flaky() throws DriverException {
    Iterator<Kind> kinds = List.of(Kind.HANGS).iterator();
    Driver driver =
        new FailsAtUndoDriver(Kind.HANGS) {
          @Override
          public Reply call(Call call) throws DriverException {
            if (call.method() == LogMethod.UNDO && kinds.hasNext()) {
              throw new DriverException(kinds.next(), "at undo");
            }
            return correct().call(call);
          }
        };
    assertThat(run(driver).flakyFailures().values()).containsExactly(new Report.Reruns(0, 10));
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
        .contains("CP-9, CP-10")
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
    Report report = run(late);
    assertThat(report.driverFaults())
        .containsExactly(
            "vector %s, step %d (%s): the driver prints other text: bye"
                .formatted(
                    first.name(),
                    first.steps().size(),
                    Call.text(List.of(first.program().getLast()))));
    assertThat(report.counts().vectorCount()).isEqualTo(run(correct).counts().vectorCount());
  }

  private Report run(Driver driver) throws DriverException {
    return ConformanceSuite.run(driver, VectorFile.vectors(), RunSettings.all(1, 100), faults::add);
  }

  @ParameterizedTest
  @EnumSource(names = {"HANGS", "DIES", "DRIVER_ERROR", "PROTOCOL_VIOLATION"})
  void a_driver_that_fails_three_times_alike_is_given_up(Kind kind) throws DriverException {
    FailsAtUndoDriver driver = new FailsAtUndoDriver(kind);
    Report report = run(driver);
    assertThat(driver.undoCount).isLessThan(30);
    assertThat(faults).hasSize(3).allMatch(fault -> fault.startsWith("vector "));
    assertThat(report.isConforming()).isFalse();
    assertThat(report.counts().programCount()).isZero();
    int all =
        report.counts().vectorCount()
            + report.counts().skippedCount()
            + report.counts().notRunCount();
    assertThat(all).isEqualTo(VectorFile.vectors().size() + LongPrograms.vectors().size() + 100);
    String message =
        "given up, because the driver failed 3 times alike at undo: correct that call and run again; "
            + report.counts().notRunCount()
            + " vectors and random programs were not run";
    assertThat(ConsoleReport.render(report))
        .contains(message)
        .contains("failures of the driver: 3");
    assertThat(HtmlReport.render(report)).contains(message);
    assertThat(MarkdownReport.render(report)).contains(message);
    assertThat(JUnitReport.render(report)).contains(message);
  }

  @Test
  void hangs_while_programs_are_shrunk_are_limited() throws DriverException {
    FailsAtUndoDriver driver = new FailsAtUndoDriver(Kind.HANGS);
    Report report = run(driver);
    assertThat(driver.undoCount).isBetween(4, 3 + ConformanceSuite.MAX_SHRINK_HANGS);
    assertThat(report.failures()).extracting(Failure::programText).contains("a b undo(2)");
  }

  @Test
  void failures_that_are_not_alike_do_not_add_up() throws DriverException {
    Iterator<Kind> kinds =
        Stream.of(Kind.values()).flatMap(kind -> Stream.of(kind, kind)).iterator();
    Driver driver =
        new FailsAtUndoDriver(Kind.DIES) {
          @Override
          public Reply call(Call call) throws DriverException {
            if (call.method() == LogMethod.UNDO && kinds.hasNext()) {
              throw new DriverException(kinds.next(), "at undo");
            }
            return correct().call(call);
          }
        };
    Report report = run(driver);
    assertThat(report.abortNotice()).isEmpty();
    assertThat(report.counts().programCount()).isEqualTo(100);
    assertThat(faults).hasSize(2 * Kind.values().length);
  }

  @Test
  void clauses_that_a_given_up_run_did_not_reach_are_not_observed() throws DriverException {
    Report whole = run(new ModifiedDriver((call, reply) -> reply));
    Report report = run(new FailsAtUndoDriver(Kind.DIES));
    assertThat(whole.abortNotice()).isEmpty();
    assertThat(report.count(Verdict.NOT_OBSERVED)).isGreaterThan(whole.count(Verdict.NOT_OBSERVED));
  }
}

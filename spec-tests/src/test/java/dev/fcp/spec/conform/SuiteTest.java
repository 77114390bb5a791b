package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.conform.DriverFault.Kind;
import dev.fcp.spec.conform.LogDriver.Reply;
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

/** What a run does when its driver fails again and again. */
class SuiteTest {

  private final List<String> news = new ArrayList<>();

  /** The driver of a right log that fails at every undo of more than one event. */
  private static final class FailsAtUndo implements LogDriver {

    private final LogDriver right =
        new InProcessDriver(Greeting.all("fails at undo", RedoTail.KEEPS), NaiveListLog::new);
    private final Kind kind;
    private int asked;

    FailsAtUndo(Kind kind) {
      this.kind = kind;
    }

    @Override
    public Greeting greeting() throws DriverFault {
      return right.greeting();
    }

    @Override
    public Reply fresh() throws DriverFault {
      return right.fresh();
    }

    @Override
    public Reply call(Call call) throws DriverFault {
      if (call.verb() == Verb.UNDO && call.count() > 1) {
        asked++;
        throw new DriverFault(kind, "at undo");
      }
      return right.call(call);
    }

    @Override
    public void close() {}
  }

  /** A log that shows something else than it holds. */
  private static class Changed implements LogDriver {

    private final LogDriver right =
        new InProcessDriver(Greeting.all("changed", RedoTail.KEEPS), NaiveListLog::new);
    private final BiFunction<Optional<Call>, Reply, Reply> change;

    Changed(BiFunction<Optional<Call>, Reply, Reply> change) {
      this.change = change;
    }

    @Override
    public Greeting greeting() throws DriverFault {
      return right.greeting();
    }

    @Override
    public Reply fresh() throws DriverFault {
      return change.apply(Optional.empty(), right.fresh());
    }

    @Override
    public Reply call(Call call) throws DriverFault {
      return change.apply(Optional.of(call), right.call(call));
    }

    @Override
    public void close() {}
  }

  private static Report report(LogDriver driver, Optional<String> only) throws DriverFault {
    return Suite.run(
        driver, VectorFile.vectors(), new Settings(only, 1, Tries.of(100), 12), told -> {});
  }

  @Test
  void a_broken_recommendation_at_the_beginning_hides_no_required_clause() throws DriverFault {
    Report report =
        report(
            new Changed((call, reply) -> {
              ObjectNode state = reply.state().put("canUndo", true);
              return call.map(Call::verb).equals(Optional.of(Verb.UNDO))
                  ? new Reply(new Answer.Returned(Json.texts(List.of("junk"))), state)
                  : new Reply(reply.answer(), state);
            }),
            Optional.empty());
    assertThat(report.failures())
        .extracting(Failure::clause)
        .contains("EL-13", "EL-4", "EL-5", "EL-6", "EL-11");
    assertThat(report.isConforming()).isFalse();
    assertThat(report.count(Verdict.NOT_OBSERVED)).isEqualTo(5);
  }

  @Test
  void a_table_that_lost_a_name_does_not_hide_a_wrong_return_to_another() {
    Set<Fault> faults = EnumSet.of(Fault.APPEND_CLAMPS_NAMES, Fault.UNDO_TO_OLDEST_FIRST);
    Greeting greeting = Greeting.all("two faults", RedoTail.KEEPS);
    List<Call> program = Call.parse("cp(c) undoTo(c) a cp(d) b a undoTo(d)");
    Outcome outcome =
        new Judge(new InProcessDriver(greeting, () -> new FaultyLog(faults)), greeting)
            .judge(new Fuzzer(greeting).vector(program));
    assertThat(outcome.deviations())
        .extracting(Outcome.Deviation::clause)
        .containsExactly("CP-10", "CP-5");
  }

  @Test
  void a_wrong_answer_to_a_question_hides_no_required_clause() throws DriverFault {
    Report report =
        report(
            new Changed((call, reply) -> {
              ObjectNode state = reply.state().putNull("recent");
              return call.map(Call::verb).equals(Optional.of(Verb.UNDO))
                  ? new Reply(new Answer.Returned(Json.texts(List.of("junk"))), state)
                  : new Reply(reply.answer(), state);
            }),
            Optional.empty());
    assertThat(report.failures()).extracting(Failure::clause).contains("EL-10", "EL-4", "EL-6");
    assertThat(ConsoleReport.text(report)).contains("  program   a new log\n");
    assertThat(report.count(Verdict.NOT_OBSERVED)).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(names = {"DIES", "PRINTS", "GARBLES"})
  void the_program_of_a_failing_driver_is_made_shorter_as_well(Kind kind) throws DriverFault {
    Report report = run(new FailsAtUndo(kind), 0);
    assertThat(report.failures())
        .filteredOn(failure -> failure.clause().equals("EL-6"))
        .extracting(failure -> failure.text() + ": " + failure.deviation().got())
        .containsExactly("undo(2): the driver " + kind.text() + ": at undo");
    assertThat(report.faults()).noneMatch(fault -> fault.startsWith("shrinking"));
    assertThat(report.conclusion()).startsWith("The driver failed. Where it did not, no required");
  }

  /** The first loses names without a cut, the second its own track: positions beyond the end. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"APPEND_CLAMPS_NAMES", "REUSE_REMOVES_SENTINEL"})
  void only_a_fault_in_a_required_clause_breaks_required_clauses(Fault fault) throws DriverFault {
    Report report = report(FaultTable.driver(fault), Optional.empty());
    assertThat(report.isConforming())
        .as(ConsoleReport.text(report))
        .isNotEqualTo(ClauseText.required().contains(fault.clause()));
  }

  @Test
  void programs_that_end_before_what_was_asked_for_are_counted_and_pass_nothing()
      throws DriverFault {
    LogDriver driver =
        new Changed((call, reply) ->
            call.map(Call::verb).equals(Optional.of(Verb.APPEND))
                ? new Reply(new Answer.Refused("never"), reply.state())
                : reply);
    Report report = report(driver, Optional.of("CP"));
    int ended = report.ended().get("EL-2");
    assertThat(ended).isGreaterThan(100);
    assertThat(ConsoleReport.text(report))
        .contains(ended + " programs ended earlier, at EL-2\n")
        .contains("not observed: CP-9, CP-10 (no program came to it)")
        .contains("This log broke no required clause of CP, as far as observed;");
    ClauseText cut = ClauseText.ofLog().get("CP-9");
    assertThat(report.verdict(cut)).isEqualTo(Verdict.NOT_OBSERVED);
    assertThat(report(driver, Optional.empty()).ended()).isEmpty();
  }

  @Test
  void a_driver_that_fails_behind_its_reply_is_blamed_for_the_call_before() throws DriverFault {
    LogDriver right = new Changed((call, reply) -> reply);
    int[] begun = {0};
    LogDriver late =
        new Changed((call, reply) -> reply) {
          @Override
          public Reply fresh() throws DriverFault {
            if (++begun[0] == 2) {
              throw new DriverFault(Kind.PRINTS, "bye", true);
            }
            return super.fresh();
          }
        };
    Vector first = VectorFile.vectors().getFirst();
    Report report = run(late, 2);
    assertThat(report.faults())
        .containsExactly(
            "vector %s, step %d (%s): the driver prints other text: bye"
                .formatted(
                    first.name(),
                    first.steps().size(),
                    Call.text(List.of(first.program().getLast()))));
    assertThat(report.run().vectors()).isEqualTo(run(right, 2).run().vectors());
  }

  private Report run(LogDriver driver, int hangs) throws DriverFault {
    Settings settings = new Settings(Optional.empty(), 1, 100, hangs);
    return Suite.run(driver, VectorFile.vectors(), settings, news::add);
  }

  @Test
  void a_driver_that_dies_again_and_again_is_asked_to_the_end() throws DriverFault {
    Report report = run(new FailsAtUndo(Kind.DIES), 2);
    assertThat(report.givenUp()).isEmpty();
    assertThat(report.run().programs()).isEqualTo(100);
    assertThat(report.faults()).hasSizeGreaterThan(50).isEqualTo(news);
    assertThat(report.isConforming()).isFalse();
  }

  @Test
  void a_run_is_given_up_when_the_driver_has_hung_too_often() throws DriverFault {
    FailsAtUndo driver = new FailsAtUndo(Kind.HANGS);
    Report report = run(driver, 3);
    assertThat(driver.asked).isBetween(4, 3 + Suite.SHRINK_HANGS);
    assertThat(report.failures()).extracting(Failure::text).contains("a b undo(2)");
    assertThat(news).hasSize(3).allMatch(fault -> fault.startsWith("vector "));
    assertThat(report.run().programs()).isZero();
    int all = report.run().vectors() + report.run().skipped() + report.run().left();
    assertThat(all).isEqualTo(VectorFile.vectors().size() + 100);
    String told = "given up, for the driver hung 3 times: " + report.run().left() + " vectors and";
    assertThat(ConsoleReport.text(report)).contains(told).contains("failures of the driver: 3");
    assertThat(HtmlReport.text(report)).contains(told);
    assertThat(MarkdownReport.text(report)).contains(told);
    assertThat(JUnitReport.text(report)).contains(told);
  }

  @Test
  void what_a_run_that_was_given_up_did_not_see_is_not_observed() throws DriverFault {
    Report whole = run(new FailsAtUndo(Kind.HANGS), 0);
    Report report = run(new FailsAtUndo(Kind.HANGS), 1);
    assertThat(whole.givenUp()).isEmpty();
    assertThat(report.count(Verdict.NOT_OBSERVED)).isGreaterThan(whole.count(Verdict.NOT_OBSERVED));
  }
}

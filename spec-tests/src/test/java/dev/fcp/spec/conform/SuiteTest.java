package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.conform.DriverFault.Kind;
import dev.fcp.spec.conform.Report.Verdict;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
    assertThat(driver.asked).isEqualTo(3);
    assertThat(news).hasSize(3).allMatch(fault -> fault.startsWith("vector "));
    assertThat(report.run().programs()).isZero();
    int all = report.run().vectors() + report.run().skipped() + report.run().left();
    assertThat(all).isEqualTo(VectorFile.vectors().size() + 100);
    String told =
        "given up, for the driver hung again (3): " + report.run().left() + " vectors and";
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

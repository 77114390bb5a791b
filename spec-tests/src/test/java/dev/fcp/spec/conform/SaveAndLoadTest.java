package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.Entry;
import dev.fcp.eventlog.EventLog;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.journal.LogStateCodec;
import dev.fcp.spec.Clause;
import dev.fcp.spec.conform.Report.Verdict;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.EventLogUnderTest;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A log that is saved and loaded continues as before (CP-12, CP-13). */
@Clause({"CP-12", "CP-13"})
class SaveAndLoadTest {

  private static final LogStateCodec<String> CODEC =
      new LogStateCodec<>(
          word -> Json.object().put("type", "word").put("word", word).toString(),
          SaveAndLoadTest::word);

  private static String word(String json) {
    if (!Json.read(json).path("type").asString().equals("word")) {
      throw new MalformedValueException("no word: " + json);
    }
    return Json.read(json).path("word").stringValue();
  }

  private static Report report(Set<Aspect> observes, UnaryOperator<LogUnderTest<String>> reload)
      throws DriverException {
    DriverCapabilities all = DriverCapabilities.all("saved", RedoTail.KEEPS);
    return ConformanceSuite.run(
        new InProcessDriver(
            new DriverCapabilities(all.name(), all.redoTail(), observes, all.methods()),
            NaiveListLog::new,
            reload,
            () -> {}),
        VectorFile.vectors(),
        RunSettings.all(1, 100),
        driverFault -> {});
  }

  /** Loads a log from a state, as a faulty reader of it. */
  private static NaiveListLog<String> load(
      List<Entry<String>> entries, int cursor, Map<String, Integer> checkpoints) {
    checkpoints.values().removeIf(position -> position > entries.size());
    return new NaiveListLog<>(
        entries, Math.min(cursor, entries.size()), checkpoints, LogDecisions.of(RedoTail.KEEPS));
  }

  static LogUnderTest<String> loadWithoutSentinels(LogUnderTest<String> log) {
    List<Entry<String>> entries = new ArrayList<>(log.entries());
    entries.removeIf(Entry.Checkpoint.class::isInstance);
    return load(entries, log.cursor(), new TreeMap<>(log.checkpoints()));
  }

  private static LogUnderTest<String> loadAtTheEnd(LogUnderTest<String> log) {
    return load(log.entries(), log.entries().size(), new TreeMap<>(log.checkpoints()));
  }

  private static LogUnderTest<String> loadWithNamesOfSentinels(LogUnderTest<String> log) {
    Map<String, Integer> checkpoints = new TreeMap<>();
    for (int index = 0; index < log.entries().size(); index++) {
      if (log.entries().get(index) instanceof Entry.Checkpoint<String>(var name)) {
        checkpoints.put(name, index);
      }
    }
    return load(log.entries(), log.cursor(), checkpoints);
  }

  @Test
  void the_event_log_of_this_project_is_the_same_after_saving_and_loading() throws DriverException {
    Report report =
        ConformanceSuite.run(
            new InProcessDriver(
                DriverCapabilities.all("ours", RedoTail.KEEPS),
                EventLogUnderTest::empty,
                log ->
                    new EventLogUnderTest(
                        EventLog.of(
                            CODEC.decode(CODEC.encode(((EventLogUnderTest) log).log().state())))),
                () -> {}),
            VectorFile.vectors(),
            RunSettings.all(1, 300),
            driverFault -> {});
    assertThat(report.failures()).isEmpty();
    assertThat(report.verdict(SpecClause.logClauses().get("CP-12"))).isEqualTo(Verdict.PASSED);
    assertThat(report.verdict(SpecClause.logClauses().get("CP-13"))).isEqualTo(Verdict.PASSED);
  }

  @Test
  void a_sentinel_that_is_lost_in_json_is_found() throws DriverException {
    Report report = report(EnumSet.allOf(Aspect.class), SaveAndLoadTest::loadWithoutSentinels);
    assertThat(report.failures())
        .extracting(failure -> failure.clause() + ": " + failure.programText())
        .contains("CP-13: cp(c) reload");
  }

  @Test
  void a_log_that_derives_its_names_from_its_sentinels_is_found() throws DriverException {
    Report report = report(EnumSet.allOf(Aspect.class), SaveAndLoadTest::loadWithNamesOfSentinels);
    assertThat(report.failures())
        .extracting(failure -> failure.clause() + ": " + failure.programText())
        .containsExactly("CP-12: cp(c) undo a reload");
  }

  @Test
  void a_log_that_shows_only_what_it_returns_breaks_no_other_clause_by_loading_wrongly()
      throws DriverException {
    Report report = report(EnumSet.of(Aspect.RETURNS), SaveAndLoadTest::loadAtTheEnd);
    assertThat(report.failures()).extracting(Failure::clause).containsExactly("CP-12");
  }

  @Test
  void a_log_that_cannot_be_loaded_is_found() throws DriverException {
    Report report =
        report(
            EnumSet.of(Aspect.RETURNS),
            log -> {
              throw new IllegalStateException("not readable");
            });
    assertThat(report.failures())
        .extracting(failure -> failure.clause() + ": " + failure.programText())
        .containsExactly("CP-12: reload");
  }
}

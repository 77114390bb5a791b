package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.EventLog;
import dev.fcp.spec.Clause;
import dev.fcp.spec.log.LogOperation.Checkpoint;
import dev.fcp.spec.log.LogOperation.Specified;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Logs that run the same program have the same observable state after every operation. */
class LogComparisonTest {

  @Property(tries = 2000)
  @Clause({"EL-1", "EL-2", "EL-3", "EL-4", "EL-5", "EL-6", "EL-7", "EL-8", "EL-9", "EL-10"})
  @Clause({"CP-1", "CP-2", "CP-5", "CP-6", "CP-7", "CP-9"})
  void an_event_log_behaves_as_the_text_specifies(@ForAll("specified") List<Specified> program) {
    LiteralLog<String> text = new LiteralLog<>();
    EventLogUnderTest log = EventLogUnderTest.empty();
    for (Specified operation : program) {
      if (isCheckpointOverRedoTail(operation, text)) {
        continue;
      }
      assertThat(answer(operation, log)).isEqualTo(answer(operation, text));
      assertThat(LogObservation.of(log)).isEqualTo(LogObservation.of(text));
    }
  }

  @Property(tries = 2000)
  @Clause({"EL-14", "EL-15", "EL-16"})
  void an_event_log_behaves_like_a_plain_list(@ForAll("all") List<LogOperation> program) {
    assertSame(program, EventLogUnderTest.empty(), new NaiveListLog<>());
  }

  @Property(tries = 2000)
  @Clause("EL-17")
  void a_log_state_behaves_like_a_plain_list(@ForAll("all") List<LogOperation> program) {
    assertSame(program, LogStateUnderTest.empty(), new NaiveListLog<>());
  }

  @Property(tries = 40)
  @Clause({"EL-14", "EL-15", "EL-16"})
  void a_log_of_thousands_behaves_like_a_plain_list(@ForAll("large") List<LogOperation> program) {
    assertSame(program, EventLogUnderTest.empty(), new NaiveListLog<>());
  }

  @Property(tries = 40)
  @Clause("EL-17")
  void a_state_of_thousands_behaves_like_a_log(@ForAll("large") List<LogOperation> program) {
    assertSame(program, LogStateUnderTest.empty(), EventLogUnderTest.empty());
  }

  @Property
  @Clause("EL-17")
  void a_log_and_its_state_can_continue_from_each_other(
      @ForAll("all") List<LogOperation> program, @ForAll @IntRange(max = 40) int turn) {
    int half = Math.min(turn, program.size());
    EventLogUnderTest log = EventLogUnderTest.empty();
    program.subList(0, half).forEach(operation -> LogOperation.run(operation, log));
    LogStateUnderTest state = new LogStateUnderTest(log.log().state());
    EventLogUnderTest copy = new EventLogUnderTest(EventLog.of(state.state()));
    for (LogOperation operation : program.subList(half, program.size())) {
      assertSame(List.of(operation), state, copy);
      assertSame(List.of(operation), log, stateBefore(log));
    }
    assertThat(LogObservation.OfSession.of(log)).isEqualTo(LogObservation.OfSession.of(copy));
  }

  @Provide
  Arbitrary<List<Specified>> specified() {
    return LogPrograms.specified();
  }

  @Provide
  Arbitrary<List<LogOperation>> all() {
    return LogPrograms.all();
  }

  @Provide
  Arbitrary<List<LogOperation>> large() {
    return LogPrograms.large();
  }

  private static SessionLogUnderTest<String> stateBefore(EventLogUnderTest log) {
    return new LogStateUnderTest(log.log().state());
  }

  private static void assertSame(
      List<LogOperation> program,
      SessionLogUnderTest<String> log,
      SessionLogUnderTest<String> model) {
    for (LogOperation operation : program) {
      Object expected = LogOperation.run(operation, model);
      assertThat(LogOperation.run(operation, log))
          .as("answer to %s", operation)
          .isEqualTo(expected);
      assertThat(LogObservation.OfSession.of(log))
          .as("log after %s", operation)
          .isEqualTo(LogObservation.OfSession.of(model));
    }
  }

  private static boolean isCheckpointOverRedoTail(Specified operation, LiteralLog<String> log) {
    return operation instanceof Checkpoint && log.cursor() < log.entries().size();
  }

  /** An unknown name is an error of any type. */
  private static Object answer(Specified operation, LogUnderTest<String> log) {
    try {
      return LogOperation.run(operation, log);
    } catch (RuntimeException e) {
      return "error";
    }
  }
}

package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.NaiveListLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A clause is observed only where a log that is faulty in it would have shown something else. */
class EvidenceTest {

  /** The clauses that each aspect of each call of a vector shows, by its name. */
  private static final Map<String, List<Map<Aspect, Set<String>>>> SHOWN =
      VectorFile.vectors().stream()
          .collect(Collectors.toUnmodifiableMap(Vector::name, Evidence::ofSteps));

  private static Set<String> shownBy(String program) {
    return Evidence.of(ReferenceModel.vectorOf("", "test", Call.parse(program), RedoTail.KEEPS));
  }

  @ParameterizedTest
  @CsvSource({
    "EL-1, a, a undo",
    "EL-3, a b undo, a b undo x",
    "EL-4, undo(2), a b undo(2)",
    "EL-5, a undo, a cp(c) undo",
    "EL-6, a undo(1), a undo(2)",
    "EL-7, a redo(1), a b undo(2) redo(2)",
    "EL-8, a undo redo, cp(c) a undo(2) redo",
    "EL-9, a undo redo(1), a undo redo(2)",
    "EL-10, recent(1), a recent(1)",
    "EL-13, undo, a undo",
    "EL-14, a truncate, a undo truncate",
    "CP-1, a undo x, a cp(c)",
    "CP-9, a cp(c) undo redo x, a cp(c) undo x",
    "CP-10, a cp(c) x, a cp(c) b undoTo(c) x"
  })
  void a_clause_is_shown_only_where_a_faulty_log_differs(
      String clause, String without, String with) {
    assertThat(shownBy(without)).doesNotContain(clause);
    assertThat(shownBy(with)).contains(clause);
  }

  static Stream<String> clauses() {
    return SpecClause.logClauses().keySet().stream()
        .filter(clause ->
            UnobservedReason.isOfOperations(clause, DriverCapabilities.all("all", RedoTail.KEEPS)));
  }

  /** Logs that are faulty in one clause, beside those of {@link LogFault}. */
  private static Stream<Driver> otherFaultyLogs(String clause) {
    return switch (clause) {
      case "EL-2" -> Stream.of(ignoring(LogMethod.APPEND));
      case "EL-4" -> Stream.of(ignoring(LogMethod.UNDO));
      case "EL-7" -> Stream.of(ignoring(LogMethod.REDO));
      case "EL-10" -> Stream.of(ignoring(LogMethod.RECENT));
      case "EL-11" -> Stream.of(ignoring(LogMethod.UNDO), ignoring(LogMethod.REDO));
      case "EL-21" ->
          Stream.of(LogMethod.RECENT, LogMethod.DROP_FIRST, LogMethod.REPLACE_LAST)
              .map(method -> ignoring(call -> call.method() == method && call.count() < 0));
      case "EL-13" -> Stream.of(claiming(true), claiming(false));
      case "EL-15" -> Stream.of(ignoring(LogMethod.DROP_FIRST));
      case "EL-16" -> Stream.of(ignoring(LogMethod.REPLACE_LAST));
      case "CP-1" -> Stream.of(ignoring(LogMethod.CHECKPOINT));
      case "CP-5" -> Stream.of(ignoring(LogMethod.UNDO_TO));
      case "EL-18" ->
          Stream.of(
              new InProcessDriver(
                  DriverCapabilities.all("aliasing", RedoTail.KEEPS), AliasingLog::new));
      case "EL-22" -> Stream.of(ignoring(Call::hasLoneSurrogate));
      case "EL-23" -> Stream.of(cutting(LogMethod.OTHER));
      case "EL-24" -> Stream.of(cutting(LogMethod.PAUSE));
      case "CP-12" -> Stream.of(reloading(log -> new NaiveListLog<>()));
      case "CP-13" -> Stream.of(reloading(SaveAndLoadTest::loadWithoutSentinels));
      case "EL-1" ->
          Stream.of(replacing(call -> call.method() == LogMethod.UNDO_TO, Call.of(LogMethod.UNDO)));
      case "CP-4" ->
          Stream.of(
                  LogFault.CHECKPOINT_TAIL_APPLIED,
                  LogFault.CHECKPOINT_TAIL_NAMES,
                  LogFault.CHECKPOINT_TAIL_NAMES_ALL)
              .map(FaultsPage::driver);
      case "CP-14", "CP-15" -> Stream.of(ignoring(LogMethod.CHECKPOINT));
      default -> Stream.of();
    };
  }

  private static Driver ignoring(LogMethod method) {
    return ignoring(call -> call.method() == method);
  }

  /** A correct log that does nothing in some calls and returns an empty list. */
  private static Driver ignoring(Predicate<Call> ignored) {
    return ModifiedDriver.calling((call, delegate) ->
        ignored.test(call)
            ? new Driver.Reply(
                new CallResult.Returned(Json.textArray(List.of())),
                delegate.call(Call.of(LogMethod.RECENT, 0)).state())
            : delegate.call(call));
  }

  /** A log that is emptied by a call that must not make a difference. */
  private static Driver cutting(LogMethod method) {
    return ModifiedDriver.calling((call, delegate) -> {
      if (call.method() == method) {
        delegate.newLog();
      }
      return delegate.call(call);
    });
  }

  private static Driver reloading(UnaryOperator<LogUnderTest<String>> reload) {
    return new InProcessDriver(
        DriverCapabilities.all("reloading", RedoTail.KEEPS), NaiveListLog::new, reload, () -> {});
  }

  /** A correct log that does something else in some calls. */
  private static Driver replacing(Predicate<Call> replaced, Call replacement) {
    return ModifiedDriver.calling(
        (call, delegate) -> delegate.call(replaced.test(call) ? replacement : call));
  }

  /** A correct log that always or never claims to be able to undo and to redo. */
  private static Driver claiming(boolean possible) {
    return ModifiedDriver.calling((call, delegate) -> {
      Driver.Reply reply = delegate.call(call);
      reply.state().put("canUndo", possible).put("canRedo", possible);
      return reply;
    });
  }

  /** The result and the state after each call. */
  private static List<Driver.Reply> replies(Driver driver, Vector vector) {
    try {
      driver.newLog();
      List<Driver.Reply> replies = new ArrayList<>();
      for (Call call : vector.program()) {
        replies.add(driver.call(call));
      }
      return replies;
    } catch (DriverException e) {
      return List.of();
    }
  }

  private static boolean differs(Aspect aspect, VectorStep step, Driver.Reply reply) {
    return aspect == Aspect.RETURNS
        ? !step.result().accepts(reply.result())
        : !Json.isEqual(
            step.state().path(aspect.stateField()), reply.state().path(aspect.stateField()));
  }

  @ParameterizedTest
  @MethodSource("clauses")
  void each_case_that_counts_detects_a_log_that_is_faulty_in_the_clause(String clause) {
    List<Driver> faultyLogs =
        Stream.concat(
                Stream.of(LogFault.values())
                    .filter(fault -> fault.clause().equals(clause))
                    .map(FaultsPage::driver),
                otherFaultyLogs(clause))
            .toList();
    assertThat(VectorFile.vectors())
        .filteredOn(vector -> vector.redoTail().orElse(RedoTail.KEEPS) == RedoTail.KEEPS)
        .flatExtracting(vector -> undetected(clause, vector, faultyLogs))
        .isEmpty();
  }

  /** The cases that count for a clause, although no faulty log shows a difference there. */
  private static List<String> undetected(String clause, Vector vector, List<Driver> faultyLogs) {
    List<Map<Aspect, Set<String>>> shown = SHOWN.get(vector.name());
    if (shown.stream()
        .flatMap(step -> step.values().stream())
        .noneMatch(of -> of.contains(clause))) {
      return List.of();
    }
    List<List<Driver.Reply>> runs = faultyLogs.stream().map(log -> replies(log, vector)).toList();
    List<String> undetected = new ArrayList<>();
    for (int index = 0; index < shown.size(); index++) {
      int at = index;
      VectorStep step = vector.steps().get(at);
      shown
          .get(at)
          .forEach((aspect, clauses) -> {
            if (clauses.contains(clause)
                && runs.stream()
                    .noneMatch(run -> run.size() > at && differs(aspect, step, run.get(at)))) {
              undetected.add(aspect + " of " + Call.text(vector.program().subList(0, at + 1)));
            }
          });
    }
    return undetected;
  }
}

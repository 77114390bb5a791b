package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogUnderTest;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of text, size, time and shared state are found. */
@Clause({"EL-2", "EL-18", "EL-22", "EL-23", "EL-24", "CP-1"})
class SubtleFaultsTest {

  private static final UnaryOperator<String> SAME = text -> text;
  private static final SubtleLog.Limit NONE = (log, method, count) -> count;

  private static final List<Vector> VECTORS =
      Stream.concat(VectorFile.vectors().stream(), LongPrograms.vectors().stream()).toList();

  private static Driver driver(Supplier<LogUnderTest<String>> log, Runnable pause) {
    DriverCapabilities specified = DriverCapabilities.specificationOnly("subtle", RedoTail.KEEPS);
    specified.methods().addAll(EnumSet.of(LogMethod.KEPT, LogMethod.OTHER, LogMethod.PAUSE));
    return new InProcessDriver(
        new DriverCapabilities(
            specified.name(),
            specified.redoTail(),
            specified.observes(),
            specified.methods(),
            EnumSet.allOf(Feature.class)),
        log,
        same -> same,
        pause);
  }

  private static Report report(Supplier<LogUnderTest<String>> log, Runnable pause)
      throws DriverException {
    return ConformanceSuite.run(
        driver(log, pause), VectorFile.vectors(), RunSettings.all(1, 20), driverFault -> {});
  }

  /** Whether a vector or a long program detects a log. */
  private static boolean isFound(Supplier<LogUnderTest<String>> log) throws DriverException {
    Driver driver = driver(log, () -> {});
    DriverCapabilities capabilities = driver.capabilities();
    VectorRunner runner = new VectorRunner(driver, capabilities);
    return VECTORS.stream()
        .filter(capabilities::canRun)
        .anyMatch(vector -> !runner.run(vector).isPassed());
  }

  private static boolean isFound(SubtleLog.Limit limit) throws DriverException {
    return isFound(() -> new SubtleLog(SAME, SAME, limit));
  }

  /** What logs do to texts. */
  enum TextFault {
    STRIPPED(String::strip),
    STRIPPED_AT_THE_END(String::stripTrailing),
    LOWER_CASE(text -> text.toLowerCase(Locale.ROOT)),
    UPPER_CASE(text -> text.toUpperCase(Locale.ROOT)),
    COMPOSED(text -> Normalizer.normalize(text, Normalizer.Form.NFC)),
    DECOMPOSED(text -> Normalizer.normalize(text, Normalizer.Form.NFD)),
    COMPATIBLE(text -> Normalizer.normalize(text, Normalizer.Form.NFKC)),
    DEFAULT_IF_EMPTY(text -> text.isEmpty() ? "unnamed" : text),
    ENDED_BY_NUL(text -> text.split("\0", 2)[0]),
    WITHOUT_CONTROL_CHARACTERS(text -> text.replaceAll("\\p{Cntrl}", "")),
    WITHOUT_INVISIBLE_CHARACTERS(text -> text.replaceAll("\\p{Cf}", "")),
    WITHOUT_ASTRAL_CHARACTERS(text -> text.replaceAll("[\\x{10000}-\\x{10ffff}]", "?")),
    WITHOUT_LONE_SURROGATES(text -> text.replaceAll("[\\ud800-\\udfff]", "?")),
    WITHOUT_BACKSLASHES(text -> text.replace("\\", ""));

    private final UnaryOperator<String> change;

    TextFault(UnaryOperator<String> change) {
      this.change = change;
    }
  }

  @ParameterizedTest
  @EnumSource
  void changed_events_are_found(TextFault fault) throws DriverException {
    assertThat(isFound(() -> new SubtleLog(fault.change, SAME, NONE))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void changed_names_are_found(TextFault fault) throws DriverException {
    assertThat(isFound(() -> new SubtleLog(SAME, fault.change, NONE))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 10, 16, 31, 64, 100, 255, 256, 1_000, 1_024})
  void truncated_texts_are_found(int maxLength) throws DriverException {
    UnaryOperator<String> truncated = text -> text.substring(0, Math.min(text.length(), maxLength));
    assertThat(isFound(() -> new SubtleLog(truncated, SAME, NONE))).isTrue();
    assertThat(isFound(() -> new SubtleLog(SAME, truncated, NONE))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 10, 16, 31, 50, 64, 100, 128, 256, 500, 512, 1_000, 1_023, 1_024})
  void a_limit_of_events_is_found(int maxEvents) throws DriverException {
    boolean isFound =
        isFound((log, method, count) -> {
          if (method == LogMethod.APPEND && log.cursor() >= maxEvents) {
            log.log.dropFirst(1);
          }
          return count;
        });
    assertThat(isFound).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 10, 16, 20, 39, 64, 100, 256, 1_000, 1_024})
  void a_limit_of_the_events_of_a_call_is_found(int max) throws DriverException {
    assertThat(
            isFound(
                (log, method, count) -> method == LogMethod.UNDO ? Math.min(count, max) : count))
        .isTrue();
    assertThat(
            isFound(
                (log, method, count) -> method == LogMethod.REDO ? Math.min(count, max) : count))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 10, 16, 32, 39, 64, 100, 255, 256})
  void a_limit_of_names_is_found(int maxNames) throws DriverException {
    assertThat(
            isFound((log, method, count) ->
                method == LogMethod.CHECKPOINT && log.checkpoints().size() >= maxNames ? 0 : count))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 100, 128, 1_000, 1_024, 65_536, 99_999})
  void a_fault_of_one_call_among_many_is_found(int number) throws DriverException {
    assertThat(
            isFound((log, method, count) ->
                method == LogMethod.APPEND && log.callCount == number ? 0 : count))
        .isTrue();
  }

  @Test
  void a_wrong_count_for_one_size_only_is_found() throws DriverException {
    Report report =
        report(
            () ->
                new SubtleLog(
                    SAME,
                    SAME,
                    (log, method, count) -> method == LogMethod.UNDO && count == 12 ? 11 : count),
            () -> {});
    assertThat(report.failures())
        .extracting(failure -> failure.clause() + ": " + failure.programText())
        .contains("EL-4: a*12 undo(12)");
  }

  @ParameterizedTest
  @CsvSource({"300", "500", "1000"})
  void a_log_whose_undone_events_expire_is_found(long milliseconds) throws DriverException {
    AtomicLong clock = new AtomicLong();
    Report report =
        report(
            () -> {
              long[] last = {clock.get()};
              return new SubtleLog(
                  SAME,
                  SAME,
                  (log, method, count) -> {
                    if (clock.get() - last[0] > milliseconds) {
                      log.log.truncate();
                    }
                    last[0] = clock.get();
                    return count;
                  });
            },
            () -> clock.addAndGet(ProcessDriver.PAUSE.toMillis()));
    assertThat(report.failures()).extracting(Failure::clause).containsExactly("EL-24");
  }

  @Test
  void logs_that_share_their_events_are_found() throws DriverException {
    assertThat(report(SharedLogs.pairs(), () -> {}).failures())
        .extracting(Failure::clause)
        .containsExactly("EL-23");
  }

  /** Creates logs of which the second of each pair writes to the first as well. */
  private static final class SharedLogs implements Supplier<LogUnderTest<String>> {

    private SubtleLog previous = new SubtleLog(SAME, SAME, NONE);
    private boolean isSecond;

    static SharedLogs pairs() {
      return new SharedLogs();
    }

    @Override
    public LogUnderTest<String> get() {
      SubtleLog first = previous;
      boolean writesToFirst = isSecond;
      isSecond = !isSecond;
      previous =
          new SubtleLog(
              SAME,
              SAME,
              (log, method, count) -> {
                if (writesToFirst && method == LogMethod.CHECKPOINT) {
                  first.log.checkpoint("shared");
                } else if (writesToFirst && method == LogMethod.APPEND) {
                  first.log.append("shared");
                }
                return count;
              });
      return previous;
    }
  }

  @Test
  void lists_that_change_after_they_were_returned_are_found() throws DriverException {
    assertThat(report(AliasingLog::new, () -> {}).failures())
        .extracting(Failure::clause)
        .containsExactly("EL-18");
  }

  @Test
  void a_correct_log_passes() throws DriverException {
    assertThat(report(() -> new SubtleLog(SAME, SAME, NONE), () -> {}).failures()).isEmpty();
  }
}

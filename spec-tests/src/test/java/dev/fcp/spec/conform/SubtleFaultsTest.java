package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.NaiveListLog;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults of text, size, time and shared state are found. */
@Clause({"EL-2", "EL-18", "EL-22", "EL-23", "EL-24", "CP-1"})
class SubtleFaultsTest {

  private static final UnaryOperator<String> SAME = text -> text;
  private static final SubtleLog.Limit NONE = (log, method, count) -> count;

  private static final List<Vector> VECTORS =
      Stream.concat(VectorFile.vectors().stream(), LongPrograms.vectors().stream())
          .sorted(Comparator.comparing(vector -> vector.steps().size()))
          .toList();

  private static Driver driver(Supplier<LogUnderTest<String>> log, Runnable pause) {
    return new InProcessDriver(
        DriverCapabilities.specificationOnly("subtle", RedoTail.KEEPS)
            .with(LogMethod.PAUSE)
            .with(Feature.LONE_SURROGATES),
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
    return isFound(driver(log, () -> {}));
  }

  private static boolean isFound(Driver driver) throws DriverException {
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
    WITHOUT_BACKSLASHES(text -> text.replace("\\", "")),
    BLANKS_COLLAPSED(text -> text.replaceAll(" +", " ")),
    BLANKS_OF_UNICODE_STRIPPED(
        text -> text.replaceAll("(?U)^[\\s&&\\P{ASCII}]+|[\\s&&\\P{ASCII}]+$", "")),
    BLANKS_TO_UNDERSCORES(text -> text.replaceAll("\\s", "_")),
    LINES_UNIFIED(text -> text.replaceAll("\\R", "\n")),
    FIRST_LINE(text -> text.split("\n", 2)[0]),
    FIRST_FIELD(text -> text.split("[,;|\t]", 2)[0]),
    WITHOUT_THE_LAST_PUNCTUATION(text -> text.replaceFirst("\\p{Punct}$", "")),
    PATH(text -> text.replaceAll("/+", "/").replaceAll("(?<=.)/$", "")),
    WITHOUT_EXTENSION(text -> text.replaceFirst("(?<=.)\\.\\w+$", "")),
    UNQUOTED(text -> text.replaceFirst("^(['\"])(.*)\\1$", "$2")),
    UNESCAPED(text -> orSame(text, String::translateEscapes)),
    UNESCAPED_IN_ADDRESSES(
        text -> orSame(text, part -> URLDecoder.decode(part, StandardCharsets.UTF_8))),
    UNESCAPED_IN_MARKUP(text -> text.replace("&lt;", "<").replace("&amp;", "&")),
    FORMATTED(text -> orSame(text, String::formatted)),
    WITHOUT_DOUBLED_QUOTES(text -> text.replace("\"\"", "\"")),
    NUMBER_AS_DECIMAL(
        text -> orSame(text, part -> new BigDecimal(part).stripTrailingZeros().toPlainString())),
    NUMBER_AS_DOUBLE(text -> orSame(text, part -> Double.toString(Double.parseDouble(part)))),
    NUMBER_AS_LONG(text -> orSame(text, part -> Long.toString(Long.parseLong(part)))),
    WITHOUT_MARKS(text -> Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{M}", "")),
    SHARP_S_AS_TWO(text -> text.replace("\u00df", "ss")),
    DOTLESS_I_AS_I(text -> text.replace('\u0131', 'i')),
    LATIN_1(text ->
        new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1)),
    MISREAD(text -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)),
    JSON_VALUE(text -> text.matches("null|undefined|None|nil") ? "" : text),
    JSON_OBJECT(text -> text.startsWith("{\"type\":") ? "event" : text),
    OF_JAVA_HASH(text -> Integer.toString(text.hashCode())),
    OF_SHORT_JAVA_HASH(text -> Integer.toString(text.hashCode() & 0xffff)),
    OF_ANOTHER_SHORT_HASH(
        text -> Integer.toString(Arrays.hashCode(text.getBytes(StandardCharsets.UTF_8)) >>> 16)),
    OF_CRC(text -> checksum(new CRC32(), text)),
    OF_ADLER(text -> checksum(new Adler32(), text)),
    SORTED(text ->
        text.chars()
            .sorted()
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString());

    private final UnaryOperator<String> change;

    TextFault(UnaryOperator<String> change) {
      this.change = change;
    }

    /** Returns the changed text, or the same one if it cannot be read like that. */
    private static String orSame(String text, UnaryOperator<String> change) {
      try {
        return change.apply(text);
      } catch (IllegalArgumentException e) {
        return text;
      }
    }

    private static String checksum(Checksum checksum, String text) {
      checksum.update(text.getBytes(StandardCharsets.UTF_8));
      return Long.toString(checksum.getValue());
    }
  }

  /** A text is changed only by loading; a saved file in UTF-8 cannot contain lone surrogates. */
  private static List<TextFault> textFaults() {
    return Tries.sweep(List.of(TextFault.values()));
  }

  /** The faults of texts in saved logs, which contain no lone surrogates. */
  private static List<TextFault> textFaultsOfFiles() {
    return Tries.sweep(
        List.copyOf(EnumSet.complementOf(EnumSet.of(TextFault.WITHOUT_LONE_SURROGATES))));
  }

  @ParameterizedTest
  @MethodSource("textFaultsOfFiles")
  void texts_that_loading_changes_are_found(TextFault fault) throws DriverException {
    assertThat(isFoundAfterLoading(log -> loaded(log, fault.change, SAME))).isTrue();
    assertThat(isFoundAfterLoading(log -> loaded(log, SAME, fault.change))).isTrue();
  }

  @ParameterizedTest
  @SweptInts({2, 5, 8, 20, 64, 100, 250, 299})
  void a_limit_of_what_is_loaded_is_found(int max) throws DriverException {
    boolean isFoundByEvents =
        isFoundAfterLoading(
            log -> log.entries().size() > max ? loaded(log, text -> "?", SAME) : log);
    boolean isFoundByNames =
        isFoundAfterLoading(
            log -> log.checkpoints().size() > max ? loaded(log, SAME, text -> "?") : log);
    assertThat(isFoundByEvents).isTrue();
    assertThat(isFoundByNames).isTrue();
  }

  private static LogUnderTest<String> loaded(
      LogUnderTest<String> log, UnaryOperator<String> events, UnaryOperator<String> names) {
    Map<String, Integer> checkpoints = new TreeMap<>();
    log.checkpoints().forEach((name, position) -> checkpoints.put(names.apply(name), position));
    return new NaiveListLog<>(
        log.entries().stream()
            .map(entry ->
                entry instanceof Entry.Recorded<String>(var event)
                    ? new Entry.Recorded<>(events.apply(event))
                    : entry)
            .toList(),
        log.cursor(),
        checkpoints,
        LogDecisions.of(RedoTail.KEEPS));
  }

  private static boolean isFoundAfterLoading(UnaryOperator<LogUnderTest<String>> reload)
      throws DriverException {
    DriverCapabilities capabilities =
        new DriverCapabilities(
            "loading",
            Optional.of(RedoTail.KEEPS),
            EnumSet.of(Aspect.RETURNS),
            EnumSet.allOf(LogMethod.class),
            EnumSet.allOf(Feature.class));
    return isFound(new InProcessDriver(capabilities, NaiveListLog::new, reload, () -> {}));
  }

  /** An event or a name is taken for something else because of the word that it is. */
  @ParameterizedTest
  @EnumSource
  void words_with_a_meaning_are_found(LogMethod method) throws DriverException {
    UnaryOperator<String> change = text -> text.equals(method.jsonName()) ? "\0" : text;
    assertThat(isFound(() -> new SubtleLog(change, SAME, NONE))).isTrue();
    assertThat(isFound(() -> new SubtleLog(SAME, change, NONE))).isTrue();
  }

  @ParameterizedTest
  @SweptInts({2_000, 5_000, 10_000, 32_767, 65_535, 65_536, 99_999})
  void truncated_long_texts_are_found(int maxLength) throws DriverException {
    truncated_texts_are_found(maxLength);
  }

  @ParameterizedTest
  @SweptInts({3, 77, 129, 300, 777, 1_050})
  void a_fault_at_one_size_is_found(int size) throws DriverException {
    assertThat(
            isFound((log, method, count) ->
                method == LogMethod.UNDO && log.cursor() == size ? 0 : count))
        .isTrue();
    assertThat(
            isFound((log, method, count) ->
                method == LogMethod.REDO && log.log.size() - log.cursor() == size ? 0 : count))
        .isTrue();
    assertThat(
            isFound(
                (log, method, count) -> method == LogMethod.RECENT && count == size ? 1 : count))
        .isTrue();
  }

  @ParameterizedTest
  @SweptInts({1, 7, 33, 129, 299, 777, 1_050})
  void a_limit_of_the_events_to_a_checkpoint_is_found(int max) throws DriverException {
    assertThat(
            isFound(
                (log, method, count) -> method == LogMethod.UNDO_TO ? Math.min(count, max) : count))
        .isTrue();
  }

  @ParameterizedTest
  @SweptInts({0, 31, 127, 128, 255, 1_023, 1_500})
  void undo_to_the_cursor_beyond_a_position_is_found(int position) throws DriverException {
    assertThat(
            isFound(() ->
                new SubtleLog(SAME, SAME, NONE) {
                  @Override
                  public Optional<List<String>> undoTo(String name) {
                    Optional<List<String>> events = super.undoTo(name);
                    return events.isEmpty() && cursor() > position
                        ? Optional.of(List.of())
                        : events;
                  }
                }))
        .isTrue();
  }

  static Stream<Arguments> listsAndLaterCalls() {
    return Stream.of(LogMethod.UNDO, LogMethod.UNDO_TO, LogMethod.REDO, LogMethod.RECENT)
        .flatMap(list -> LogMethod.specified().stream().map(later -> Arguments.of(list, later)));
  }

  /** A list is live until another list is asked for, also by reading the state. */
  @ParameterizedTest
  @MethodSource("listsAndLaterCalls")
  void a_list_that_one_later_call_changes_is_found(LogMethod list, LogMethod later)
      throws DriverException {
    boolean isFound =
        isFound((log, method, count) -> {
          if (method == later) {
            log.lists.getOrDefault(list, new ArrayList<>()).clear();
          }
          if (method.returnsEvents()) {
            log.lists.clear();
          }
          return count;
        });
    assertThat(isFound).isTrue();
  }

  @ParameterizedTest
  @MethodSource("textFaults")
  void changed_events_are_found(TextFault fault) throws DriverException {
    assertThat(isFound(() -> new SubtleLog(fault.change, SAME, NONE))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("textFaults")
  void changed_names_are_found(TextFault fault) throws DriverException {
    assertThat(isFound(() -> new SubtleLog(SAME, fault.change, NONE))).isTrue();
  }

  @ParameterizedTest
  @SweptInts({1, 4, 10, 16, 31, 64, 100, 255, 256, 1_000, 1_024})
  void truncated_texts_are_found(int maxLength) throws DriverException {
    UnaryOperator<String> truncated = text -> text.substring(0, Math.min(text.length(), maxLength));
    assertThat(isFound(() -> new SubtleLog(truncated, SAME, NONE))).isTrue();
    assertThat(isFound(() -> new SubtleLog(SAME, truncated, NONE))).isTrue();
  }

  @ParameterizedTest
  @SweptInts({2, 8, 10, 16, 31, 50, 64, 100, 128, 256, 500, 512, 1_000, 1_023, 1_024})
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
  @SweptInts({2, 5, 10, 16, 20, 39, 64, 100, 256, 1_000, 1_024})
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
  @SweptInts({3, 10, 16, 32, 39, 64, 100, 255, 256, 777, 1_024})
  void a_limit_of_names_is_found(int maxNames) throws DriverException {
    assertThat(
            isFound((log, method, count) ->
                method == LogMethod.CHECKPOINT && log.checkpoints().size() >= maxNames ? 0 : count))
        .isTrue();
  }

  @ParameterizedTest
  @SweptInts({20, 100, 128, 1_000, 1_024, 65_536, 99_999})
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

package dev.fcp.spec.domains.counter;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.DocumentFormat.RepairedModel;
import dev.fcp.eventlog.domain.Source;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A counter as a text file: a number, optionally surrounded by white space and followed by a
 * comment. Leading zeros, white space and comment belong to the source, not to the model.
 *
 * <pre>
 *   0042   # answers
 * </pre>
 */
final class CounterFormat implements DocumentFormat<Counter> {

  private static final Pattern FILE_PATTERN =
      Pattern.compile("(\\s*)([+-]?\\d+)(\\s*(?:#[^\\n]*)?\\n?)");
  private static final Pattern NUMBER_PATTERN = Pattern.compile("[+-]?\\d{1,9}");
  private static final int NUMBER_GROUP = 2;

  @Override
  public List<String> extensions() {
    return List.of("counter");
  }

  @Override
  public ReadResult<Counter> read(byte[] bytes) {
    Matcher file = FILE_PATTERN.matcher(text(bytes));
    if (!file.matches()) {
      return new ReadResult.Unreadable<>(
          0, "no counter", Optional.of("a number, then # and a comment"));
    }
    try {
      int value = Integer.parseInt(file.group(NUMBER_GROUP));
      return new ReadResult.Readable<>(new Counter(value), Source.of(bytes));
    } catch (NumberFormatException e) {
      return new ReadResult.Unreadable<>(
          file.start(NUMBER_GROUP),
          file.group(NUMBER_GROUP) + " is out of range",
          Optional.empty());
    }
  }

  /** Takes the first number in the file. */
  @Override
  public Optional<RepairedModel<Counter>> repair(byte[] bytes) {
    Matcher number = NUMBER_PATTERN.matcher(text(bytes));
    return number.find()
        ? Optional.of(
            new RepairedModel<>(
                new Counter(Integer.parseInt(number.group())),
                List.of("all but the number at byte " + number.start())))
        : Optional.empty();
  }

  @Override
  public byte[] write(Counter model, List<Source> sources) {
    return sources.stream()
        .map(Source::bytes)
        .filter(bytes -> readsAs(bytes, model))
        .findFirst()
        .orElseGet(() -> replaceNumber(model, sources).getBytes(StandardCharsets.ISO_8859_1));
  }

  private boolean readsAs(byte[] bytes, Counter model) {
    return read(bytes) instanceof ReadResult.Readable<Counter>(var counter, var source)
        && counter.equals(model);
  }

  /** Writes the number with the white space and the comment of the first source. */
  private static String replaceNumber(Counter model, List<Source> sources) {
    return sources.stream()
        .map(source -> FILE_PATTERN.matcher(text(source.bytes())))
        .filter(Matcher::matches)
        .map(file -> file.group(NUMBER_GROUP - 1) + model.value() + file.group(NUMBER_GROUP + 1))
        .findFirst()
        .orElse(model.value() + "\n");
  }

  /** Decodes the bytes as ISO 8859-1, which loses none. */
  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}

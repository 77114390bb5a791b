package dev.fcp.vault;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The markers of a vault: comments with a ULID, which a reader of the text does not see. */
final class Markers {

  private static final String ULID = "([0-7][0-9A-HJKMNP-TV-Z]{25})";

  private static final Pattern ANY_THREAD =
      Pattern.compile("\\s*<!--\\s*[A-Za-z0-9-]+:thread:" + ULID + "\\s*-->\\s*");

  private final String prefix;
  private final Pattern begin;
  private final Pattern end;
  private final Pattern thread;

  Markers(String prefix) {
    this.prefix = prefix;
    this.begin = pattern("event:" + ULID + ":begin");
    this.end = pattern("event:" + ULID + ":end");
    this.thread = pattern("thread:" + ULID);
  }

  private Pattern pattern(String content) {
    return Pattern.compile("\\s*<!--\\s*" + prefix + ":" + content + "\\s*-->\\s*");
  }

  String begin(String ulid) {
    return "<!-- %s:event:%s:begin -->".formatted(prefix, ulid);
  }

  String end(String ulid) {
    return "<!-- %s:event:%s:end -->".formatted(prefix, ulid);
  }

  String thread(String ulid) {
    return "<!-- %s:thread:%s -->".formatted(prefix, ulid);
  }

  /** Whether a line is the marker of a thread, with any prefix. */
  static boolean isThread(String line) {
    return ulidIn(line, ANY_THREAD).isPresent();
  }

  /** The ULID of the marker before the events of a timeline, if a line is one. */
  Optional<String> beginIn(String line) {
    return ulidIn(line, begin);
  }

  /** The ULID of the marker after the events of a timeline, if a line is one. */
  Optional<String> endIn(String line) {
    return ulidIn(line, end);
  }

  /** The ULID of the marker of a thread, if a line is one. */
  Optional<String> threadIn(String line) {
    return ulidIn(line, thread);
  }

  private static Optional<String> ulidIn(String line, Pattern pattern) {
    Matcher matcher = pattern.matcher(line);
    return line.contains("<!--") && matcher.matches()
        ? Optional.of(matcher.group(1))
        : Optional.empty();
  }
}

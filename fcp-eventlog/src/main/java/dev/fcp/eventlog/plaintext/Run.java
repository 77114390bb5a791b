package dev.fcp.eventlog.plaintext;

import org.jspecify.annotations.Nullable;

/** Consecutive characters of one insertion, all of them live or all deleted. Immutable. */
final class Run {

  /** The maximum number of characters, so that splitting a run is cheap. */
  static final int MAX_LENGTH = 256;

  final CharId first;
  final String text;

  /** The number of code points. */
  final int length;

  final boolean isLive;

  private @Nullable TextHash hash;

  Run(CharId first, String text, int length, boolean isLive) {
    this.first = first;
    this.text = text;
    this.length = length;
    this.isLive = isLive;
  }

  int liveLength() {
    return isLive ? length : 0;
  }

  /** The id right after the last character. */
  CharId end() {
    return first.plus(length);
  }

  /** Whether a character of this insertion is in this run. */
  boolean contains(CharId id) {
    return id.offset() - first.offset() < length
        && id.offset() >= first.offset()
        && id.insertion().equals(first.insertion());
  }

  /** The hash of the live characters. */
  TextHash hash() {
    TextHash known = hash;
    if (known == null) {
      known = isLive ? TextHash.of(text) : TextHash.EMPTY;
      hash = known;
    }
    return known;
  }

  /** Some of the characters, from one index to before another. */
  String substring(int from, int to) {
    if (from == 0 && to == length) {
      return text;
    }
    if (text.length() == length) {
      return text.substring(from, to);
    }
    int start = text.offsetByCodePoints(0, from);
    return text.substring(start, text.offsetByCodePoints(start, to - from));
  }

  Run part(int from, int to) {
    return from == 0 && to == length
        ? this
        : new Run(first.plus(from), substring(from, to), to - from, isLive);
  }

  Run withLive(boolean live) {
    return live == isLive ? this : new Run(first, text, length, live);
  }

  /** Whether another run continues this one, and both are short enough to be one run. */
  boolean canJoin(Run next) {
    return isLive == next.isLive
        && length + next.length <= MAX_LENGTH
        && next.first.offset() == first.offset() + length
        && next.first.insertion().equals(first.insertion());
  }

  Run join(Run next) {
    Run joined = new Run(first, text + next.text, length + next.length, isLive);
    if (hash != null) {
      joined.hash = hash.then(next.hash());
    }
    return joined;
  }
}

package dev.fcp.midi.song;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ids that notes and messages get when a file is read, encoded as numbers that sort by tick:
 *
 * <pre>
 * n480.60      the note of pitch 60 that begins at tick 480
 * n480.60.1    the second one
 * m480.0       the first message at tick 480 that is not part of a note
 *
 * bits         28     1           7           27
 *              tick   1 = note    pitch or 0  ordinal
 * </pre>
 */
final class LoadedId {

  /** The result for an id that has no encoding as a number. */
  static final long NONE = -1;

  /** The largest ordinal that fits into a number. */
  static final int MAX_ORDINAL = (1 << 27) - 1;

  private static final int TICK_SHIFT = 35;
  private static final long NOTE_FLAG = 1L << 34;
  private static final int PITCH_SHIFT = 27;

  /** Numbers have no leading zeros, so that each id has exactly one text. */
  private static final Pattern NOTE_PATTERN =
      Pattern.compile("n(0|[1-9][0-9]{0,8})\\.(0|[1-9][0-9]{0,2})(?:\\.([1-9][0-9]{0,8}))?");

  private static final Pattern MESSAGE_PATTERN =
      Pattern.compile("m(0|[1-9][0-9]{0,8})\\.(0|[1-9][0-9]{0,8})");

  private LoadedId() {}

  static long ofNote(int tick, int pitch, int ordinal) {
    return (long) tick << TICK_SHIFT | NOTE_FLAG | (long) pitch << PITCH_SHIFT | ordinal;
  }

  static long ofMessage(int tick, int ordinal) {
    return (long) tick << TICK_SHIFT | ordinal;
  }

  static String textOfNote(int tick, int pitch, int ordinal) {
    return "n" + tick + "." + pitch + (ordinal == 0 ? "" : "." + ordinal);
  }

  static String textOfMessage(int tick, int ordinal) {
    return "m" + tick + "." + ordinal;
  }

  /** Formats a number as the text of its id. */
  static String format(long number) {
    int tick = (int) (number >>> TICK_SHIFT);
    int ordinal = (int) number & MAX_ORDINAL;
    int pitch = (int) (number >>> PITCH_SHIFT) & 0x7F;
    return (number & NOTE_FLAG) == 0
        ? textOfMessage(tick, ordinal)
        : textOfNote(tick, pitch, ordinal);
  }

  /** Parses the text of an id; returns {@link #NONE} if it has no encoding as a number. */
  static long parse(String text) {
    if (text.length() < 4) {
      return NONE;
    }
    return switch (text.charAt(0)) {
      case 'n' -> parseNote(NOTE_PATTERN.matcher(text));
      case 'm' -> parseMessage(MESSAGE_PATTERN.matcher(text));
      default -> NONE;
    };
  }

  private static long parseNote(Matcher text) {
    if (!text.matches()) {
      return NONE;
    }
    int tick = Integer.parseInt(text.group(1));
    int pitch = Integer.parseInt(text.group(2));
    int ordinal = text.group(3) == null ? 0 : Integer.parseInt(text.group(3));
    return tick <= MessagePosition.MAX_TICK && pitch < 128 && ordinal <= MAX_ORDINAL
        ? ofNote(tick, pitch, ordinal)
        : NONE;
  }

  private static long parseMessage(Matcher text) {
    if (!text.matches()) {
      return NONE;
    }
    int tick = Integer.parseInt(text.group(1));
    int ordinal = Integer.parseInt(text.group(2));
    return tick <= MessagePosition.MAX_TICK && ordinal <= MAX_ORDINAL
        ? ofMessage(tick, ordinal)
        : NONE;
  }
}

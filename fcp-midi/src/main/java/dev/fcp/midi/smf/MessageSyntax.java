package dev.fcp.midi.smf;

/** The syntax of the canonical bytes of a message. */
final class MessageSyntax {

  static final int SYSEX = 0xF0;
  static final int ESCAPE = 0xF7;
  static final int META = 0xFF;
  static final int END_OF_TRACK = 0x2F;

  private MessageSyntax() {}

  /** The number of data bytes of a channel message. */
  static int dataByteCount(int status) {
    return (status & 0xE0) == 0xC0 ? 1 : 2;
  }

  /** Rejects bytes that are not a message, and the end-of-track message. */
  static void requireValid(byte[] bytes) {
    int status = bytes.length == 0 ? 0 : bytes[0] & 0xFF;
    if (status < 0x80) {
      throw invalid(bytes, "it has no status");
    }
    if (status < 0xF0) {
      requireChannel(bytes, status);
    } else if (status == META) {
      if (bytes.length < 2 || bytes[1] < 0 || bytes[1] == END_OF_TRACK) {
        throw invalid(bytes, "it has no type that may stand in a list");
      }
    } else if (status != SYSEX && status != ESCAPE) {
      throw invalid(bytes, "no file holds messages of that status");
    }
    if (bytes.length > Vlq.MAX) {
      throw invalid(bytes, "it is longer than a file can say");
    }
  }

  private static void requireChannel(byte[] bytes, int status) {
    if (bytes.length != 1 + dataByteCount(status)) {
      throw invalid(bytes, "it has another number of data bytes");
    }
    for (int i = 1; i < bytes.length; i++) {
      if (bytes[i] < 0) {
        throw invalid(bytes, "a data byte is above 7F");
      }
    }
  }

  private static IllegalArgumentException invalid(byte[] bytes, String reason) {
    return new IllegalArgumentException("the message " + hex(bytes) + ": " + reason);
  }

  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(8, bytes.length); i++) {
      text.append("%s%02X".formatted(i == 0 ? "" : " ", bytes[i]));
    }
    return bytes.length > 8 ? text + " ..." : text.toString();
  }
}

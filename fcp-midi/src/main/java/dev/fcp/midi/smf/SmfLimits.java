package dev.fcp.midi.smf;

/**
 * The limits for MIDI files; a file that exceeds one is refused as a whole. The default of each
 * limit is given with it.
 *
 * @param fileBytes the maximum size of a file in bytes; 64 MiB
 * @param tracks the maximum number of tracks; 65535, the largest number that a header can declare
 * @param chunks the maximum number of other chunks; 65536
 * @param messages the maximum number of messages in all tracks, not counting end-of-track messages;
 *     4 million
 * @param messageBytes the maximum length of a system exclusive or meta message in bytes; 16 MiB
 * @param lastTick the maximum tick; 2<sup>28</sup> - 1, the largest delta time, so that the
 *     remaining messages can always be written, whichever messages are removed
 */
public record SmfLimits(
    int fileBytes, int tracks, int chunks, int messages, int messageBytes, long lastTick) {

  private static final int MEBI = 1 << 20;
  private static final SmfLimits STANDARD =
      new SmfLimits(64 * MEBI, 0xFFFF, 1 << 16, 4_000_000, 16 * MEBI, Vlq.MAX);

  /** Rejects limits below 1. */
  public SmfLimits {
    long smallest =
        Math.min(
            Math.min(Math.min(fileBytes, tracks), Math.min(chunks, messages)),
            Math.min(messageBytes, lastTick));
    if (smallest < 1) {
      throw new IllegalArgumentException("a limit below 1: " + smallest);
    }
  }

  /** The default limits. */
  public static SmfLimits standard() {
    return STANDARD;
  }
}

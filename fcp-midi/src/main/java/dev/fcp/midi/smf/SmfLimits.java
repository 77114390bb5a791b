package dev.fcp.midi.smf;

/**
 * What a file may ask of its reader; a file beyond a limit is refused and never half read.
 *
 * @param fileBytes the size of a file in bytes; 64 MiB
 * @param tracks how many tracks a file may have; 65535, which is the most a header can announce
 * @param chunks how many chunks other than tracks a file may have; 65536
 * @param messages how many messages all tracks may have together, ends of tracks not counted; 4
 *     million
 * @param messageBytes how long a system exclusive or meta message may be, in bytes; 16 MiB
 * @param lastTick the latest tick of a track; 2<sup>28</sup> - 1, the longest time that a file can
 *     put between two messages, so that whatever is removed, those that stay can be written
 */
public record SmfLimits(
    int fileBytes, int tracks, int chunks, int messages, int messageBytes, long lastTick) {

  private static final int MEBI = 1 << 20;
  private static final SmfLimits STANDARD =
      new SmfLimits(64 * MEBI, 0xFFFF, 1 << 16, 4_000_000, 16 * MEBI, Vlq.MAX);

  /** Refuses a limit below 1. */
  public SmfLimits {
    long smallest =
        Math.min(
            Math.min(Math.min(fileBytes, tracks), Math.min(chunks, messages)),
            Math.min(messageBytes, lastTick));
    if (smallest < 1) {
      throw new IllegalArgumentException("a limit below 1: " + smallest);
    }
  }

  /** The limits that hold where nobody says otherwise. */
  public static SmfLimits standard() {
    return STANDARD;
  }
}

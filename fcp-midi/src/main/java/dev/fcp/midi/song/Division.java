package dev.fcp.midi.song;

/**
 * The time division of a song: the number of ticks per quarter note or per SMPTE frame.
 *
 * <pre>
 * 0ttttttt tttttttt   metrical: ticks per quarter note
 * 1fffffff tttttttt   SMPTE: minus frames per second (24, 25, 29, 30 are usual), ticks per frame
 * </pre>
 *
 * @param word the 16 bits in the file; every value is allowed
 */
public record Division(int word) {

  private static final int SMPTE = 0x8000;

  public Division {
    if (word < 0 || word > 0xFFFF) {
      throw new IllegalArgumentException("word: " + word + " is not from 0 to 65535");
    }
  }

  /**
   * Creates a metrical division.
   *
   * @throws IllegalArgumentException if the number of ticks is not from 0 to 32767
   */
  public static Division metrical(int ticksPerQuarter) {
    if (ticksPerQuarter < 0 || ticksPerQuarter >= SMPTE) {
      throw new IllegalArgumentException(
          "ticksPerQuarter: " + ticksPerQuarter + " is not from 0 to 32767");
    }
    return new Division(ticksPerQuarter);
  }

  /**
   * Creates an SMPTE division.
   *
   * @throws IllegalArgumentException if the number of frames is not from 1 to 128, or the number of
   *     ticks is not from 0 to 255
   */
  public static Division smpte(int framesPerSecond, int ticksPerFrame) {
    if (framesPerSecond < 1 || framesPerSecond > 128) {
      throw new IllegalArgumentException(
          "framesPerSecond: " + framesPerSecond + " is not from 1 to 128");
    }
    if (ticksPerFrame < 0 || ticksPerFrame > 0xFF) {
      throw new IllegalArgumentException(
          "ticksPerFrame: " + ticksPerFrame + " is not from 0 to 255");
    }
    return new Division((0x100 - framesPerSecond) << 8 | ticksPerFrame);
  }

  /** Whether this is a metrical division. */
  public boolean isMetrical() {
    return (word & SMPTE) == 0;
  }

  /**
   * The number of ticks per quarter note.
   *
   * @throws IllegalStateException if this is an SMPTE division
   */
  public int ticksPerQuarter() {
    if (!isMetrical()) {
      throw new IllegalStateException(this + " has no quarter notes");
    }
    return word;
  }

  /**
   * The number of frames per second; 29 means 29.97.
   *
   * @throws IllegalStateException if this is a metrical division
   */
  public int framesPerSecond() {
    requireSmpte();
    return 0x100 - (word >> 8);
  }

  /**
   * The number of ticks per frame.
   *
   * @throws IllegalStateException if this is a metrical division
   */
  public int ticksPerFrame() {
    requireSmpte();
    return word & 0xFF;
  }

  private void requireSmpte() {
    if (isMetrical()) {
      throw new IllegalStateException(this + " has no frames");
    }
  }

  @Override
  public String toString() {
    return isMetrical()
        ? word + " ticks per quarter"
        : framesPerSecond() + " frames per second, " + ticksPerFrame() + " ticks per frame";
  }
}

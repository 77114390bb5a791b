package dev.fcp.midi.song;

/**
 * What a tick is: a part of a quarter note, or of a frame of film.
 *
 * <pre>
 * 0ttttttt tttttttt   metrical: ticks per quarter note
 * 1fffffff tttttttt   SMPTE: minus frames per second (24, 25, 29, 30 are usual), ticks per frame
 * </pre>
 *
 * @param word the 16 bits of the file; any are allowed
 */
public record Division(int word) {

  private static final int SMPTE = 0x8000;

  public Division {
    if (word < 0 || word > 0xFFFF) {
      throw new IllegalArgumentException("word: " + word + " is not from 0 to 65535");
    }
  }

  /**
   * Parts of a quarter note.
   *
   * @throws IllegalArgumentException if they are not from 0 to 32767
   */
  public static Division metrical(int ticksPerQuarter) {
    if (ticksPerQuarter < 0 || ticksPerQuarter >= SMPTE) {
      throw new IllegalArgumentException(
          "ticksPerQuarter: " + ticksPerQuarter + " is not from 0 to 32767");
    }
    return new Division(ticksPerQuarter);
  }

  /**
   * Parts of a frame.
   *
   * @throws IllegalArgumentException if there are not 1 to 128 frames or 0 to 255 ticks
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

  /** Whether ticks are parts of a quarter note. */
  public boolean isMetrical() {
    return (word & SMPTE) == 0;
  }

  /**
   * The ticks of a quarter note.
   *
   * @throws IllegalStateException if ticks are no parts of it
   */
  public int ticksPerQuarter() {
    if (!isMetrical()) {
      throw new IllegalStateException(this + " has no quarter notes");
    }
    return word;
  }

  /**
   * The frames of a second; 29 stands for 29.97.
   *
   * @throws IllegalStateException if ticks are parts of a quarter note
   */
  public int framesPerSecond() {
    requireSmpte();
    return 0x100 - (word >> 8);
  }

  /**
   * The ticks of a frame.
   *
   * @throws IllegalStateException if ticks are parts of a quarter note
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

package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.Track;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;

/** A track of a file: what it says, and where in the file it says so. An immutable value. */
public final class SmfTrack {

  private final byte[] file;
  private final Track content;
  private final int[] textStarts;
  private final int endText;
  private final int start;
  private final int end;

  /**
   * @param file the bytes of the whole file
   * @param textStarts where the text of each message begins; one more for the end of the track
   * @param endText behind the text of the end of the track
   * @param start where the chunk begins
   * @param end behind the chunk
   */
  SmfTrack(byte[] file, Track content, int[] textStarts, int endText, int start, int end) {
    this.file = file;
    this.content = content;
    this.textStarts = textStarts;
    this.endText = endText;
    this.start = start;
    this.end = end;
  }

  /** What it says. */
  public Track content() {
    return content;
  }

  /** Its messages with their places; each is made when it is asked for. */
  public List<SmfMessage> messages() {
    return new Messages();
  }

  /** Where the chunk begins in the file, in bytes. */
  public int textOffset() {
    return start;
  }

  /** How long the chunk is, with its head of eight bytes. */
  public int textBytes() {
    return end - start;
  }

  byte[] file() {
    return file;
  }

  /** Where the text of a message begins; that of the end of the track comes after the last one. */
  int textStart(int index) {
    return textStarts[index];
  }

  /** Behind the text of a message. */
  int textEnd(int index) {
    return index == content.messages().size() ? endText : textStarts[index + 1];
  }

  /** Behind the chunk. */
  int end() {
    return end;
  }

  /** How long after the message before it a message comes, or the track ends. */
  long delta(int index) {
    MessageList messages = content.messages();
    long tick = index == messages.size() ? content.endTick() : messages.absoluteTick(index);
    return index == 0 ? tick : tick - messages.absoluteTick(index - 1);
  }

  @Override
  public String toString() {
    return "track at byte " + start + ": " + content;
  }

  private final class Messages extends AbstractList<SmfMessage> {

    @Override
    public SmfMessage get(int index) {
      Objects.checkIndex(index, size());
      MessageList messages = content.messages();
      return new SmfMessage(
          messages.absoluteTick(index),
          messages.bytes(index),
          textStarts[index],
          textStarts[index + 1] - textStarts[index]);
    }

    @Override
    public int size() {
      return content.messages().size();
    }
  }
}

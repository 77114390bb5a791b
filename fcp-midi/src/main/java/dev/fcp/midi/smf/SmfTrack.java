package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;

/** A track of a file: what it says, and where in the file it says so. An immutable value. */
public final class SmfTrack {

  private final byte[] fileBytes;
  private final TrackChunk content;
  private final int[] messageOffsets;
  private final int endOfLastMessage;
  private final int start;
  private final int end;

  /**
   * @param fileBytes the bytes of the whole file
   * @param messageOffsets where the text of each message begins; one more for the end of the track
   * @param endOfLastMessage behind the text of the end of the track
   * @param start where the chunk begins
   * @param end behind the chunk
   */
  SmfTrack(
      byte[] fileBytes,
      TrackChunk content,
      int[] messageOffsets,
      int endOfLastMessage,
      int start,
      int end) {
    this.fileBytes = fileBytes;
    this.content = content;
    this.messageOffsets = messageOffsets;
    this.endOfLastMessage = endOfLastMessage;
    this.start = start;
    this.end = end;
  }

  /** What it says. */
  public TrackChunk content() {
    return content;
  }

  /** Its messages with their places; each is made when it is asked for. */
  public List<SmfMessage> messages() {
    return new Messages();
  }

  /** Where the chunk begins in the file, in bytes. */
  public int offsetBytes() {
    return start;
  }

  /** How long the chunk is, with its head of eight bytes. */
  public int encodedBytes() {
    return end - start;
  }

  byte[] fileBytes() {
    return fileBytes;
  }

  /** Where the text of a message begins; that of the end of the track comes after the last one. */
  int encodedStart(int index) {
    return messageOffsets[index];
  }

  /** Behind the text of a message. */
  int encodedEnd(int index) {
    return index == content.messages().size() ? endOfLastMessage : messageOffsets[index + 1];
  }

  /** Behind the chunk. */
  int end() {
    return end;
  }

  /** How long after the message before it a message comes, or the track ends. */
  long deltaTicks(int index) {
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
          messageOffsets[index],
          messageOffsets[index + 1] - messageOffsets[index]);
    }

    @Override
    public int size() {
      return content.messages().size();
    }
  }
}

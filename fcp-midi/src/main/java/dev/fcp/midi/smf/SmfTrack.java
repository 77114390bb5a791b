package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;

/** A track of a parsed file: its content and the offsets of its messages. Immutable. */
public final class SmfTrack {

  private final byte[] fileBytes;
  private final TrackChunk content;
  private final int[] messageOffsets;
  private final int endOfLastMessage;
  private final int start;
  private final int end;

  /**
   * @param fileBytes the bytes of the whole file
   * @param messageOffsets the offset of each encoded message, and of the end-of-track message
   * @param endOfLastMessage the offset after the end-of-track message
   * @param start the offset of the chunk
   * @param end the offset after the chunk
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

  /** The content. */
  public TrackChunk content() {
    return content;
  }

  /** A view of the messages with their offsets; each element is created on access. */
  public List<SmfMessage> messages() {
    return new Messages();
  }

  /** The offset of the chunk in the file, in bytes. */
  public int offsetBytes() {
    return start;
  }

  /** The length of the chunk including its header of eight bytes. */
  public int encodedBytes() {
    return end - start;
  }

  byte[] fileBytes() {
    return fileBytes;
  }

  /**
   * The offset of an encoded message; the end-of-track message has the index after the last one.
   */
  int encodedStart(int index) {
    return messageOffsets[index];
  }

  /** The offset after an encoded message. */
  int encodedEnd(int index) {
    return index == content.messages().size() ? endOfLastMessage : messageOffsets[index + 1];
  }

  /** The offset after the chunk. */
  int end() {
    return end;
  }

  /** The delta time of a message, or of the end-of-track message. */
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

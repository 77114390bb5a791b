package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.util.Arrays;

/**
 * Reads the messages of one track. After a {@link SmfParseException}, the messages before the error
 * are still available.
 *
 * <p>System exclusive and meta messages do not reset the running status: some files rely on this
 * and could not be read otherwise.
 */
final class TrackReader {

  private final byte[] fileBytes;
  private final int end;
  private final SmfLimits limits;
  private final int remainingMessages;
  private final MessageList.Builder messages;
  private int[] messageOffsets;
  private int offset;
  private int runningStatus;
  private long tick;
  private boolean ended;

  /**
   * @param start the offset after the chunk header
   * @param end the offset after the chunk
   * @param remainingMessages the number of further messages that the limits allow
   */
  TrackReader(byte[] fileBytes, int start, int end, SmfLimits limits, int remainingMessages) {
    this.fileBytes = fileBytes;
    this.offset = start;
    this.end = end;
    this.limits = limits;
    this.remainingMessages = remainingMessages;
    this.messages = MessageList.builder().expectingTextBytes(end - start);
    this.messageOffsets = new int[16 + Math.min((end - start) / 4, 1 << 16)];
  }

  /** Reads up to the end of the track. */
  void read() throws SmfParseException {
    while (!ended) {
      readNext();
    }
  }

  boolean hasEnded() {
    return ended;
  }

  /** The offset of the next message; after a {@link SmfParseException}, of the damaged one. */
  int offset() {
    return offset;
  }

  /** The offset after the chunk. */
  int end() {
    return end;
  }

  /** Skips to an offset and advances the time by the delta of the skipped message. */
  void skipTo(int newOffset, int ticks) {
    offset = newOffset;
    tick += ticks;
  }

  int messageCount() {
    return messages.size();
  }

  /** The content read so far. */
  TrackChunk content() {
    return content(offset, offset);
  }

  /** The track; must not be called before its end was read. */
  SmfTrack track(int chunkStart) {
    int[] starts = Arrays.copyOf(messageOffsets, messages.size() + 1);
    return new SmfTrack(fileBytes, content(offset, end), starts, offset, chunkStart, end);
  }

  private TrackChunk content(int trailingStart, int trailingEnd) {
    ByteRange trailing =
        trailingStart == trailingEnd
            ? ByteRange.NONE
            : new ByteRange(fileBytes, trailingStart, trailingEnd);
    long endTick = Math.min(tick, messages.lastTick() + Vlq.MAX);
    return new TrackChunk(messages.build(), endTick, trailing);
  }

  private void readNext() throws SmfParseException {
    int start = offset;
    if (start == end) {
      throw new SmfParseException(start, "the track stops without an end of track");
    }
    int index = endOfNumber(start, "a delta");
    long absoluteTick = tick + Vlq.value(fileBytes, start, index);
    if (absoluteTick > limits.lastTick() || absoluteTick - messages.lastTick() > Vlq.MAX) {
      throw new SmfParseException(
          start,
          "tick %d after tick %d; the limit is %d"
              .formatted(absoluteTick, messages.lastTick(), limits.lastTick()));
    }
    int firstByte = byteAt(index) & 0xFF;
    if (firstByte < 0x80) {
      if (runningStatus == 0) {
        throw new SmfParseException(
            index, "the data byte %02X without a status before it".formatted(firstByte));
      }
      index = readChannelMessage(absoluteTick, runningStatus, index);
    } else if (firstByte < 0xF0) {
      index = readChannelMessage(absoluteTick, firstByte, index + 1);
      runningStatus = firstByte;
    } else {
      index = readSystemMessage(absoluteTick, firstByte, index + 1);
    }
    // The state is updated only after a complete message, so that offset() is the start of a
    // damaged one.
    recordOffset(start);
    tick = absoluteTick;
    offset = index;
  }

  private void recordOffset(int start) {
    int index = ended ? messages.size() : messages.size() - 1;
    if (index == messageOffsets.length) {
      messageOffsets = Arrays.copyOf(messageOffsets, 2 * index);
    }
    messageOffsets[index] = start;
  }

  private int readChannelMessage(long absoluteTick, int status, int dataStart)
      throws SmfParseException {
    int dataByteCount = MessageSyntax.dataByteCount(status);
    if (end - dataStart < dataByteCount) {
      throw new SmfParseException(end, "the track stops within a message");
    }
    if (fileBytes[dataStart] < 0 || fileBytes[dataStart + dataByteCount - 1] < 0) {
      int invalidIndex = fileBytes[dataStart] < 0 ? dataStart : dataStart + 1;
      throw new SmfParseException(
          invalidIndex, "%02X where a data byte should be".formatted(fileBytes[invalidIndex]));
    }
    requireMessageLimit(dataStart);
    messages.addChannelMessage(absoluteTick, status, fileBytes, dataStart, dataByteCount);
    return dataStart + dataByteCount;
  }

  private int readSystemMessage(long absoluteTick, int status, int index) throws SmfParseException {
    return switch (status) {
      case MessageSyntax.SYSEX, MessageSyntax.ESCAPE ->
          readLengthPrefixed(absoluteTick, status, -1, index);
      case MessageSyntax.META -> readMetaMessage(absoluteTick, index);
      // A default is needed because this is a switch over int.
      default ->
          throw new SmfParseException(
              index - 1, "%02X, which no file can hold as a message".formatted(status));
    };
  }

  private int readMetaMessage(long absoluteTick, int index) throws SmfParseException {
    int type = byteAt(index);
    if (type < 0) {
      throw new SmfParseException(
          index, "%02X where the type of a meta message should be".formatted(type));
    }
    if (type != MessageSyntax.END_OF_TRACK) {
      return readLengthPrefixed(absoluteTick, MessageSyntax.META, type, index + 1);
    }
    int numberEnd = endOfNumber(index + 1, "a length");
    if (Vlq.value(fileBytes, index + 1, numberEnd) != 0) {
      throw new SmfParseException(index + 1, "an end of track that is not empty");
    }
    ended = true;
    return numberEnd;
  }

  private int readLengthPrefixed(long absoluteTick, int status, int type, int index)
      throws SmfParseException {
    int dataStart = endOfNumber(index, "a length");
    int length = Vlq.value(fileBytes, index, dataStart);
    if (length > end - dataStart) {
      throw new SmfParseException(
          index, "a message of %d bytes where %d are left".formatted(length, end - dataStart));
    }
    if (length > limits.messageBytes()) {
      throw new SmfParseException(
          index,
          "a message of %d bytes, more than the limit of %d"
              .formatted(length, limits.messageBytes()));
    }
    requireMessageLimit(index);
    messages.startMessage(absoluteTick);
    messages.put(status);
    if (type >= 0) {
      messages.put(type);
    }
    messages.put(fileBytes, dataStart, dataStart + length);
    messages.endMessage();
    return dataStart + length;
  }

  private void requireMessageLimit(int index) throws SmfParseException {
    if (messages.size() >= remainingMessages) {
      throw new SmfParseException(
          index, "more than the limit of %d messages".formatted(limits.messages()));
    }
  }

  private int byteAt(int index) throws SmfParseException {
    if (index >= end) {
      throw new SmfParseException(end, "the track stops within a message");
    }
    return fileBytes[index];
  }

  private int endOfNumber(int start, String label) throws SmfParseException {
    int index = start;
    while (byteAt(index) < 0) {
      index++;
      if (index - start == 4) {
        throw new SmfParseException(start, label + " of more than four bytes");
      }
    }
    return index + 1;
  }
}

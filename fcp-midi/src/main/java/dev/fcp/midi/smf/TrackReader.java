package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.Track;
import java.util.Arrays;

/**
 * Reads the messages of one track. After a {@link Damage} what was read before it is still there.
 *
 * <p>The running status outlives system exclusive and meta messages: files that do so exist, and
 * with any other rule they could not be read.
 */
final class TrackReader {

  private final byte[] text;
  private final int end;
  private final SmfLimits limits;
  private final int messagesLeft;
  private final MessageList.Builder messages;
  private int[] textStarts;
  private int at;
  private int runningStatus;
  private long tick;
  private boolean ended;

  /**
   * @param start behind the head of the chunk
   * @param end behind the chunk
   * @param messagesLeft how many messages the file may still have
   */
  TrackReader(byte[] text, int start, int end, SmfLimits limits, int messagesLeft) {
    this.text = text;
    this.at = start;
    this.end = end;
    this.limits = limits;
    this.messagesLeft = messagesLeft;
    this.messages = MessageList.builder().expecting(end - start);
    this.textStarts = new int[16 + Math.min((end - start) / 4, 1 << 16)];
  }

  /** Reads until the end of the track. */
  void read() throws Damage {
    while (!ended) {
      next();
    }
  }

  boolean hasEnded() {
    return ended;
  }

  /** Where the next message begins; after a {@link Damage}, where the damaged one does. */
  int at() {
    return at;
  }

  /** Behind the chunk. */
  int end() {
    return end;
  }

  /** Leaves out the text until a place, but not the time that passes there. */
  void skipTo(int place, int ticks) {
    at = place;
    tick += ticks;
  }

  int messageCount() {
    return messages.size();
  }

  /** What was read so far. */
  Track content() {
    return content(at, at);
  }

  /** The track, after its end was read. */
  SmfTrack track(int chunkStart) {
    int[] starts = Arrays.copyOf(textStarts, messages.size() + 1);
    return new SmfTrack(text, content(at, end), starts, at, chunkStart, end);
  }

  private Track content(int trailingStart, int trailingEnd) {
    ByteRange trailing =
        trailingStart == trailingEnd
            ? ByteRange.NONE
            : new ByteRange(text, trailingStart, trailingEnd);
    long endTick = Math.min(tick, messages.lastTick() + Vlq.MAX);
    return new Track(messages.build(), endTick, trailing);
  }

  private void next() throws Damage {
    int start = at;
    if (start == end) {
      throw new Damage(start, "the track stops without an end of track");
    }
    int place = numberEnd(start, "a delta");
    long now = tick + Vlq.value(text, start, place);
    if (now > limits.lastTick() || now - messages.lastTick() > Vlq.MAX) {
      throw new Damage(
          start,
          "tick %d after tick %d; the limit is %d"
              .formatted(now, messages.lastTick(), limits.lastTick()));
    }
    int first = byteAt(place) & 0xFF;
    if (first < 0x80) {
      if (runningStatus == 0) {
        throw new Damage(place, "the data byte %02X without a status before it".formatted(first));
      }
      place = channel(now, runningStatus, place);
    } else if (first < 0xF0) {
      place = channel(now, first, place + 1);
      runningStatus = first;
    } else {
      place = system(now, first, place + 1);
    }
    // Nothing moves before the message is whole, so that its damage has a beginning.
    note(start);
    tick = now;
    at = place;
  }

  private void note(int start) {
    int index = ended ? messages.size() : messages.size() - 1;
    if (index == textStarts.length) {
      textStarts = Arrays.copyOf(textStarts, 2 * index);
    }
    textStarts[index] = start;
  }

  private int channel(long now, int status, int data) throws Damage {
    int count = MessageForm.dataBytes(status);
    if (end - data < count) {
      throw new Damage(end, "the track stops within a message");
    }
    if (text[data] < 0 || text[data + count - 1] < 0) {
      int wrong = text[data] < 0 ? data : data + 1;
      throw new Damage(wrong, "%02X where a data byte should be".formatted(text[wrong]));
    }
    requireRoom(data);
    messages.channel(now, status, text, data, count);
    return data + count;
  }

  private int system(long now, int status, int place) throws Damage {
    return switch (status) {
      case MessageForm.SYSEX, MessageForm.PACKET -> counted(now, status, -1, place);
      case MessageForm.META -> meta(now, place);
      // A switch over numbers, which no compiler can find complete.
      default ->
          throw new Damage(
              place - 1, "%02X, which no file can hold as a message".formatted(status));
    };
  }

  private int meta(long now, int place) throws Damage {
    int type = byteAt(place);
    if (type < 0) {
      throw new Damage(place, "%02X where the type of a meta message should be".formatted(type));
    }
    if (type != MessageForm.END_OF_TRACK) {
      return counted(now, MessageForm.META, type, place + 1);
    }
    int behind = numberEnd(place + 1, "a length");
    if (Vlq.value(text, place + 1, behind) != 0) {
      throw new Damage(place + 1, "an end of track that is not empty");
    }
    ended = true;
    return behind;
  }

  private int counted(long now, int status, int type, int place) throws Damage {
    int body = numberEnd(place, "a length");
    int length = Vlq.value(text, place, body);
    if (length > end - body) {
      throw new Damage(
          place, "a message of %d bytes where %d are left".formatted(length, end - body));
    }
    if (length > limits.messageBytes()) {
      throw new Damage(
          place,
          "a message of %d bytes, more than the limit of %d"
              .formatted(length, limits.messageBytes()));
    }
    requireRoom(place);
    messages.start(now);
    messages.put(status);
    if (type >= 0) {
      messages.put(type);
    }
    messages.put(text, body, body + length);
    messages.end();
    return body + length;
  }

  private void requireRoom(int place) throws Damage {
    if (messages.size() >= messagesLeft) {
      throw new Damage(place, "more than the limit of %d messages".formatted(limits.messages()));
    }
  }

  private int byteAt(int place) throws Damage {
    if (place >= end) {
      throw new Damage(end, "the track stops within a message");
    }
    return text[place];
  }

  private int numberEnd(int from, String what) throws Damage {
    int place = from;
    while (byteAt(place) < 0) {
      place++;
      if (place - from == 4) {
        throw new Damage(from, what + " of more than four bytes");
      }
    }
    return place + 1;
  }
}

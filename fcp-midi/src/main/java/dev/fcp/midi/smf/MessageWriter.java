package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the messages of a changed track. Each message is copied from the first version that
 * contains it.
 *
 * <p>The encoding of a version is only kept where it has the same meaning: a delta time only if its
 * value is unchanged, and a running status only if the previous status is the same and no system or
 * meta message precedes that did not precede in the version.
 */
final class MessageWriter {

  private static final byte[] END_OF_TRACK = {
    (byte) MessageSyntax.META, MessageSyntax.END_OF_TRACK, 0
  };

  private final ByteOutput out;
  private final TrackChunk content;
  private final MessageList messages;
  private final List<SmfTrack> versions = new ArrayList<>();

  /** For each message, the index of the version that contains it, or -1. */
  private final int[] versionIndices;

  /** For each message, its index in that version. */
  private final int[] messageIndices;

  private int missingCount;
  private int runningStatus;
  private boolean afterSystemMessage;

  MessageWriter(ByteOutput out, TrackChunk content) {
    this.out = out;
    this.content = content;
    this.messages = content.messages();
    this.versionIndices = new int[messages.size()];
    this.messageIndices = new int[messages.size()];
    Arrays.fill(versionIndices, -1);
    this.missingCount = messages.size();
  }

  /** Whether every message was found in a version. The end of the track is in every version. */
  boolean isComplete() {
    return missingCount == 0 && !versions.isEmpty();
  }

  /** Searches a version for the messages that were not found yet. */
  void offerVersion(SmfTrack version) {
    int[] alignment = MessageAlignment.of(messages, version.content().messages());
    for (int i = 0; i < alignment.length; i++) {
      if (versionIndices[i] < 0 && alignment[i] >= 0) {
        versionIndices[i] = versions.size();
        messageIndices[i] = alignment[i];
        missingCount--;
      }
    }
    versions.add(version);
  }

  void write() {
    long previousTick = 0;
    for (int i = 0; i < messages.size(); i++) {
      long tick = messages.absoluteTick(i);
      writeMessage(i, (int) (tick - previousTick));
      previousTick = tick;
    }
    writeEnd((int) (content.endTick() - previousTick));
  }

  private void writeMessage(int index, int delta) {
    int status = messages.status(index);
    if (versionIndices[index] < 0) {
      out.vlq(delta);
      messages.writeTo(out, index);
    } else {
      SmfTrack version = versions.get(versionIndices[index]);
      int versionMessage = messageIndices[index];
      int bodyOffset = writeDelta(version, versionMessage, delta);
      boolean usesRunningStatus = version.fileBytes()[bodyOffset] >= 0;
      if (usesRunningStatus && !mayUseRunningStatus(status, version, versionMessage)) {
        messages.writeTo(out, index);
      } else {
        out.bytes(version.fileBytes(), bodyOffset, version.encodedEnd(versionMessage));
      }
    }
    afterSystemMessage = status >= 0xF0;
    runningStatus = afterSystemMessage ? runningStatus : status;
  }

  private boolean mayUseRunningStatus(int status, SmfTrack version, int versionMessage) {
    MessageList versionMessages = version.content().messages();
    return status == runningStatus
        && (!afterSystemMessage || versionMessages.status(versionMessage - 1) >= 0xF0);
  }

  /**
   * Writes a delta time, in the encoding of the version if the value is the same, and returns the
   * offset of the message body in the version.
   */
  private int writeDelta(SmfTrack version, int versionMessage, int delta) {
    int start = version.encodedStart(versionMessage);
    int bodyOffset = Vlq.end(version.fileBytes(), start);
    if (version.deltaTicks(versionMessage) == delta) {
      out.bytes(version.fileBytes(), start, bodyOffset);
    } else {
      out.vlq(delta);
    }
    return bodyOffset;
  }

  private void writeEnd(int delta) {
    if (versions.isEmpty()) {
      out.vlq(delta);
      out.bytes(END_OF_TRACK, 0, END_OF_TRACK.length);
    } else {
      SmfTrack version = versions.get(0);
      int versionMessage = version.content().messages().size();
      out.bytes(
          version.fileBytes(),
          writeDelta(version, versionMessage, delta),
          version.encodedEnd(versionMessage));
    }
    content.trailing().copyTo(out);
  }
}

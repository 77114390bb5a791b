package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the messages of a changed track, each in the text of the first version that has it.
 *
 * <p>A text is kept as far as it still says the same: a delta only where the message before comes
 * as long before, a running status only where the last status is the same and no other message came
 * between that did not in the version.
 */
final class MessageWriter {

  private static final byte[] END_OF_TRACK = {
    (byte) MessageSyntax.META, MessageSyntax.END_OF_TRACK, 0
  };

  private final ByteOutput out;
  private final TrackChunk content;
  private final MessageList messages;
  private final List<SmfTrack> versions = new ArrayList<>();

  /** For each message the version that has it, or -1, and its place there. */
  private final int[] versionIndices;

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

  /** Whether each message has a text. The end of the track has one with the first version. */
  boolean isComplete() {
    return missingCount == 0 && !versions.isEmpty();
  }

  /** Offers the texts of a version for messages that have none. */
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

  /** Adds a delta, in the text of a version if that says the same; where the body begins there. */
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

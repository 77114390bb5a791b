package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.Track;
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

  private static final byte[] END_OF_TRACK = {(byte) MessageForm.META, MessageForm.END_OF_TRACK, 0};

  private final Output out;
  private final Track content;
  private final MessageList messages;
  private final List<SmfTrack> versions = new ArrayList<>();

  /** For each message the version that has it, or -1, and its place there. */
  private final int[] versionOf;

  private final int[] places;
  private int missing;
  private int runningStatus;
  private boolean interrupted;

  MessageWriter(Output out, Track content) {
    this.out = out;
    this.content = content;
    this.messages = content.messages();
    this.versionOf = new int[messages.size()];
    this.places = new int[messages.size()];
    Arrays.fill(versionOf, -1);
    this.missing = messages.size();
  }

  /** Whether each message has a text. The end of the track has one with the first version. */
  boolean isComplete() {
    return missing == 0 && !versions.isEmpty();
  }

  /** Offers the texts of a version for messages that have none. */
  void offer(SmfTrack version) {
    int[] equals = Alignment.of(messages, version.content().messages());
    for (int i = 0; i < equals.length; i++) {
      if (versionOf[i] < 0 && equals[i] >= 0) {
        versionOf[i] = versions.size();
        places[i] = equals[i];
        missing--;
      }
    }
    versions.add(version);
  }

  void write() {
    long before = 0;
    for (int i = 0; i < messages.size(); i++) {
      long tick = messages.absoluteTick(i);
      message(i, (int) (tick - before));
      before = tick;
    }
    end((int) (content.endTick() - before));
  }

  private void message(int index, int delta) {
    int status = messages.status(index);
    if (versionOf[index] < 0) {
      out.vlq(delta);
      messages.writeTo(out, index);
    } else {
      SmfTrack version = versions.get(versionOf[index]);
      int place = places[index];
      int body = delta(version, place, delta);
      boolean runs = version.file()[body] >= 0;
      if (runs && !mayRun(status, version, place)) {
        messages.writeTo(out, index);
      } else {
        out.bytes(version.file(), body, version.textEnd(place));
      }
    }
    interrupted = status >= 0xF0;
    runningStatus = interrupted ? runningStatus : status;
  }

  private boolean mayRun(int status, SmfTrack version, int place) {
    MessageList old = version.content().messages();
    return status == runningStatus && (!interrupted || old.status(place - 1) >= 0xF0);
  }

  /** Adds a delta, in the text of a version if that says the same; where the body begins there. */
  private int delta(SmfTrack version, int place, int delta) {
    int start = version.textStart(place);
    int body = Vlq.end(version.file(), start);
    if (version.delta(place) == delta) {
      out.bytes(version.file(), start, body);
    } else {
      out.vlq(delta);
    }
    return body;
  }

  private void end(int delta) {
    if (versions.isEmpty()) {
      out.vlq(delta);
      out.bytes(END_OF_TRACK, 0, END_OF_TRACK.length);
    } else {
      SmfTrack version = versions.get(0);
      int place = version.content().messages().size();
      out.bytes(version.file(), delta(version, place, delta), version.textEnd(place));
    }
    content.trailing().copyTo(out);
  }
}

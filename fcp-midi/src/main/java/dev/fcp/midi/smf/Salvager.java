package dev.fcp.midi.smf;

import dev.fcp.midi.smf.Salvage.Finding;
import dev.fcp.midi.smf.SmfContent.Chunk;
import dev.fcp.midi.smf.SmfContent.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what is readable of one damaged file. */
final class Salvager {

  /** A file of nothing but damage needs no list as long as itself. */
  private static final int MOST_FINDINGS = 1000;

  private final FileText text;
  private final int end;
  private final SmfLimits limits;
  private final List<Part> parts = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private int tracks;
  private int messages;

  Salvager(FileText text, SmfLimits limits) {
    this.text = text;
    this.end = text.end();
    this.limits = limits;
  }

  Optional<Salvage> salvage() {
    int header = find(FileText.HEADER, 0);
    if (end - header < FileText.HEAD + 6) {
      return Optional.empty();
    }
    if (header > 0) {
      leftOut(0, header, "nothing of a song");
    }
    int body = header + FileText.HEAD;
    int format = format(body);
    long length = text.int32(header + 4);
    boolean believable = length >= 6 && length <= end - body && isHead(body + (int) length);
    if (!believable) {
      notBelieved(header + 4, "a header of %d bytes".formatted(length));
    }
    int headerEnd = believable ? body + (int) length : body + SmfHeader.KNOWN;
    chunks(headerEnd);
    if (text.int16(body + 2) != tracks) {
      notBelieved(body + 2, "%d tracks; there are %d".formatted(text.int16(body + 2), tracks));
    }
    ByteRange extra = text.range(body + SmfHeader.KNOWN, headerEnd);
    SmfContent content =
        new SmfContent(
            format, text.int16(body + 4), extra, parts, ByteRange.NONE, Optional.empty());
    return Optional.of(new Salvage(content, findings));
  }

  /** Whether the head of a chunk may be at a place: four letters and a length; or the end is. */
  private boolean isHead(int at) {
    if (at == end) {
      return true;
    }
    boolean letters = end - at >= FileText.HEAD;
    for (int i = at; letters && i < at + 4; i++) {
      letters = text.bytes()[i] >= 0x20 && text.bytes()[i] < 0x7F;
    }
    return letters;
  }

  private int format(int at) {
    int format = text.int16(at);
    if (format > 2) {
      notBelieved(at, "format %d".formatted(format));
      return 1;
    }
    return format;
  }

  private void chunks(int from) {
    int at = from;
    while (at < end && tracks < limits.tracks()) {
      if (text.saysAt(FileText.TRACK, at) && end - at >= FileText.HEAD) {
        at = track(at);
      } else {
        at = other(at);
      }
    }
    if (at < end) {
      leftOut(at, end, "more than the limit of %d tracks".formatted(limits.tracks()));
    }
  }

  /** Reads a chunk that is no track, or leaves out what is none at all; the place behind it. */
  private int other(int at) {
    int body = at + FileText.HEAD;
    boolean whole = at < end && isHead(at) && text.int32(at + 4) <= end - body;
    if (whole && parts.size() - tracks < limits.chunks()) {
      int behind = body + (int) text.int32(at + 4);
      parts.add(new Chunk(text.range(at, at + 4), text.range(body, behind)));
      return behind;
    }
    int behind = find(FileText.TRACK, at + 1);
    leftOut(at, behind, "no chunk");
    return behind;
  }

  private int track(int at) {
    int body = at + FileText.HEAD;
    long length = text.int32(at + 4);
    boolean fits = length <= end - body;
    int behind = fits ? body + (int) length : end;
    TrackReader reader = reader(body, behind);
    Optional<Damage> damage = read(reader);
    boolean lies = !fits || (damage.isPresent() && !isHead(behind));
    if (lies) {
      notBelieved(at + 4, "a track of %d bytes".formatted(length));
    }
    if (lies && damage.isPresent()) {
      behind = find(FileText.TRACK, body);
      reader = reader(body, behind);
      damage = read(reader);
    }
    while (damage.isPresent() && stepOver(reader, damage.get())) {
      damage = read(reader);
    }
    if (reader.hasEnded() && reader.at() < behind) {
      leftOut(reader.at(), behind, "bytes behind the end of the track");
    }
    messages += reader.messageCount();
    tracks++;
    parts.add(reader.content());
    return behind;
  }

  private TrackReader reader(int body, int behind) {
    return new TrackReader(text.bytes(), body, behind, limits, limits.messages() - messages);
  }

  private static Optional<Damage> read(TrackReader reader) {
    try {
      reader.read();
      return Optional.empty();
    } catch (Damage damage) {
      return Optional.of(damage);
    }
  }

  /**
   * Leaves out one message if its length is known, else the rest; whether there is more to read.
   */
  private boolean stepOver(TrackReader reader, Damage damage) {
    int start = reader.at();
    int behind = reader.end();
    if (start == behind) {
      notBelieved(start, damage.reason());
      return false;
    }
    int status = damage.offsetBytes() < behind ? text.bytes()[damage.offsetBytes()] & 0xFF : 0;
    boolean known =
        damage.offsetBytes() > start && status > MessageForm.SYSEX && status < MessageForm.META;
    if (!known || Vlq.end(text.bytes(), start) != damage.offsetBytes()) {
      leftOut(start, behind, damage.reason());
      return false;
    }
    int next = damage.offsetBytes() + 1;
    int last = Math.min(behind, next + systemDataBytes(status));
    while (next < last && text.bytes()[next] >= 0) {
      next++;
    }
    leftOut(start, next, damage.reason());
    reader.skipTo(next, Vlq.value(text.bytes(), start, damage.offsetBytes()));
    return true;
  }

  /** How many data bytes a system message has on a wire. */
  private static int systemDataBytes(int status) {
    if (status == 0xF2) {
      return 2;
    }
    return status == 0xF1 || status == 0xF3 ? 1 : 0;
  }

  private int find(String name, int from) {
    int at = from;
    while (at < end && !text.saysAt(name, at)) {
      at++;
    }
    return at;
  }

  private void leftOut(int from, int to, String reason) {
    found(new Finding(from, to - from, reason));
  }

  private void notBelieved(int at, String reason) {
    found(new Finding(at, 0, reason));
  }

  private void found(Finding finding) {
    if (findings.size() < MOST_FINDINGS) {
      findings.add(finding);
    } else {
      findings.set(
          MOST_FINDINGS - 1,
          new Finding(finding.offsetBytes(), 0, "here and before, more than can be listed"));
    }
  }
}

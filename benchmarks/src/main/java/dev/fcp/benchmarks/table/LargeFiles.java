package dev.fcp.benchmarks.table;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.midi.smf.ByteRange;
import dev.fcp.midi.smf.MessageList;
import dev.fcp.midi.smf.SmfContent;
import dev.fcp.midi.smf.SmfFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of the benchmarks. */
final class LargeFiles {

  private static final int TRACKS = 16;
  private static final int COLUMNS = 400;

  private LargeFiles() {}

  /** A diagram of one page with three shapes for every two connections. */
  static byte[] diagram(int cells) {
    StringBuilder text = new StringBuilder("<mxfile><diagram id=\"p\" name=\"Large\">");
    text.append("<mxGraphModel><root>\n<mxCell id=\"0\"/>\n<mxCell id=\"1\" parent=\"0\"/>\n");
    int shapes = cells / 5 * 3;
    for (int i = 0; i < shapes; i++) {
      text.append("<mxCell id=\"s").append(i).append("\" value=\"Shape ").append(i);
      text.append("\" style=\"rounded=1;html=1;\" vertex=\"1\" parent=\"1\">\n");
      text.append("  <mxGeometry x=\"").append(i % COLUMNS * 160);
      text.append("\" y=\"").append(i / COLUMNS * 120);
      text.append("\" width=\"120\" height=\"60\" as=\"geometry\"/>\n</mxCell>\n");
    }
    for (int i = shapes; i < cells; i++) {
      text.append("<mxCell id=\"e")
          .append(i)
          .append("\" style=\"html=1;\" edge=\"1\" parent=\"1\"");
      text.append(" source=\"s").append(i - shapes).append("\" target=\"s").append(i - shapes + 1);
      text.append("\">\n  <mxGeometry relative=\"1\" as=\"geometry\"/>\n</mxCell>\n");
    }
    text.append("</root></mxGraphModel></diagram></mxfile>\n");
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A song of sixteen tracks of equal length. */
  static byte[] song(int notes) {
    List<SmfContent.FileChunk> tracks = new ArrayList<>();
    for (int track = 0; track < TRACKS; track++) {
      MessageList.Builder messages = MessageList.builder();
      for (int i = 0; i < notes / TRACKS; i++) {
        byte pitch = (byte) (36 + i * 7 % 48);
        messages.add(i * 120L, new byte[] {(byte) (0x90 | track), pitch, (byte) (40 + i % 80)});
        messages.add(i * 120L + 100, new byte[] {(byte) (0x80 | track), pitch, 64});
      }
      MessageList list = messages.build();
      tracks.add(new SmfContent.TrackChunk(list, list.lastTick(), ByteRange.NONE));
    }
    SmfContent content =
        new SmfContent(1, 480, ByteRange.NONE, tracks, ByteRange.NONE, Optional.empty());
    return SmfFile.write(content, List.of());
  }

  /** Reads a file that must be readable. */
  static <M> ReadResult.Readable<M> read(Domain<M, ?> domain, byte[] file) {
    return switch (domain.format().read(file)) {
      case ReadResult.Readable<M> readable -> readable;
      case ReadResult.Unreadable<M> refused -> throw new IllegalStateException(refused.toString());
    };
  }
}

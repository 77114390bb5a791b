package dev.fcp.benchmarks.command;

import dev.fcp.midi.smf.ByteRange;
import dev.fcp.midi.smf.MessageList;
import dev.fcp.midi.smf.SmfContent;
import dev.fcp.midi.smf.SmfFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes files that are larger than typical documents but within the limits. */
final class LargeFiles {

  private static final int TRACKS = 16;
  private static final int COLUMNS = 400;

  private LargeFiles() {}

  /** Writes a diagram of one page with three shapes for every two connections. */
  static void diagram(Path file, int cells) throws IOException {
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
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  /** Writes a song of sixteen tracks of equal length. */
  static void song(Path file, int notes) throws IOException {
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
    Files.write(file, SmfFile.write(content, List.of()));
  }
}

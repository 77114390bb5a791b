package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.FileChunk;
import dev.fcp.midi.smf.SmfContent.OtherChunk;
import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.provider.Arguments;

/** Files and assertions shared by the tests of the file format. */
final class SmfTestFiles {

  private SmfTestFiles() {}

  static byte[] fixture(String name) {
    return Objects.requireNonNull(SmfFixtures.all().get(name), name);
  }

  /** The fixtures and the readable files of the corpus, by name. */
  static Map<String, byte[]> files() {
    Map<String, byte[]> files = new LinkedHashMap<>(SmfFixtures.all());
    for (Path file : SmfCorpus.readable()) {
      files.put(file.getFileName().toString(), SmfCorpus.bytes(file));
    }
    return files;
  }

  static List<Arguments> testArguments(Map<String, byte[]> files) {
    return files.entrySet().stream()
        .map(file -> Arguments.of(file.getKey(), file.getValue()))
        .toList();
  }

  static SmfFile read(byte[] bytes) {
    return read(bytes, SmfLimits.standard());
  }

  static SmfFile read(byte[] bytes, SmfLimits limits) {
    return switch (SmfFile.read(bytes, limits)) {
      case SmfReadResult.Success(var file) -> file;
      case SmfReadResult.Refused refused -> throw new AssertionError(refused.toString());
    };
  }

  static SmfReadResult.Refused refusal(byte[] bytes, SmfLimits limits) {
    return switch (SmfFile.read(bytes, limits)) {
      case SmfReadResult.Success(var file) -> throw new AssertionError("read: " + file);
      case SmfReadResult.Refused refused -> refused;
    };
  }

  static SmfReadResult.Refused refusal(byte[] bytes) {
    return refusal(bytes, SmfLimits.standard());
  }

  static byte[] write(SmfContent content, byte[]... versions) {
    List<SmfFile> files = new ArrayList<>();
    for (byte[] version : versions) {
      files.add(read(version));
    }
    return SmfFile.write(content, files);
  }

  /** The messages of all tracks, each as a line with its tick. */
  static List<String> lines(SmfContent content) {
    return content.tracks().flatMap(track -> lines(track).stream()).toList();
  }

  static List<String> lines(TrackChunk track) {
    List<String> lines = new ArrayList<>();
    MessageList messages = track.messages();
    for (int i = 0; i < messages.size(); i++) {
      lines.add(messages.absoluteTick(i) + " " + HexFormat.of().formatHex(messages.bytes(i)));
    }
    lines.add(track.endTick() + " end");
    return lines;
  }

  static String chunkType(FileChunk fileChunk) {
    return switch (fileChunk) {
      case TrackChunk track -> "track";
      case OtherChunk chunk -> new String(chunk.type().toByteArray(), StandardCharsets.ISO_8859_1);
    };
  }
}

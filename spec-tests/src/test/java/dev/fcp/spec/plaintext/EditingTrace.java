package dev.fcp.spec.plaintext;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * The recorded editing of a text.
 *
 * @param start the text before
 * @param end the text after
 */
record EditingTrace(String start, String end, List<Patch> patches) {

  /**
   * A recorded edit.
   *
   * @param offset the offset in code points
   * @param deleted the number of deleted code points
   */
  record Patch(int offset, int deleted, String inserted) {}

  /** Returns the file of a recording, if {@code shared/corpus/text} is above this folder. */
  static Optional<Path> file(String name) {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null) {
      Path file = folder.resolve("shared/corpus/text").resolve(name + ".json.gz");
      if (Files.exists(file)) {
        return Optional.of(file);
      }
      folder = folder.getParent();
    }
    return Optional.empty();
  }

  static EditingTrace read(Path file) throws IOException {
    Value.Fields trace;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      trace = ValueJson.read(new String(in.readAllBytes(), StandardCharsets.UTF_8)).asFields();
    }
    List<Patch> patches = new ArrayList<>();
    for (Value transaction : trace.at("txns").asSequence()) {
      for (Value patch : transaction.asFields().at("patches").asSequence()) {
        List<Value> parts = patch.asSequence();
        patches.add(
            new Patch(
                Math.toIntExact(parts.get(0).asLong()),
                Math.toIntExact(parts.get(1).asLong()),
                parts.get(2).asText()));
      }
    }
    return new EditingTrace(trace.text("startContent"), trace.text("endContent"), patches);
  }
}

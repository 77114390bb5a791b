package dev.fcp.spec.conform;

import dev.fcp.spec.SourceTree;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes {@code log-vectors.json} from the programs of {@code log-programs.txt}. */
final class VectorWriter {

  private static final String PROGRAMS = "spec-tests/src/test/resources/log-programs.txt";
  static final String VECTORS =
      "spec-tests/src/main/resources/dev/fcp/spec/conform/log-vectors.json";

  private VectorWriter() {}

  public static void main(String[] args) throws IOException {
    Files.writeString(SourceTree.root().resolve(VECTORS), VectorFile.write(vectors()));
  }

  /** The vectors of all programs; two where a checkpoint meets a redo tail. */
  static List<Vector> vectors() {
    return Stream.concat(
            programs().flatMap(VectorWriter::vectors), Stream.of(LongPrograms.elevenHundredCalls()))
        .toList();
  }

  /** The lines "origin name: program". */
  static Stream<String> programs() {
    return SourceTree.text(PROGRAMS)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"));
  }

  private static Stream<Vector> vectors(String line) {
    String[] parts = line.split(": *", 2);
    String[] head = parts[0].split(" ");
    List<Call> program = Call.parse(parts[1]);
    List<Vector> vectors = new ArrayList<>();
    Vector keeps = ReferenceModel.vectorOf(head[1], head[0], program, RedoTail.KEEPS);
    if (keeps.redoTail().isEmpty()) {
      vectors.add(keeps);
    } else {
      for (RedoTail tail : RedoTail.values()) {
        String name = head[1] + "-" + VectorFile.jsonName(tail);
        vectors.add(ReferenceModel.vectorOf(name, head[0], program, tail));
      }
    }
    return vectors.stream();
  }
}

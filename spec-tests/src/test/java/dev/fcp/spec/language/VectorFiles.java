package dev.fcp.spec.language;

import dev.fcp.spec.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The files with the vectors of the operation language. */
final class VectorFiles {

  static final JsonMapper JSON = JsonMapper.shared();

  private static final String FOLDER = "spec-tests/src/main/resources/dev/fcp/spec/language/";

  private VectorFiles() {}

  /** The text of one of them. */
  static String text(String file) {
    return SourceTree.text(FOLDER + file);
  }

  /** The vectors of a file. */
  static List<JsonNode> read(String file) {
    return JSON.readTree(text(file)).path("vectors").valueStream().toList();
  }

  /** A new vector with the name and the clause of another one. */
  static ObjectNode head(JsonNode vector) {
    return JSON.createObjectNode()
        .put("name", vector.path("name").stringValue())
        .put("clause", vector.path("clause").stringValue());
  }

  /** The file that holds these vectors, a line for each. */
  static String written(List<ObjectNode> vectors) {
    return vectors.stream()
        .map(ObjectNode::toString)
        .collect(Collectors.joining(",\n", "{\"version\": 1, \"vectors\": [\n", "\n]}\n"));
  }

  /**
   * Regenerates the answers of all vectors in both files. Write the input of a new vector into its
   * file, run this, and review every answer that changed.
   */
  public static void main(String[] args) throws IOException {
    write(
        SyntaxVectors.FILE,
        read(SyntaxVectors.FILE).stream().map(SyntaxVectors::answered).toList());
    write(WorkVectors.FILE, read(WorkVectors.FILE).stream().map(VectorFiles::worked).toList());
  }

  private static void write(String file, List<ObjectNode> vectors) throws IOException {
    Files.writeString(SourceTree.root().resolve(FOLDER + file), written(vectors));
  }

  private static ObjectNode worked(JsonNode vector) {
    try {
      Path folder = Files.createTempDirectory("vectors");
      return WorkVectors.answered(vector, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.fcp.spec.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.fcp.spec.Clause;
import dev.fcp.spec.SourceTree;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The tokenizer, the operations and the session actions match the vectors. */
class LanguageVectorsTest {

  private static final Pattern CLAUSE = Pattern.compile("(?m)^### (OL-\\d+) ");

  @TempDir Path folder;

  static List<JsonNode> syntax() {
    return VectorFiles.read(SyntaxVectors.FILE);
  }

  static List<JsonNode> work() {
    return VectorFiles.read(WorkVectors.FILE);
  }

  private static List<JsonNode> all() {
    return Stream.concat(syntax().stream(), work().stream()).toList();
  }

  @ParameterizedTest
  @MethodSource
  @Clause({"OL-1", "OL-2", "OL-3", "OL-4", "OL-5", "OL-6"})
  void syntax(JsonNode vector) {
    assertThat(SyntaxVectors.answered(vector)).isEqualTo(vector);
  }

  @ParameterizedTest
  @MethodSource
  @Clause({"OL-7", "OL-8", "OL-9", "OL-10", "OL-11", "OL-12"})
  void work(JsonNode vector) {
    assertThat(WorkVectors.answered(vector, folder)).isEqualTo(vector);
  }

  @Test
  void there_are_enough_vectors_with_unique_names() {
    assertThat(syntax()).hasSizeGreaterThanOrEqualTo(70);
    assertThat(work()).hasSizeGreaterThanOrEqualTo(50);
    assertThat(all()).extracting(vector -> vector.path("name")).doesNotHaveDuplicates();
  }

  @Test
  void every_vector_has_a_clause_and_every_clause_of_the_language_has_vectors() {
    List<String> clauses =
        CLAUSE
            .matcher(SourceTree.text("spec-tests/SPEC.md"))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(all().stream().map(vector -> vector.path("clause").stringValue()).distinct())
        .hasSize(12)
        .isSubsetOf(clauses);
  }

  @ParameterizedTest
  @ValueSource(strings = {SyntaxVectors.FILE, WorkVectors.FILE})
  void all_vectors_match_the_schema(String file) {
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(VectorFiles.text("language-vectors.schema.json"))
                .validate(VectorFiles.text(file), InputFormat.JSON))
        .isEmpty();
  }

  /**
   * Independent of the message of a refusal: nothing changed, and the first line begins with the
   * mark.
   */
  @ParameterizedTest
  @MethodSource("work")
  @Clause("OL-8")
  void a_refusal_begins_with_an_exclamation_mark_and_changes_nothing(JsonNode vector) {
    JsonNode before = null;
    List<JsonNode> steps = vector.path("steps").valueStream().toList();
    for (int i = 1; i < steps.size(); i++) {
      JsonNode step = steps.get(i);
      if (step.path("error").booleanValue()) {
        assertThat(step.path("lines").path(0).stringValue()).startsWith("!");
        assertThat(step.path("state")).isEqualTo(steps.get(i - 1).path("state"));
        assertThat(step.path("files")).isEqualTo(steps.get(i - 1).path("files"));
      }
    }
  }
}

package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.fcp.spec.SourceTree;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The vectors are well-formed, match the generated programs, and cover every clause. */
class LogVectorsTest {

  private static final List<Vector> VECTORS = VectorFile.vectors();

  private static List<String> flaws(String json) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(VectorFile.resource("log-vectors.schema.json"))
        .validate(json, InputFormat.JSON)
        .stream()
        .map(Object::toString)
        .toList();
  }

  @Test
  void there_are_enough_vectors_with_unique_names() {
    assertThat(VECTORS).hasSizeGreaterThanOrEqualTo(150);
    assertThat(VECTORS).extracting(Vector::name).doesNotHaveDuplicates();
  }

  @Test
  void no_two_vectors_have_the_same_program_for_the_same_logs() {
    assertThat(VECTORS)
        .extracting(vector -> Call.text(vector.program()) + vector.redoTail())
        .doesNotHaveDuplicates();
  }

  @Test
  void all_vectors_match_the_schema() {
    assertThat(flaws(VectorFile.resource("log-vectors.json"))).isEmpty();
  }

  @Test
  void a_vector_that_violates_the_schema_is_found() {
    String file = VectorFile.resource("log-vectors.json");
    assertThat(flaws(file.replaceFirst("\"cursor\":1", "\"cursor\":-1"))).isNotEmpty();
    assertThat(flaws(file.replaceFirst("\"do\":\"undo\"", "\"do\":\"undoAll\""))).isNotEmpty();
    assertThat(flaws(file.replaceFirst("\"origin\":\"worked\",", ""))).isNotEmpty();
  }

  @Test
  void the_vector_files_match_the_generated_vectors() {
    assertThat(SourceTree.text(VectorWriter.VECTORS))
        .as("run VectorWriter after changing log-programs.txt")
        .isEqualTo(VectorFile.write(VectorWriter.vectors()));
  }

  @Test
  void vectors_survive_a_round_trip() {
    assertThat(VectorFile.write(VECTORS)).isEqualTo(VectorFile.resource("log-vectors.json"));
    assertThat(VECTORS).isEqualTo(VectorWriter.vectors());
  }

  @Test
  void every_clause_observable_by_calls_has_a_vector() {
    Set<String> covered =
        VECTORS.stream()
            .flatMap(vector -> vector.clauses().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> open = new TreeSet<>(SpecClause.logClauses().keySet());
    open.removeAll(covered);
    // The others are about values, null and messages, which no call of a driver shows.
    assertThat(open).containsExactly("CP-8", "EL-17", "EL-19");
  }

  @Test
  void the_page_of_the_clauses_is_up_to_date() {
    assertThat(SourceTree.text(ClausesPage.PAGE))
        .as("run ClausesPage after changing clauses or vectors")
        .isEqualTo(ClausesPage.text());
  }

  @Test
  void all_treatments_of_a_redo_tail_under_a_checkpoint_have_equally_many_vectors() {
    Map<RedoTail, Long> counts =
        VECTORS.stream()
            .flatMap(vector -> vector.redoTail().stream())
            .collect(Collectors.groupingBy(tail -> tail, Collectors.counting()));
    assertThat(counts).containsOnlyKeys(RedoTail.values());
    assertThat(Set.copyOf(counts.values())).singleElement().asInstanceOf(LONG).isGreaterThan(10);
  }
}

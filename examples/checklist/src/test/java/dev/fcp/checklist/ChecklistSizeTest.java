package dev.fcp.checklist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits the size of the example domain and of its contract test. */
class ChecklistSizeTest {

  private static final int MAX_LINES = 250;

  @Test
  void the_domain_has_at_most_250_lines() throws IOException {
    long lines = 0;
    List<Path> sources = ModuleFiles.of("src/main/java");
    for (Path source : sources) {
      lines += Files.readAllLines(source).size();
    }
    assertThat(sources).hasSizeGreaterThanOrEqualTo(5);
    assertThat(lines).isBetween(100L, (long) MAX_LINES);
  }

  @Test
  void the_contract_test_has_fewer_than_30_lines() throws IOException {
    Path contract = Path.of("src/test/java/dev/fcp/checklist/ChecklistContractTest.java");
    List<String> lines = Files.readAllLines(contract);
    List<String> body =
        lines.stream().dropWhile(line -> !line.startsWith("class ChecklistContractTest")).toList();
    assertThat(body).hasSizeBetween(10, 29);
  }
}

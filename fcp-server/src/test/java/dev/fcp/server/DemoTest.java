package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.verbs.Languages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code fcp demo} reports if a promise is broken, and which files it shows. */
class DemoTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private ExitCode play(List<String> batch, List<String> failingBatch, List<String> furtherEdits)
      throws IOException {
    DemoScript shipped = DemoScript.DIAGRAM;
    Console console =
        new Console(
            folder,
            new BufferedReader(new StringReader("")),
            new PrintWriter(out),
            new PrintWriter(err),
            StandardStreams.none(),
            false);
    return new DemoCommand(console, Languages.installed())
        .play(
            List.of(
                new DemoScript(
                    shipped.example(),
                    batch,
                    failingBatch,
                    furtherEdits,
                    shipped.noun(),
                    shipped.partsOf())));
  }

  private void assertBroken(ExitCode exitCode, String promise) {
    assertThat(exitCode).isEqualTo(ExitCode.BROKEN);
    assertThat(out.toString()).contains("  BROKEN: " + promise).doesNotContain("Every promise");
    assertThat(err.toString())
        .startsWith("! broken: " + promise + "\n")
        .endsWith("! a promise was broken; please report this\n");
  }

  @Test
  void an_operation_that_fails_breaks_a_promise() throws IOException {
    assertBroken(
        play(List.of("remove Nobody"), List.of("remove Nobody"), List.of("remove Basket")),
        "all operations are applied: remove Nobody");
  }

  @Test
  void a_batch_that_should_fail_and_does_not_breaks_a_promise() throws IOException {
    assertBroken(
        play(List.of("remove Basket", "orient LR"), List.of("orient TB"), List.of("orient BT")),
        "the batch is refused: orient TB");
  }

  @Test
  void a_later_edit_that_fails_breaks_a_promise() throws IOException {
    assertBroken(
        play(List.of("remove Basket", "orient LR"), List.of("bogus"), List.of("remove Nobody")),
        "all operations are applied: remove Nobody");
  }

  @Test
  void the_program_carries_its_own_documents_not_the_examples() throws IOException {
    assertThat(Files.readString(Path.of("pom.xml"))).doesNotContain("examples");
    for (DemoScript script : DemoScript.ALL) {
      assertThat(Path.of("src/main/resources/demo", script.example())).isNotEmptyFile();
    }
  }
}

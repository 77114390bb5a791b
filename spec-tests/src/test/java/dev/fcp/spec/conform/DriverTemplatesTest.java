package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.spec.SourceTree;
import dev.fcp.spec.generator.DeepOnly;
import dev.fcp.spec.generator.Tries;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each template connects its example log, and that log is correct. */
class DriverTemplatesTest {

  private static String template(String name) {
    return '"' + SourceTree.root().resolve("spec-tests/drivers").resolve(name).toString() + '"';
  }

  private static int conform(StringWriter text, String... args) {
    PrintWriter out = new PrintWriter(text, true);
    return Conform.run(out, out, () -> {}, args);
  }

  private static void assertPasses(String command) {
    assertPasses(command, 31);
  }

  private static void assertPasses(String command, int passed) {
    StringWriter text = new StringWriter();
    int code = conform(text, "--driver", command, "--programs", "" + Tries.of(60));
    assertThat(text.toString())
        .contains("clauses: %d passed, 0 failed, %d".formatted(passed, 37 - passed))
        .contains("No broken required clause was observed.");
    assertThat(code).isZero();
  }

  /** Skips the test, visibly in the report, if the program is not installed. */
  static void assumeInstalled(String program) throws InterruptedException {
    assumeStarts(program, "--version");
  }

  private static void assumeStarts(String... command) throws InterruptedException {
    boolean there;
    try {
      there =
          new ProcessBuilder(command)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException absent) {
      there = false;
    }
    if (!there) {
      System.out.println("SKIPPED: " + command[0] + " is not on this machine");
    }
    assumeTrue(there, command[0] + " is not on this machine");
  }

  /** The lines between the two lines of dashes. */
  private static List<String> adapterLines(String name) {
    List<String> lines = SourceTree.text("spec-tests/drivers/" + name).lines().toList();
    List<Integer> dashes =
        IntStream.range(0, lines.size())
            .filter(index -> lines.get(index).contains("----------"))
            .boxed()
            .toList();
    assertThat(dashes).hasSize(2);
    return lines.subList(dashes.get(0) + 1, dashes.get(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "log_driver.py",
        "log_driver.mjs",
        "LogDriver.java",
        "log_driver.go",
        "log_driver.rs"
      })
  void eleven_methods_in_at_most_fifty_lines_have_to_be_written(String name) {
    assertThat(adapterLines(name)).hasSizeBetween(18, 50);
    assertThat(String.join("\n", adapterLines(name)).replace("undo_to", "undoTo"))
        .contains("append(", "checkpoint(", "undo(", "undoTo(", "redo(", "recent(")
        .contains("entries(", "cursor(", "checkpoints(", "save(", "load(");
  }

  /** Runs a copy of a template with a bug. */
  private static String driverWithBug(Path folder, String name, String right, String wrong)
      throws IOException {
    String text = SourceTree.text("spec-tests/drivers/" + name);
    assertThat(text).contains(right);
    Path copy = Files.writeString(folder.resolve(name), text.replace(right, wrong));
    return '"' + copy.toString() + '"';
  }

  private static void assertOwnFault(String command, String named) {
    StringWriter text = new StringWriter();
    int code = conform(text, "--driver", command, "--only", "CP-6", "--programs", "0");
    assertThat(code).isEqualTo(Conform.EXIT_BROKEN_CLAUSE);
    assertThat(text.toString())
        .contains("the driver reports an error in its own code")
        .contains(named);
  }

  @Test
  void a_bug_of_an_adapter_in_python_is_not_a_refusal_by_the_log(@TempDir Path folder)
      throws InterruptedException, IOException {
    assumeInstalled("python3");
    String driver = driverWithBug(folder, "log_driver.py", "self.log.undo_to(", "self.log.undoTo(");
    assertOwnFault("python3 " + driver, "AttributeError");
    String entries =
        driverWithBug(folder, "log_driver.py", "in self.log.list", "in self.log.entries");
    assertOwnFault("python3 " + entries, "AttributeError");
  }

  @Test
  void a_bug_of_an_adapter_in_javascript_is_not_a_refusal_by_the_log(@TempDir Path folder)
      throws InterruptedException, IOException {
    assumeInstalled("node");
    String driver =
        driverWithBug(folder, "log_driver.mjs", "this.log.undoTo(", "this.log.undo_to(");
    assertOwnFault("node " + driver, "TypeError");
    String name =
        driverWithBug(folder, "log_driver.mjs", "this.log.undoTo(name)", "log.undoTo(name)");
    assertOwnFault("node " + name, "ReferenceError");
  }

  @Test
  void undefined_is_null_where_a_log_in_javascript_returns_nothing(@TempDir Path folder)
      throws InterruptedException, IOException {
    assumeInstalled("node");
    assertPasses(
        "node "
            + driverWithBug(
                folder, "log_driver.mjs", "this.#cursor) return null;", "this.#cursor) return;"));
  }

  @Test
  @DeepOnly
  void a_bug_of_an_adapter_in_java_is_not_a_refusal_by_the_log(@TempDir Path folder)
      throws IOException {
    String wrong = "(List<?>) (Object) name.getClass()";
    String driver = driverWithBug(folder, "LogDriver.java", "log.undoTo(name)", wrong);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    assertOwnFault("\"" + java + "\" " + driver, "ClassCastException");
  }

  @Test
  void the_template_for_python() throws InterruptedException {
    assumeInstalled("python3");
    assertPasses("python3 " + template("log_driver.py"));
  }

  @Test
  void the_template_for_javascript() throws InterruptedException {
    assumeInstalled("node");
    assertPasses("node " + template("log_driver.mjs"));
  }

  @Test
  void the_template_for_java() {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    assertPasses("\"" + java + "\" " + template("LogDriver.java"));
  }

  /** Strings in Go and Rust are valid Unicode: no lone surrogates (EL-22). */
  @Test
  void the_template_for_go() throws InterruptedException {
    assumeStarts("go", "version");
    assertPasses("go run " + template("log_driver.go"), 30);
  }

  @Test
  void the_template_for_rust(@TempDir Path folder) throws InterruptedException, IOException {
    assumeInstalled("rustc");
    Path driver = folder.resolve("log_driver.exe");
    List<String> build =
        List.of(
            "rustc",
            "--edition=2021",
            "-O",
            "-Dwarnings",
            "-o",
            driver.toString(),
            SourceTree.root().resolve("spec-tests/drivers/log_driver.rs").toString());
    assertThat(new ProcessBuilder(build).inheritIO().start().waitFor()).isZero();
    assertPasses('"' + driver.toString() + '"', 30);
  }
}

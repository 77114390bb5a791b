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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each template connects its example log, and that log is correct. */
class DriverTemplatesTest {

  private static String template(String name) {
    return '"' + SourceTree.root().resolve("spec-tests/drivers").resolve(name).toString() + '"';
  }

  /** Runs the suite without waiting where a program pauses: these logs have no clock. */
  private static int conform(StringWriter text, String... args) {
    PrintWriter out = new PrintWriter(text, true);
    return Conform.run(out, out, () -> {}, args);
  }

  private static void assertPasses(String command) {
    assertPasses(command, 30);
  }

  private static void assertPasses(String command, int passed) {
    StringWriter text = new StringWriter();
    assertPassed(conform(text, optionsFor(command)), text, passed);
  }

  private static String[] optionsFor(String command) {
    return new String[] {"--driver", command, "--programs", "" + Tries.of(60)};
  }

  private static void assertPassed(int code, StringWriter text, int passed) {
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
  void the_methods_to_be_written_take_at_most_fifty_lines(String name) {
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
    assertOwnFault(command, "CP-6", named);
  }

  private static void assertOwnFault(String command, String clause, String named) {
    StringWriter text = new StringWriter();
    int code = conform(text, "--driver", command, "--only", clause, "--programs", "0");
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
    assertOwnFault(java(driver), "ClassCastException");
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

  /** As an author runs it, with real pauses. */
  @Test
  void the_template_for_java() {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text, true);
    assertPassed(Conform.run(out, out, optionsFor(java(template("LogDriver.java")))), text, 30);
  }

  /** The command that compiles and runs a file, by a JVM that lives for seconds. */
  private static String java(String file) {
    return "\"%s\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC %s"
        .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), file);
  }

  /** Strings in Go and Rust are valid Unicode (EL-22), and there are no default counts (EL-11). */
  @Test
  void the_template_for_go() throws InterruptedException {
    assumeStarts("go", "version");
    assertPasses("go run " + template("log_driver.go"), 28);
  }

  @Test
  void the_template_for_rust(@TempDir Path folder) throws InterruptedException, IOException {
    assumeInstalled("rustc");
    assertPasses(
        buildRust(folder, SourceTree.root().resolve("spec-tests/drivers/log_driver.rs")), 27);
  }

  private static String buildRust(Path folder, Path source)
      throws IOException, InterruptedException {
    Path driver = folder.resolve("log_driver.exe");
    List<String> build =
        List.of("rustc", "--edition=2021", "-o", driver.toString(), source.toString());
    assertThat(new ProcessBuilder(build).inheritIO().start().waitFor()).isZero();
    return '"' + driver.toString() + '"';
  }

  /** The languages with what a method in the adapter looks like. */
  private enum Template {
    PYTHON("log_driver.py", "    def NAME\\(self.*?\\n\\n"),
    JAVASCRIPT("log_driver.mjs", "  NAME\\(.*?\\n  \\}\\n"),
    JAVA("LogDriver.java", "    [\\w<>?, ]+ NAME\\(.*?\\n    \\}\\n"),
    GO("log_driver.go", "func \\(a \\*Adapter\\) NAME\\([^\\n]*(?:\\}\\n|\\{\\n.*?\\n\\}\\n)"),
    RUST("log_driver.rs", "    fn NAME\\(.*?\\n    \\}\\n");

    private final String file;
    private final String method;

    Template(String file, String method) {
      this.file = file;
      this.method = method;
    }

    /** The command that runs a driver, which is built if necessary. */
    String command(Path source, Path folder) throws IOException, InterruptedException {
      String name = '"' + source.toString() + '"';
      switch (this) {
        case PYTHON -> assumeInstalled("python3");
        case JAVASCRIPT -> assumeInstalled("node");
        case GO -> assumeStarts("go", "version");
        case RUST -> assumeInstalled("rustc");
        case JAVA -> {}
      }
      return switch (this) {
        case PYTHON -> "python3 " + name;
        case JAVASCRIPT -> "node " + name;
        case JAVA -> java(name);
        case GO -> "go run " + name;
        case RUST -> buildRust(folder, source);
      };
    }

    /** Returns the template without all methods but append, undo and redo. */
    String undoStack() {
      String text = SourceTree.text("spec-tests/drivers/" + file);
      String adapter = String.join("\n", adapterLines(file));
      String names = "(?:checkpoint|undo_?[tT]o|recent|entries|cursor|checkpoints|save|load)";
      String stack = adapter.replaceAll("(?s)" + method.replace("NAME", names), "");
      assertThat(stack)
          .contains("append(", "undo(", "redo(")
          .doesNotContain("checkpoint(", "save(");
      return text.replace(adapter, stack);
    }

    /** Returns a template with another list in its greeting. */
    private static String withList(String text, String field, String newField, String... words) {
      Matcher list =
          Pattern.compile("(\\\\?\"?)%s(\\\\?\"?: ?)\\[[^]]*]".formatted(field)).matcher(text);
      assertThat(list.find()).isTrue();
      String quote = list.group(1).isEmpty() ? "\"" : list.group(1);
      return list.replaceFirst(
          Matcher.quoteReplacement(
              Stream.of(words)
                  .map(word -> quote + word + quote)
                  .collect(
                      Collectors.joining(
                          ",", list.group(1) + newField + list.group(2) + "[", "]"))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_template_without_the_methods_that_an_undo_stack_lacks_tests_an_undo_stack(
      Template template, @TempDir Path folder) throws IOException, InterruptedException {
    String shown = Template.withList(template.undoStack(), "observes", "observes", "returns");
    String driver =
        Template.withList(shown, "operations", "has", "append", "undo", "redo", "other");
    StringWriter text = new StringWriter();
    Path source = Files.writeString(folder.resolve(template.file), driver);
    assertThat(
            conform(
                text,
                "--driver",
                template.command(source, folder),
                "--programs",
                "" + Tries.of(20)))
        .as(text::toString)
        .isZero();
    assertThat(text.toString())
        .containsPattern("undo stack, (\\d+) of \\1 clauses of its operations");
  }

  @ParameterizedTest
  @EnumSource
  void a_method_that_is_declared_and_missing_is_a_fault_of_the_driver(
      Template template, @TempDir Path folder) throws IOException, InterruptedException {
    String text = SourceTree.text("spec-tests/drivers/" + template.file);
    Path source =
        Files.writeString(
            folder.resolve(template.file),
            Template.withList(text, "operations", "operations", "truncate"));
    assertOwnFault(template.command(source, folder), "EL-14", "");
  }
}

package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.spec.SourceTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Each template drives the small log it ships with, and that log is right. */
class DriverTemplatesTest {

  private static String template(String name) {
    return '"' + SourceTree.root().resolve("spec-tests/drivers").resolve(name).toString() + '"';
  }

  private static void assertPasses(String command) {
    StringWriter text = new StringWriter();
    int code = Conform.run(new PrintWriter(text, true), "--driver", command, "--programs", "60");
    assertThat(text.toString())
        .contains("clauses: 23 passed, 0 failed, 9 not observed")
        .contains("This log broke no required clause of those observed.");
    assertThat(code).isZero();
  }

  /** Skips the test, in sight of who runs it, where the program is not there. */
  private static void assumeThere(String program) throws InterruptedException {
    boolean there;
    try {
      there =
          new ProcessBuilder(program, "--version")
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException absent) {
      there = false;
    }
    assumeTrue(there, program + " is not on this machine");
  }

  @Test
  void the_template_for_python() throws InterruptedException {
    assumeThere("python3");
    assertPasses("python3 " + template("log_driver.py"));
  }

  @Test
  void the_template_for_javascript() throws InterruptedException {
    assumeThere("node");
    assertPasses("node " + template("log_driver.mjs"));
  }

  @Test
  void the_template_for_java() {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    assertPasses("\"" + java + "\" " + template("LogDriver.java"));
  }
}

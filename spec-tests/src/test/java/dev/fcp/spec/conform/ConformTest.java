package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.SourceTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The command-line program that tests logs, with drivers that reply and drivers that do not. */
class ConformTest {

  private final StringWriter text = new StringWriter();

  private final StringWriter refusal = new StringWriter();

  private int conform(String... args) {
    return conform(ProcessDriver.REPLY_TIMEOUT, args);
  }

  private int conform(Duration replyTimeout, String... args) {
    PrintWriter out = new PrintWriter(text, true);
    return Conform.run(out, new PrintWriter(refusal, true), replyTimeout, () -> {}, args);
  }

  @Test
  void a_correct_driver_passes_and_what_it_does_not_show_is_not_observed() {
    assertThat(conform("--driver", FailingDriver.command("never"), "--programs", "40")).isZero();
    assertThat(text.toString())
        .contains("and 40 random programs of seed 1")
        .contains("No broken required clause was observed.");
    assertThat(text.toString())
        .containsPattern("clauses: \\d+ passed, 0 failed, \\d+ not observed");
  }

  @Test
  void an_undo_stack_passes_with_the_operations_that_it_has() {
    assertThat(conform("--driver", FailingDriver.command("stack"), "--programs", "20")).isZero();
    assertThat(text.toString())
        .containsPattern("undo stack, (\\d+) of \\1 clauses of its operations");
  }

  @ParameterizedTest
  @CsvSource({
    "hang,the driver hangs: no line within 2 s",
    "die,the driver dies: it ended with exit code 7",
    "print,the driver prints other text: here I am",
    "misspell,the driver writes malformed JSON: {",
    "forget,the driver violates the protocol: it declares cursor",
    "withhold,the driver violates the protocol: it declares returns",
    "stumble,the driver reports an error in its own code: no such method",
    "chatter,the driver prints other text: after its reply: and now?"
  })
  void a_failing_driver_is_reported_with_vector_and_step_and_the_run_continues(
      String failure, String named) {
    String command = FailingDriver.command(failure);
    // A driver that hangs is waited for several times.
    assertThat(
            conform(
                Duration.ofSeconds(2), "--driver", command, "--only", "EL-9", "--programs", "0"))
        .isEqualTo(Conform.EXIT_BROKEN_CLAUSE);
    assertThat(text.toString())
        .contains("vector redo-more-of-three, step 5 (redo(4)): " + named)
        .containsPattern("Ran \\d\\d vectors")
        .containsPattern("failures of the driver: 1\n");
  }

  @Test
  void a_command_that_cannot_be_started_is_reported() {
    assertThat(conform("--driver", "/no/such/driver")).isEqualTo(Conform.EXIT_BROKEN_CLAUSE);
    assertThat(text.toString())
        .contains("before the first vector, the driver cannot be started: Cannot run");
  }

  @Test
  void a_list_shows_vectors_and_runs_nothing() {
    assertThat(conform("--list", "--only", "CP-6")).isZero();
    assertThat(text.toString()).contains("undo-to-unknown  CP-1").contains("a cp(c) undoTo(d)");
    assertThat(text.toString()).doesNotContain("five-events ");
  }

  @Test
  void templates_and_protocol_are_printed_as_they_are_in_the_checkout() {
    assertThat(conform("--template", "java")).isZero();
    assertThat(text.toString()).isEqualTo(SourceTree.text("spec-tests/drivers/LogDriver.java"));
    text.getBuffer().setLength(0);
    assertThat(conform("--protocol")).isZero();
    assertThat(text.toString()).isEqualTo(SourceTree.text("spec-tests/DRIVER.md"));
    assertThat(conform("--template", "Python")).isZero();
    assertThat(conform("--template", "javascript")).isZero();
    assertThat(text.toString()).contains("def undo_to(", "undoTo(name)");
    assertThat(conform("--template", "go")).isZero();
    assertThat(conform("--template", "rust")).isZero();
    assertThat(text.toString()).contains("package main", "fn undo_to(");
    assertThat(conform("--template", "cobol")).isEqualTo(2);
  }

  @Test
  void the_workflow_uses_options_of_the_command() {
    assertThat(conform("--template", "workflow")).isZero();
    String workflow = text.toString();
    assertThat(workflow).isEqualTo(SourceTree.text("spec-tests/drivers/conformance.yml"));
    List<String> options =
        Pattern.compile("--\\w+").matcher(workflow).results().map(MatchResult::group).toList();
    text.getBuffer().setLength(0);
    assertThat(conform("--help")).isZero();
    assertThat(options).contains("--driver").allMatch(text.toString()::contains);
  }

  @Test
  void a_wrong_command_line_is_refused() {
    assertThat(conform()).isEqualTo(2);
    assertThat(conform("--driver", "\"open")).isEqualTo(2);
    assertThat(conform("--driver", "true", "--only", "XX")).isEqualTo(2);
    assertThat(conform("--driver", "true", "--programs", "-1")).isEqualTo(2);
    assertThat(conform("--drive", "true")).isEqualTo(2);
    assertThat(text.toString()).isEmpty();
    assertThat(refusal.toString())
        .contains("--driver COMMAND is missing")
        .contains("Possible solutions: --driver")
        .endsWith("--help shows all options\n")
        .doesNotContain("Usage:");
  }

  @Test
  void reports_are_also_written_for_a_driver_that_cannot_be_started(@TempDir Path folder)
      throws IOException {
    conform("--driver", "/no/such/driver", "--report", folder.toString());
    assertThat(text.toString()).contains("  --driver takes a whole command, with the interpreter");
    assertThat(Files.readString(folder.resolve("junit.xml")))
        .contains("tests=\"38\" failures=\"0\" errors=\"1\" skipped=\"37\"")
        .contains("before the first vector, the driver cannot be started");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("The driver failed, so there is no result for this log.")
        .contains("not observed: nothing was run");
  }

  @Test
  void of_many_failures_the_first_are_printed_as_they_happen() {
    DriverFailurePrinter printer = new DriverFailurePrinter(new PrintWriter(text, true));
    for (int number = 1; number <= 3 * DriverFailurePrinter.MAX_PRINTED; number++) {
      printer.accept("failure " + number);
    }
    assertThat(text.toString().lines())
        .hasSize(DriverFailurePrinter.MAX_PRINTED + 1)
        .contains("failure 1", "failure " + DriverFailurePrinter.MAX_PRINTED)
        .last()
        .asString()
        .contains("--report DIR lists them");
  }

  private Path reportOf(LogFault fault, Path folder) throws IOException, DriverException {
    return Files.writeString(
        folder.resolve(fault + ".json"), JsonReport.render(FaultsPage.report(fault)));
  }

  @Test
  void a_comparison_names_what_is_newly_broken_and_newly_held(@TempDir Path folder)
      throws IOException, DriverException {
    String negative = reportOf(LogFault.UNDO_NEGATIVE_NOTHING, folder).toString();
    String oldestFirst = reportOf(LogFault.UNDO_TO_OLDEST_FIRST, folder).toString();
    assertThat(conform("--compare", negative, oldestFirst)).isEqualTo(Conform.EXIT_BROKEN_CLAUSE);
    assertThat(text.toString())
        .contains("newly broken: CP-5 (required)\nnewly held: EL-21\nno longer observed: none\n")
        .contains("unchanged: 35\n");
    assertThat(conform("--compare", oldestFirst, negative)).isZero();
    assertThat(conform("--compare", oldestFirst, oldestFirst)).isZero();
  }

  @Test
  void a_comparison_names_clauses_that_are_no_longer_observed(@TempDir Path folder)
      throws IOException {
    String report = folder.resolve("report.json").toString();
    String driver = FailingDriver.command("never");
    conform("--driver", driver, "--programs", "0", "--report", folder.toString());
    Path other = folder.resolve("other");
    conform("--driver", driver, "--only", "EL", "--programs", "0", "--report", other.toString());
    assertThat(conform("--compare", report, other.resolve("report.json").toString())).isZero();
    assertThat(text.toString())
        .contains("no longer observed: CP-1 (required), CP-2 (required), CP-3, CP-4, CP-5");
  }

  @Test
  void only_reports_can_be_compared(@TempDir Path folder) throws IOException {
    String other = Files.writeString(folder.resolve("other.json"), "{}").toString();
    String report = Files.writeString(folder.resolve("report.json"), "{\"clauses\":[]}").toString();
    assertThat(conform("--compare", report, report)).isZero();
    assertThat(conform("--compare", report, other)).isEqualTo(2);
    assertThat(conform("--compare", "missing.json", report)).isEqualTo(2);
    assertThat(conform("--compare", report, folder.toString())).isEqualTo(2);
    Files.writeString(folder.resolve("other.json"), "{\"clauses\":");
    assertThat(conform("--compare", report, other)).isEqualTo(2);
    assertThat(conform("--compare", report)).isEqualTo(2);
    assertThat(refusal.toString())
        .contains("two files report.json that --report wrote, and %s is none".formatted(other))
        .contains("other.json is none: it has no \"clauses\"")
        .contains("missing.json is none: there is no such file")
        .contains(folder + " is none: Is a directory")
        .contains("other.json is none: it is not valid JSON: ")
        .doesNotContain("Exception");
  }

  @Test
  void a_folder_that_cannot_be_written_is_refused_before_the_run(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    String driver = FailingDriver.command("never");
    assertThat(conform("--driver", driver, "--report", file.toString())).isEqualTo(3);
    assertThat(conform("--driver", driver, "--report", file.resolve("out").toString()))
        .isEqualTo(3);
    assertThat(conform("--driver", driver, "--report", "")).isEqualTo(2);
    assertThat(text.toString()).isEmpty();
    assertThat(refusal.toString())
        .contains("--report: nothing can be written to %s: %s is a file;".formatted(file, file))
        .contains("name a folder that you may write to\n")
        .contains("--report needs a folder, such as --report out")
        .doesNotContain("Exception");
    assertThat(folder).isDirectoryContaining(file::equals);
  }

  @Test
  void an_unknown_area_or_clause_is_refused_with_those_that_exist() {
    assertThat(conform("--list", "--only", "XY")).isEqualTo(2);
    assertThat(conform("--list", "--only", "EL-12")).isEqualTo(2);
    assertThat(refusal.toString())
        .contains("--only is an area, EL or CP, or a clause of the log, such as EL-5, not \"XY\"");
    assertThat(conform("--list", "--only", "el-5")).isZero();
    String lowerCase = text.toString();
    text.getBuffer().setLength(0);
    assertThat(conform("--list", "--only", "EL-5")).isZero();
    assertThat(text.toString()).isEqualTo(lowerCase);
  }

  @Test
  void a_run_that_observes_nothing_is_no_success(@TempDir Path folder) throws IOException {
    String driver = FailingDriver.command("never");
    assertThat(conform("--driver", driver, "--only", "EL-14", "--report", folder.toString()))
        .isEqualTo(Conform.EXIT_BROKEN_CLAUSE);
    String conclusion = "Nothing was observed of EL-14, so there is no verdict: needs truncate.";
    assertThat(text.toString()).contains("\n" + conclusion + "\n");
    assertThat(Files.readString(folder.resolve("report.html"))).contains(conclusion);
    assertThat(Files.readString(folder.resolve("report.md"))).contains(conclusion);
    assertThat(Files.readString(folder.resolve("report.json"))).contains(conclusion);
    assertThat(Files.readString(folder.resolve("badge.svg"))).contains(">nothing observed</text>");
    assertThat(Files.readString(folder.resolve("junit.xml")))
        .contains("tests=\"2\" failures=\"0\" errors=\"1\" skipped=\"1\"")
        .contains(conclusion);
  }

  @Test
  void a_log_without_append_is_refused() {
    assertThat(conform("--driver", FailingDriver.command("greet '{\"has\":[\"undo\"]}'")))
        .isEqualTo(Conform.EXIT_BROKEN_CLAUSE);
    assertThat(text.toString())
        .contains("before the first vector, ", "add \"append\" to \"has\": a log that stays empty");
  }

  @Test
  void reports_are_written(@TempDir Path folder) throws IOException {
    String driver = FailingDriver.command("die");
    conform("--driver", driver, "--only", "EL-9", "--programs", "20", "--report", "" + folder);
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("<h2>Without a reply</h2>");
    assertThat(Files.readString(folder.resolve("report.md")))
        .contains("| required | not observed: the driver failed |", "## Without a reply")
        .contains("program   redo(4): the driver dies: it ended with exit code 7");
    assertThat(Files.readString(folder.resolve("junit.xml")))
        .contains("tests=\"2\" failures=\"0\" errors=\"1\" skipped=\"1\"")
        .contains("redo(4): the driver dies");
    assertThat(text.toString())
        .contains("  program   redo(4): the driver dies: it ended with exit code 7\n")
        .contains("clauses: 0 passed, 0 failed, 1 not observed")
        .contains("  not observed: EL-9 (the driver failed)\n")
        .doesNotContain("(required)");
    assertThat(Files.readString(folder.resolve("badge.svg"))).contains(">driver failed</text>");
    JsonNode json = Json.read(Files.readString(folder.resolve("report.json")));
    assertThat(json.path("capabilities").path("redoTail").stringValue()).isEqualTo("cuts");
    assertThat(json.path("counts").path("requiredFailed").intValue()).isZero();
    assertThat(json.path("clauses").path(0).path("verdict").stringValue())
        .isEqualTo("not observed");
    JsonNode failure = json.path("failures").path(0);
    assertThat(failure.path("byDriver").booleanValue()).isTrue();
    assertThat(failure.path("required").booleanValue()).isFalse();
    assertThat(json.path("driverFailures").size()).isPositive();
  }
}

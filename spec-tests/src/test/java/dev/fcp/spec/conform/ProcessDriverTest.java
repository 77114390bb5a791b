package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A driver in its own process. */
class ProcessDriverTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void a_driver_ends_by_itself_when_its_input_ends(@TempDir Path folder) throws DriverException {
    Path exitFile = folder.resolve("told");
    String command = FailingDriver.command("farewell \"" + exitFile + "\"");
    ProcessDriver driver = new ProcessDriver(CommandLineSplitter.split(command), LONG, () -> {});
    driver.newLog();
    driver.close();
    assertThat(exitFile).hasContent("ended");
  }

  private static ProcessDriver greeting(String fields) {
    List<String> command =
        new ArrayList<>(CommandLineSplitter.split(FailingDriver.command("greet")));
    command.add(fields);
    return new ProcessDriver(command, LONG, () -> {});
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"has\":\"append\"}|\"has\" is a list such as [\"append\"], not \"append\"",
        "{\"observes\":{}}|\"observes\" is a list such as [\"returns\"], not {}",
        "{\"observes\":[\"gone\"]}|\"observes\" contains the unknown word \"gone\"",
        "{\"has\":[\"pause\"]}|\"has\" contains the unknown word \"pause\"",
        "{\"supports\":[7]}|\"supports\" contains the unknown word 7",
        "{\"operations\":[\"save\"]}|; the words are append, checkpoint, undo, undoTo, redo, recent,"
            + " truncate, dropFirst, replaceLast, reload (save and load), kept, other"
      })
  void a_greeting_with_wrong_words_or_types_is_refused(String fields, String named) {
    try (ProcessDriver driver = greeting(fields)) {
      assertThatThrownBy(driver::capabilities)
          .asInstanceOf(InstanceOfAssertFactories.type(DriverException.class))
          .extracting(DriverException::detail)
          .asString()
          .startsWith("the driver violates the protocol: ")
          .contains(named);
    }
  }

  @Test
  void a_log_without_default_counts_always_gets_a_count() throws DriverException {
    try (ProcessDriver driver = greeting("{\"supports\":[]}")) {
      Report report =
          ConformanceSuite.run(
              driver, VectorFile.vectors(), RunSettings.all(1, 0), driverFault -> {});
      SpecClause clause = SpecClause.logClauses().get("EL-11");
      assertThat(report.verdictText(clause)).isEqualTo("not observed: needs defaultCount");
      assertThat(report.isConforming()).isTrue();
      assertThat(report.heldCounts()).containsKeys("EL-4", "EL-7", "EL-20");
    }
  }

  @Test
  void only_the_error_streams_of_the_first_processes_are_shown() throws DriverException {
    String command = FailingDriver.command("die");
    try (ProcessDriver driver =
        new ProcessDriver(CommandLineSplitter.split(command), LONG, () -> {})) {
      for (int start = 0; start < ProcessDriver.MAX_SHOWN_ERROR_STREAMS; start++) {
        assertThat(driver.showsErrorStream()).isTrue();
        driver.newLog();
        assertThatThrownBy(() -> driver.call(FailingDriver.failingCall()))
            .isInstanceOf(DriverException.class);
      }
      assertThat(driver.showsErrorStream()).isFalse();
    }
  }

  @Test
  void a_driver_that_reports_its_own_fault_is_not_started_again() throws DriverException {
    String command = FailingDriver.command("stumble");
    try (ProcessDriver driver =
        new ProcessDriver(CommandLineSplitter.split(command), LONG, () -> {})) {
      for (int fault = 0; fault < ProcessDriver.MAX_SHOWN_ERROR_STREAMS; fault++) {
        driver.newLog();
        assertThatThrownBy(() -> driver.call(FailingDriver.failingCall()))
            .isInstanceOf(DriverException.class)
            .hasMessageContaining("no such method");
      }
      assertThat(driver.newLog().state().path("entries").isEmpty()).isTrue();
      assertThat(driver.showsErrorStream()).isTrue();
    }
  }

  @Test
  void output_after_a_reply_is_attributed_to_that_reply() throws DriverException {
    try (ProcessDriver driver =
        new ProcessDriver(
            CommandLineSplitter.split(FailingDriver.command("leave")), LONG, () -> {})) {
      driver.newLog();
      assertThat(driver.call(FailingDriver.failingCall()).state().path("cursor").asInt()).isZero();
      assertTimeoutPreemptively(
          LONG,
          () -> {
            while (!driver.hasUnreadOutput()) {
              Thread.onSpinWait();
            }
          });
      assertThatThrownBy(driver::newLog)
          .asInstanceOf(InstanceOfAssertFactories.type(DriverException.class))
          .matches(DriverException::isLate)
          .extracting(DriverException::detail)
          .isEqualTo("the driver dies: it ended with exit code 7");
      assertThat(driver.newLog().state().path("entries").isEmpty()).isTrue();
    }
  }
}

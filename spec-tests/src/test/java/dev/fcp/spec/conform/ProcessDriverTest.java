package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void only_the_error_streams_of_the_first_processes_are_shown() throws DriverException {
    String command = FailingDriver.command("die");
    try (ProcessDriver driver =
        new ProcessDriver(CommandLineSplitter.split(command), LONG, () -> {})) {
      for (int start = 0; start < ProcessDriver.MAX_SHOWN_ERROR_STREAMS; start++) {
        assertThat(driver.showsErrorStream()).isTrue();
        driver.newLog();
        assertThatThrownBy(() -> driver.call(FailingDriver.LAST))
            .isInstanceOf(DriverException.class);
      }
      assertThat(driver.showsErrorStream()).isFalse();
    }
  }

  @Test
  void output_after_a_reply_is_attributed_to_that_reply() throws DriverException {
    try (ProcessDriver driver =
        new ProcessDriver(
            CommandLineSplitter.split(FailingDriver.command("leave")), LONG, () -> {})) {
      driver.newLog();
      assertThat(driver.call(FailingDriver.LAST).state().path("cursor").asInt()).isZero();
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

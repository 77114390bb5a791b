package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver in a process of its own. */
class DriverProcessTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void a_driver_ends_by_itself_when_its_input_ends(@TempDir Path folder) throws DriverFault {
    Path told = folder.resolve("told");
    String command = FailingDriver.command("farewell \"" + told + "\"");
    DriverProcess driver = new DriverProcess(CommandLineWords.of(command), LONG);
    driver.fresh();
    driver.close();
    assertThat(told).hasContent("ended");
  }

  @Test
  void the_error_streams_of_the_first_processes_alone_are_shown() throws DriverFault {
    String command = FailingDriver.command("die");
    try (DriverProcess driver = new DriverProcess(CommandLineWords.of(command), LONG)) {
      for (int start = 0; start < DriverProcess.LOUD_STARTS; start++) {
        assertThat(driver.isLoud()).isTrue();
        driver.fresh();
        assertThatThrownBy(() -> driver.call(FailingDriver.LAST)).isInstanceOf(DriverFault.class);
      }
      assertThat(driver.isLoud()).isFalse();
    }
  }

  @Test
  void what_comes_behind_a_reply_belongs_to_that_reply() throws DriverFault {
    try (DriverProcess driver =
        new DriverProcess(CommandLineWords.of(FailingDriver.command("leave")), LONG)) {
      driver.fresh();
      assertThat(driver.call(FailingDriver.LAST).state().path("cursor").asInt()).isZero();
      assertTimeoutPreemptively(
          LONG,
          () -> {
            while (!driver.isSpeaking()) {
              Thread.onSpinWait();
            }
          });
      assertThatThrownBy(driver::fresh)
          .asInstanceOf(InstanceOfAssertFactories.type(DriverFault.class))
          .matches(DriverFault::isLate)
          .extracting(DriverFault::detail)
          .isEqualTo("the driver dies: it ended with exit code 7");
      assertThat(driver.fresh().state().path("entries").isEmpty()).isTrue();
    }
  }
}

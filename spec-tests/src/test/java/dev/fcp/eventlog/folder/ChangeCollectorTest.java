package dev.fcp.eventlog.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@Clause("DO-18")
class ChangeCollectorTest {

  private final ChangeCollector collector =
      new ChangeCollector(Duration.ofNanos(10), Duration.ofNanos(100), Duration.ofNanos(1_000));

  @Test
  void changes_are_due_when_it_was_quiet_long_enough() {
    collector.add("a", 0);
    collector.add("b", 8);
    assertThat(collector.delayNanos(12, false)).isEqualTo(6);
    assertThat(collector.delayNanos(18, false)).isZero();
    assertThat(collector.take()).containsExactly("a", "b");
    assertThat(collector.isEmpty()).isTrue();
  }

  @Test
  void changes_that_never_end_are_due_after_the_maximum_wait() {
    for (int now = 0; now < 99; now += 3) {
      collector.add("a", now);
    }
    assertThat(collector.delayNanos(99, false)).isEqualTo(1);
  }

  @Test
  void changes_by_git_are_due_when_it_is_done_and_quiet() {
    collector.add("a", 0);
    assertThat(collector.delayNanos(500, true)).isEqualTo(10);
    assertThat(collector.delayNanos(505, false)).isEqualTo(5);
    assertThat(collector.delayNanos(511, false)).isNegative();
    assertThat(collector.take()).containsExactly("a");
    collector.add("b", 600);
    assertThat(collector.delayNanos(611, false)).isNegative();
  }

  @Test
  void a_lock_that_git_left_behind_delays_no_longer_than_its_maximum() {
    collector.add("a", 0);
    assertThat(collector.delayNanos(999, true)).isEqualTo(1);
    assertThat(collector.delayNanos(1_000, true)).isZero();
  }

  @Test
  void everything_includes_all_paths() {
    collector.add("a", 0);
    collector.add(ChangeCollector.ALL, 1);
    collector.add("b", 2);
    assertThat(collector.take()).containsExactly(ChangeCollector.ALL);
  }

  @Test
  void very_many_paths_are_everything() {
    for (int i = 0; i <= 1_000; i++) {
      collector.add("a" + i, i);
    }
    assertThat(collector.take()).containsExactly(ChangeCollector.ALL);
  }
}

package dev.fcp.eventlog.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.StepId.UlidGenerator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class StepIdGeneratorTest {

  private static final Instant TIME = Instant.ofEpochMilli(1_469_918_176_385L);

  /** A generator that returns the given numbers. */
  private static RandomGenerator returning(long... numbers) {
    Iterator<Long> next = java.util.Arrays.stream(numbers).iterator();
    return next::next;
  }

  @Test
  void an_id_consists_of_the_time_and_random_bits() {
    assertThat(new UlidGenerator(() -> TIME, returning(0, 0)).get().ulid())
        .isEqualTo("01ARYZ6S41" + "0".repeat(16));
    assertThat(new UlidGenerator(() -> TIME, returning(-1, -1)).get().ulid())
        .isEqualTo("01ARYZ6S41" + "Z".repeat(16));
    assertThat(new UlidGenerator(() -> TIME, returning(1, 33)).get().ulid())
        .isEqualTo("01ARYZ6S41" + "000" + "G" + "0".repeat(10) + "11");
  }

  @Test
  void ids_ascend_even_if_the_clock_stops_or_goes_backwards() {
    List<Long> times = List.of(5L, 5L, 3L, 5L, 6L, 6L, 1L);
    Iterator<Long> clock = times.iterator();
    UlidGenerator ids = new UlidGenerator(() -> Instant.ofEpochMilli(clock.next()), new Random(1));
    List<StepId> generated = new ArrayList<>();
    times.forEach(time -> generated.add(ids.get()));
    assertThat(generated).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void the_random_part_is_incremented_with_carry() {
    UlidGenerator ids = new UlidGenerator(() -> TIME, returning(0, -1));
    assertThat(ids.get().ulid()).isEqualTo("01ARYZ6S41" + "000FZZZZZZZZZZZZ");
    assertThat(ids.get().ulid()).isEqualTo("01ARYZ6S41" + "000G000000000000");
  }

  @Test
  void after_the_largest_random_part_the_next_millisecond_is_used() {
    UlidGenerator ids = new UlidGenerator(() -> TIME, returning(-1, -1));
    ids.get();
    assertThat(ids.get().ulid()).isEqualTo("01ARYZ6S42" + "0".repeat(16));
  }

  @Test
  void a_clock_out_of_range_still_yields_ids() {
    assertThat(new UlidGenerator(() -> Instant.ofEpochMilli(-7), returning(0, 0)).get().ulid())
        .isEqualTo("0".repeat(26));
    assertThat(
            new UlidGenerator(() -> Instant.parse("+20000-01-01T00:00:00Z"), returning(0, 0))
                .get()
                .ulid())
        .isEqualTo("7ZZZZZZZZZ" + "0".repeat(16));
  }

  @Test
  void the_last_possible_id_is_not_followed_by_another() {
    UlidGenerator ids =
        new UlidGenerator(() -> Instant.ofEpochMilli((1L << 48) - 1), returning(-1, -1));
    assertThat(ids.get().ulid()).isEqualTo("7" + "Z".repeat(25));
    assertThatThrownBy(ids::get).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_text_that_is_not_a_ulid_is_rejected() {
    for (String text :
        List.of("", "7", "8" + "0".repeat(25), "0".repeat(25) + "U", "0".repeat(27))) {
      assertThat(StepId.isUlid(text)).isFalse();
      assertThatThrownBy(() -> new StepId(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"" + text + "\"");
    }
    assertThat(StepId.isUlid("01arz3ndektsv4rrffq69g5fav")).isFalse();
  }
}

package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.spec.Clause;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast parser of times, compared with that of the Java library. */
@Clause("SE-17")
class InstantTextTest {

  @Property
  void a_time_survives_a_round_trip(
      @ForAll @LongRange(min = -70_000_000_000L, max = 300_000_000_000L) long second,
      @ForAll @IntRange(max = 999_999_999) int nanos) {
    Instant time = Instant.ofEpochSecond(second, nanos);
    assertThat(InstantText.parse(time.toString())).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-01T00:00:00Z",
        "2024-02-29T23:59:59.9Z",
        "2026-01-01T00:00:00.000000001Z",
        "2026-12-31T24:00:00Z",
        "2016-12-31T23:59:60Z",
        "+12026-01-01T00:00:00Z",
        "2026-01-01T12:00:00+02:00"
      })
  void other_texts_are_read_as_the_library_reads_them(String text) {
    assertThat(InstantText.parse(text)).isEqualTo(Instant.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-01-01T25:00:00Z",
        "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:00",
        "2026-01-01T00:00:00,5Z",
        "2026-01-01T00:00:00.0000000001Z",
        "2026-01-01 00:00:00Z",
        "2026-01-01T00:00:00Z ",
        "2026-0:-01T00:00:00Z",
        "2026-0/-01T00:00:00Z",
        "2026-01-01T00:00:0:Z",
        "2026-01-01T00:00:0/Z",
        "2026-01-01T00:00:00.:Z",
        "2026-01-01T00:00:00./Z",
        "2026-01-01T00:00:00.1:2Z",
        "2026-01-01T00:00:00x1Z",
        "2026-01-01T00:00:0Z",
        "T026-01-01T00:00:00Z"
      })
  void a_malformed_time_is_refused(String text) {
    assertThatThrownBy(() -> InstantText.parse(text)).isInstanceOf(DateTimeParseException.class);
  }

  @Test
  void a_point_without_digits_is_read_as_the_library_reads_it() {
    String text = "2026-01-01T00:00:00.Z";
    assertThat(InstantText.parse(text)).isEqualTo(Instant.parse(text));
  }
}

package dev.fcp.eventlog.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times are parsed like {@link Instant#parse} does. */
class IsoTimeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "2026-11-24T16:19:07Z",
        "2026-11-24T16:19:07.5Z",
        "2026-11-24T16:19:07.120Z",
        "2026-11-24T16:19:07.123456Z",
        "2026-11-24T16:19:07.123456789Z",
        "2024-02-29T23:59:59.999999999Z",
        "0000-03-01T00:00:00Z",
        "-0001-03-01T00:00:00Z",
        "+12026-11-24T16:19:07Z",
        "2026-11-24T24:00:00Z",
        "2016-12-31T23:59:60Z",
        "2026-11-24t16:19:07z",
        "2026-11-24T16:19:07+01:00"
      })
  void a_time_is_parsed(String text) {
    assertThat(IsoTime.parse(text)).isEqualTo(Instant.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Z",
        "2026-11-24T16:19:07",
        "2026-02-29T16:19:07Z",
        "2026-00-24T16:19:07Z",
        "2026-13-24T16:19:07Z",
        "2026-11-00T16:19:07Z",
        "2026-11-24T25:19:07Z",
        "2026-11-24T16:60:07Z",
        "2026-11-24T16:19:61Z",
        "2026-11-24T16:19:07.1234567890Z",
        "2026-11-24T16:19:07,5Z",
        "2026-11-24 16:19:07Z",
        "2026-1a-24T16:19:07Z",
        "2026-11-24T16:19:07ZZ"
      })
  void any_other_text_is_refused(String text) {
    assertThatThrownBy(() -> IsoTime.parse(text)).isInstanceOf(DateTimeException.class);
  }
}

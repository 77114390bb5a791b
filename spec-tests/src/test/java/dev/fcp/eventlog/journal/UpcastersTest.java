package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.Clause;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Events of older releases are converted, and the conversion ends. */
@Clause("JN-15")
class UpcastersTest {

  private static Value.Fields event(String type, long version) {
    Value.Fields event = Value.Fields.of(Map.of("type", Value.of(type)));
    return version == 1 ? event : Upcasters.withVersion(event, version);
  }

  @Test
  void an_upcaster_that_does_not_raise_the_version_is_refused() {
    for (long version : new long[] {1, 2}) {
      Upcasters upcasters =
          Upcasters.none().with("added", 2, old -> List.of(event("added", version)));
      assertThatIllegalStateException()
          .isThrownBy(() -> upcasters.upcast(event("added", 2)))
          .withMessageContaining("\"added\", version 2, does not give a later version");
    }
  }

  @Test
  void a_later_version_and_another_type_are_accepted() {
    Upcasters upcasters =
        Upcasters.none()
            .with("added", 1, old -> List.of(event("added", 2)))
            .with("added", 2, old -> List.of(event("put", 1), event("put", 1)));
    assertThat(upcasters.upcast(event("added", 1)))
        .containsExactly(event("put", 1), event("put", 1));
    assertThat(upcasters.upcast(event("added", 3))).containsExactly(event("added", 3));
    assertThat(upcasters.upcast(event("other", 1))).containsExactly(event("other", 1));
  }

  @Test
  void two_for_one_version_are_refused() {
    Upcasters one = Upcasters.none().with("added", 1, List::of);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> one.with("added", 1, List::of))
        .withMessageContaining("two upcasters for \"added\", version 1");
  }
}

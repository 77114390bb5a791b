package dev.fcp.midi.song;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SongKeyTest {

  private static SongKey item(String id) {
    return SongKey.message("t", id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n480.60",
        "n480.60.1",
        "n0.0",
        "n268435455.127.134217727",
        "m480.0",
        "m0.134217727",
        // Ids that are never assigned on reading, but are valid.
        "n480.60.0",
        "n0480.60",
        "n480.060",
        "n480.128",
        "n268435456.60",
        "m480",
        "m480.00",
        "m268435456.0",
        "m0.134217728",
        "n480.60.134217728",
        "n999999999999.60",
        "n480.60+1",
        "n",
        "m1.",
        "-1",
        "n٣.60",
        "x",
        "\n"
      })
  void an_item_id_keeps_its_text(String id) {
    assertThat(item(id).item()).isEqualTo(id);
    assertThat(item(id).isMessage()).isTrue();
    assertThat(item(id)).hasToString("t/" + id);
  }

  @Test
  void a_loaded_key_equals_the_key_of_the_same_text() {
    assertThat(SongKey.loadedNote("t", 480, 60, 0)).isEqualTo(item("n480.60"));
    assertThat(SongKey.loadedNote("t", 480, 60, 2)).isEqualTo(item("n480.60.2"));
    assertThat(SongKey.loadedMessage("t", 480, 1)).isEqualTo(item("m480.1"));
    assertThat(SongKey.loadedMessage("t", 480, 1)).hasSameHashCodeAs(item("m480.1"));
  }

  @Test
  void an_ordinal_too_large_for_a_number_is_kept_as_text() {
    int large = LoadedId.MAX_ORDINAL + 1;
    assertThat(SongKey.loadedNote("t", 1, 2, large)).isEqualTo(item("n1.2." + large));
    assertThat(SongKey.loadedMessage("t", 1, large)).isEqualTo(item("m1." + large));
  }

  @Test
  void a_track_sorts_first_then_loaded_items_by_tick_then_others() {
    assertThat(
            List.of(item("x"), item("n1000.1"), item("a"), item("n20.1"), item("m20.7")).stream()
                .sorted())
        .containsExactly(item("m20.7"), item("n20.1"), item("n1000.1"), item("a"), item("x"));
    assertThat(SongKey.track("t")).isLessThan(item("m0.0")).isLessThan(item("!"));
    assertThat(SongKey.track("t2")).isGreaterThan(SongKey.message("t10", "m0.0"));
    assertThat(SongKey.header()).isLessThan(SongKey.chunk("m0.0")).isLessThan(SongKey.track("t"));
  }

  @Provide
  Arbitrary<SongKey> keys() {
    Arbitrary<String> ids =
        Arbitraries.of("", "c", "m1.0", "m10.0", "m2.0", "n1.0", "n1.0.1", "n01.0", "m1.0.0", "z");
    return Combinators.combine(Arbitraries.of("", "t", "u"), ids).as(SongKey::new);
  }

  @Property
  void the_order_is_total_and_consistent_with_equals(
      @ForAll("keys") SongKey a, @ForAll("keys") SongKey b, @ForAll("keys") SongKey c) {
    assertThat(Integer.signum(a.compareTo(b))).isEqualTo(-Integer.signum(b.compareTo(a)));
    assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
    if (a.compareTo(b) <= 0 && b.compareTo(c) <= 0) {
      assertThat(a).isLessThanOrEqualTo(c);
    }
  }
}

package dev.fcp.eventlog.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.spec.Clause;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;

class RecordEntitySpecTest {

  sealed interface Thing {
    record Stone(int weight, Optional<String> name, OrderKey order) implements Thing {}

    record Leaf(boolean green, long cells) implements Thing {
      public Leaf {
        if (cells < 0) {
          throw new IllegalArgumentException("cells " + cells);
        }
      }
    }
  }

  private record Alone(String text) {}

  private record Odd(double number) {}

  sealed interface Kinds {
    record One(String kind) implements Kinds {}

    record Two(String text) implements Kinds {}
  }

  private static final OrderKey FIRST = OrderKey.initial(0);
  private static final Thing STONE = new Thing.Stone(3, Optional.of("a"), FIRST);
  private static final Thing NAMELESS = new Thing.Stone(3, Optional.empty(), FIRST);
  private static final Thing LEAF = new Thing.Leaf(true, 1L << 40);

  private final RecordEntitySpec<Thing> spec =
      new RecordEntitySpec<>("thing", MethodHandles.lookup(), Thing.class);

  @Test
  @Clause("DM-5")
  void every_record_can_be_rebuilt_from_its_units() {
    assertThat(List.of(STONE, NAMELESS, LEAF))
        .allSatisfy(it -> assertThat(spec.entity("k", spec.units(it))).isEqualTo(it));
  }

  @Test
  @Clause("DM-10")
  void the_units_are_the_components_and_the_kind_where_there_are_several() {
    assertThat(spec.units(LEAF))
        .isEqualTo(
            Map.of("kind", Value.of("leaf"), "green", Value.of(true), "cells", Value.of(1L << 40)));
    assertThat(spec.units(NAMELESS)).containsOnlyKeys("kind", "weight", "order");
    assertThat(
            new RecordEntitySpec<>("one", MethodHandles.lookup(), Alone.class)
                .units(new Alone("x")))
        .isEqualTo(Map.of("text", Value.of("x")));
  }

  @Test
  @Clause("DG-6")
  void the_content_excludes_the_order_key() {
    Thing elsewhere = new Thing.Stone(3, Optional.of("a"), OrderKey.initial(7));
    assertThat(spec.content("k", elsewhere)).isEqualTo(spec.content("j", STONE));
    assertThat(spec.sortKey(elsewhere)).contains(new SortKey(0, OrderKey.initial(7)));
    assertThat(spec.withOrderKey(elsewhere, FIRST)).isEqualTo(STONE);
    assertThat(spec.sortKey(LEAF)).isEmpty();
  }

  @Test
  @Clause("DM-5")
  void units_that_do_not_form_a_record_are_refused() {
    refused(Map.of("kind", Value.of("leaf"), "green", Value.of(true)));
    refused(Map.of("kind", Value.of("twig"), "green", Value.of(true), "cells", Value.of(1)));
    refused(Map.of("green", Value.of(true), "cells", Value.of(1)));
    refused(Map.of("kind", Value.of("leaf"), "green", Value.of("yes"), "cells", Value.of(1)));
    refused(Map.of("kind", Value.of("leaf"), "green", Value.of(true), "cells", Value.of(-1)));
    refused(
        Map.of("kind", Value.of("stone"), "weight", Value.of(1L << 40), "order", Value.of("1")));
    refused(Map.of("kind", Value.of("stone"), "weight", Value.of(1), "order", Value.of("!")));
  }

  private void refused(Map<String, Value> units) {
    assertThatIllegalArgumentException().isThrownBy(() -> spec.entity("k", new TreeMap<>(units)));
  }

  @Test
  @Clause("DM-5")
  void the_message_names_the_unit_that_is_unknown_or_missing() {
    assertRefused(Map.of("kind", Value.of("leaf"), "color", Value.of("red")))
        .withMessage("leaf has no unit \"color\"; its units are [cells, green]");
    assertRefused(Map.of("kind", Value.of("leaf"), "green", Value.of(true)))
        .withMessage("leaf needs the unit \"cells\"; there are [green]");
    assertRefused(Map.of("kind", Value.of("moss")))
        .withMessageStartingWith("the unit \"kind\" of thing names none of its kinds [")
        .withMessageEndingWith("]: " + Value.of("moss"));
    assertRefused(Map.of("green", Value.of(true))).withMessageEndingWith("it is missing");
  }

  private ThrowableAssertAlternative<IllegalArgumentException> assertRefused(
      Map<String, Value> units) {
    return assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.entity("k", new TreeMap<>(units)));
  }

  @Test
  @Clause("DG-9")
  void the_summary_counts_the_kinds() {
    EntityModel<String, Thing> model =
        EntityModel.of(spec, Map.of("1", STONE, "2", LEAF, "3", NAMELESS).entrySet());
    assertThat(model.digest().summary()).isEqualTo("1 leaf 2 stone");
  }

  @Test
  void a_fresh_key_is_not_in_use() {
    EntityModel<String, Thing> model =
        EntityModel.of(spec, Map.of("2", LEAF, "3", LEAF).entrySet());
    assertThat(RecordEntitySpec.freshKey(model)).isEqualTo("4");
    assertThat(RecordEntitySpec.freshKey(EntityModel.empty(spec))).isEqualTo("1");
  }

  @Test
  void an_unsupported_entity_type_is_refused() {
    MethodHandles.Lookup own = MethodHandles.lookup();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecordEntitySpec<>("odd", own, Odd.class))
        .withMessageContaining("number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecordEntitySpec<>("text", own, String.class))
        .withMessageContaining("no record");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecordEntitySpec<>("kinds", own, Kinds.class))
        .withMessageContaining("\"kind\"");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new RecordEntitySpec<>("alone", MethodHandles.publicLookup(), Alone.class))
        .withMessageContaining("does not see");
  }
}

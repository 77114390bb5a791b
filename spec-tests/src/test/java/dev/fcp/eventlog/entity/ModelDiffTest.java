package dev.fcp.eventlog.entity;

import static dev.fcp.eventlog.entity.Things.at;
import static dev.fcp.eventlog.entity.Things.modified;
import static dev.fcp.eventlog.entity.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Trials;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

@Clause("DM-4")
class ModelDiffTest {

  private static List<Change<String, Value.Fields>> diff(
      EntityModel<String, Value.Fields> from, EntityModel<String, Value.Fields> to) {
    List<Change<String, Value.Fields>> changes = new ModelDiff<>(from, to).changes();
    EntityModel<String, Value.Fields> model = from;
    for (Change<String, Value.Fields> change : changes) {
      model = model.apply(change);
    }
    assertThat(model.keysInOrder()).containsExactlyElementsOf(to.keysInOrder());
    assertThat(model.digest()).isEqualTo(to.digest());
    return changes;
  }

  @Test
  void a_model_read_again_with_other_order_keys_has_no_difference() {
    var from = Things.inOrder("a", "b", "c");
    var to = Things.model(Map.of("a", at(7), "b", at(8), "c", at(20)));
    assertThat(diff(from, to)).isEmpty();
  }

  @Test
  void inserting_an_entity_at_the_front_moves_no_other() {
    var changes = diff(Things.inOrder("a", "b", "c"), Things.inOrder("x", "a", "b", "c"));
    assertThat(changes).hasSize(1).allMatch(change -> change.key().equals("x"));
  }

  @Test
  void the_keys_of_many_entities_inserted_in_one_place_stay_short() {
    List<String> inserted = IntStream.range(0, 2_000).mapToObj("x%04d"::formatted).toList();
    List<String> all = new ArrayList<>(List.of("a"));
    all.addAll(inserted);
    all.addAll(List.of("b", "c"));
    var changes = diff(Things.inOrder("a", "b", "c"), Things.inOrder(all.toArray(String[]::new)));
    assertThat(changes).hasSize(2_000).allMatch(Change.Created.class::isInstance);
    assertThat(changes)
        .allMatch(change ->
            ((Change.Created<String, Value.Fields>) change).entity().text("order").length() < 12);
  }

  @Test
  void a_moved_entity_is_one_modification_and_no_other_moves() {
    assertThat(diff(Things.inOrder("a", "b", "c", "d"), Things.inOrder("d", "a", "b", "c")))
        .hasSize(1)
        .allMatch(change -> change.key().equals("d") && change instanceof Change.Modified);
    assertThat(diff(Things.inOrder("a", "b", "c", "d"), Things.inOrder("b", "c", "a", "d")))
        .hasSize(1)
        .allMatch(change -> change.key().equals("a"));
  }

  @Test
  void an_entity_with_an_unchanged_key_moves_if_its_neighbours_changed_theirs() {
    var from = Things.model(Map.of("a", at(1), "b", at(2), "c", at(3)));
    OrderKey first = OrderKey.initial(0);
    var to = Things.model(Map.of("a", at(1), "b", at(0), "c", at(between(first, 1))));
    assertThat(diff(from, to)).hasSize(1).allMatch(change -> change.key().equals("a"));
  }

  private static OrderKey between(OrderKey low, int high) {
    return OrderKey.between(
        java.util.Optional.of(low), java.util.Optional.of(OrderKey.initial(high)));
  }

  @Test
  void the_second_sort_key_of_an_entity_moves_alone() {
    OrderKey first = OrderKey.initial(0);
    var from = Things.model(Map.of("a", span(first, OrderKey.initial(3)), "b", at(1)));
    var to = Things.model(Map.of("a", span(first, OrderKey.initial(1)), "b", at(2)));
    assertThat(diff(from, to))
        .singleElement()
        .satisfies(change -> {
          assertThat(change.key()).isEqualTo("a");
          assertThat(((Change.Modified<?, ?>) change).units()).containsExactly("end");
        });
  }

  private static Value.Fields span(OrderKey from, OrderKey to) {
    return Things.SPEC.withOrderKeys(thing(), List.of(from, to));
  }

  @Test
  void an_entity_that_cannot_be_modified_is_deleted_and_created_again() {
    var from = Things.model(Map.of("a", at(0, "stiff", "1"), "b", at(1)));
    var to = Things.model(Map.of("a", at(0, "stiff", "2"), "b", at(1, "label", "new")));
    assertThat(diff(from, to))
        .containsExactly(
            Things.deleted("a", at(0, "stiff", "1")),
            Things.created("a", at(0, "stiff", "2")),
            modified("b", thing(), thing("label", "new")));
  }

  @Test
  void a_new_label_moves_no_entity() {
    var from = Things.inOrder("a", "b");
    var to = Things.model(Map.of("a", at(0), "b", at(1, "label", "new")));
    assertThat(diff(from, to)).containsExactly(modified("b", thing(), thing("label", "new")));
  }

  @Test
  void an_entity_can_be_inserted_among_equal_keys() {
    var from = Things.model(Map.of("a", at(1), "b", at(1), "c", at(2)));
    var to = Things.model(Map.of("a", at(1), "b", at(3), "c", at(2)));
    assertThat(diff(from, to)).hasSize(1);
    assertThat(diff(to, from)).hasSize(1);
    var crowded = Things.model(Map.of("a", at(1), "b", at(1), "a2", at(1), "b2", at(1)));
    assertThat(diff(crowded, Things.inOrder("a", "x", "a2", "b", "b2"))).isNotEmpty();
  }

  @Test
  void equal_keys_in_unchanged_order_move_no_entity() {
    var from = Things.model(Map.of("a", at(1), "b", at(1), "c", at(1)));
    assertThat(diff(from, Things.inOrder("a", "b", "c"))).isEmpty();
    assertThat(diff(from, Things.inOrder("x", "a", "b", "c"))).hasSize(1);
  }

  @Test
  void entities_of_different_groups_are_ordered_separately() {
    var from = Things.model(Map.of("a", at(0, "group", "1"), "b", at(1, "group", "1")));
    var to = Things.model(Map.of("a", at(0, "group", "2"), "b", at(1, "group", "1")));
    assertThat(diff(from, to))
        .containsExactly(modified("a", thing("group", "1"), thing("group", "2")));
  }

  @Test
  void parent_and_child_are_swapped_without_a_cycle_in_between() {
    var from = Things.model(Map.of("a", thing(), "b", thing("up", "a"), "c", thing("up", "b")));
    var to = Things.model(Map.of("a", thing("up", "c"), "b", thing(), "c", thing("up", "b")));
    assertThat(diff(from, to)).hasSize(2);
    assertThat(diff(to, from)).hasSize(2);
  }

  @Test
  void cycles_through_references_of_several_roles_are_avoided() {
    var from = Things.model(Map.of("a", thing("up", "b"), "b", thing("in", "c"), "c", thing()));
    var to = Things.model(Map.of("a", thing(), "b", thing("up", "a"), "c", thing("in", "b")));
    assertThat(diff(from, to)).hasSize(3);
    assertThat(diff(to, from)).hasSize(3);
  }

  @Test
  void an_entity_that_changes_its_kind_is_deleted_and_created_again() {
    var from = Things.model(Map.of("a", thing("kind", "shape"), "b", thing("up", "a")));
    var to = Things.model(Map.of("a", thing("kind", "edge"), "b", thing("up", "a")));
    assertThat(diff(from, to))
        .containsExactly(
            Things.deleted("a", thing("kind", "shape")),
            Things.created("a", thing("kind", "edge")));
  }

  @Test
  void contained_entities_are_deleted_before_and_created_after_their_container() {
    var full = Things.model(Map.of("s", thing(), "s/t", thing("up", "s/u"), "s/u", thing()));
    assertThat(diff(full, Things.model())).hasSize(3);
    assertThat(diff(Things.model(), full)).hasSize(3);
  }

  @Test
  void invisible_content_is_not_a_difference() {
    var from = Things.model(Map.of("a", thing("hidden", "1")));
    var to = Things.model(Map.of("a", thing("hidden", "2")));
    assertThat(diff(from, to)).isEmpty();
  }

  /** The length of the longest common subsequence, computed naively. */
  private static int longestCommonRun(List<String> from, List<String> to) {
    int[][] longest = new int[from.size() + 1][to.size() + 1];
    for (int i = 1; i <= from.size(); i++) {
      for (int j = 1; j <= to.size(); j++) {
        longest[i][j] =
            from.get(i - 1).equals(to.get(j - 1))
                ? longest[i - 1][j - 1] + 1
                : Math.max(longest[i - 1][j], longest[i][j - 1]);
      }
    }
    return longest[from.size()][to.size()];
  }

  @Trials(500)
  void any_new_order_is_reached_with_the_fewest_moves(@ForAll("orders") List<String> order) {
    var from = Things.inOrder(KEYS.toArray(String[]::new));
    var to = Things.inOrder(order.toArray(String[]::new));
    assertThat(diff(from, to)).hasSize(KEYS.size() - longestCommonRun(KEYS, order));
  }

  private static final List<String> KEYS = List.of("a", "b", "c", "d", "e", "f", "g");

  @Provide
  Arbitrary<List<String>> orders() {
    return Arbitraries.shuffle(KEYS);
  }

  @Test
  void comparing_twenty_thousand_entities_with_one_difference_takes_linear_work() {
    Map<String, Value.Fields> many = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      many.put("k" + i, at(i));
    }
    var from = Things.model(many);
    var to = from.apply(modified("k5", thing(), thing("label", "x")));
    assertThat(new ModelDiff<>(from, to).changes()).hasSize(1);
    many.put("k7", at(7, "label", "y"));
    assertThat(new ModelDiff<>(to, Things.model(new TreeMap<>(many))).changes()).hasSize(2);
  }
}

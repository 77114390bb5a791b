package dev.fcp.eventlog.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.domain.NoteWalks;
import dev.fcp.spec.domain.Walk;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.generator.Trials;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** A model against a plain map that is changed in the same ways and asked the long way. */
class EntityModelTest {

  /** Every key that notes of the generators may have or refer to. */
  private static final Set<NoteKey> KEYS = new HashSet<>();

  static {
    for (String board : List.of("1", "2", "10")) {
      KEYS.add(NoteKey.board(board));
      List.of("a", "b", "c", "d", "~1", "~2", "~3", "~4", "~5")
          .forEach(id -> KEYS.add(NoteKey.note(board, id)));
    }
  }

  private static Map<NoteKey, Item> plain(EntityModel<NoteKey, Item> model) {
    Map<NoteKey, Item> plain = new TreeMap<>();
    model.entities().forEach(entry -> plain.put(entry.getKey(), entry.getValue()));
    return plain;
  }

  private static void apply(
      Change<NoteKey, Item> change, Map<NoteKey, Item> plain, EntitySpec<NoteKey, Item> spec) {
    switch (change) {
      case Change.Created<NoteKey, Item>(var key, var item) -> plain.put(key, item);
      case Change.Deleted<NoteKey, Item>(var key, var item) -> plain.remove(key);
      case Change.Modified<NoteKey, Item>(var key, var before, var after) -> {
        TreeMap<String, Value> units = new TreeMap<>(spec.units(plain.get(key)));
        units.keySet().removeAll(before.fields().keySet());
        units.putAll(after.fields());
        plain.put(key, spec.entity(key, units));
      }
    }
  }

  private static List<NoteKey> ordered(Map<NoteKey, Item> plain, Optional<NoteKey> scope) {
    List<NoteKey> keys = new ArrayList<>(plain.keySet());
    keys.removeIf(key -> !scope.equals(key.isBoard() ? Optional.empty() : boardOf(key)));
    keys.sort((a, b) -> {
      int byOrder = plain.get(a).order().compareTo(plain.get(b).order());
      return byOrder != 0 ? byOrder : a.compareTo(b);
    });
    return keys;
  }

  private static Optional<NoteKey> boardOf(NoteKey key) {
    return Optional.of(NoteKey.board(key.board()));
  }

  private static Set<String> referrers(
      Map<NoteKey, Item> plain, NoteKey target, EntitySpec<NoteKey, Item> spec) {
    Set<String> referrers = new HashSet<>();
    plain.forEach((key, item) ->
        spec.references(key, spec.units(item)).stream()
            .filter(reference -> reference.target().equals(target))
            .forEach(reference -> referrers.add(key + " " + reference.role())));
    return referrers;
  }

  private static void agree(EntityModel<NoteKey, Item> model, Map<NoteKey, Item> plain) {
    assertThat(plain(model)).isEqualTo(plain);
    assertThat(model.size()).isEqualTo(plain.size());
    assertThat(model.inOrder()).containsExactlyElementsOf(ordered(plain, Optional.empty()));
    Map<String, Integer> counts = new HashMap<>();
    plain
        .values()
        .forEach(item -> counts.merge(item instanceof Item.Board ? "b" : "n", 1, Integer::sum));
    assertThat(model.counts()).isEqualTo(counts);
    for (NoteKey key : KEYS) {
      assertThat(model.find(key)).isEqualTo(Optional.ofNullable(plain.get(key)));
      assertThat(model.contains(key)).isEqualTo(plain.containsKey(key));
      assertThat(
              model.referencesTo(key).stream()
                  .map(entry -> entry.getKey() + " " + entry.getValue().role())
                  .collect(Collectors.toSet()))
          .isEqualTo(referrers(plain, key, model.spec()));
      if (key.isBoard()) {
        List<NoteKey> inside = ordered(plain, Optional.of(key));
        assertThat(model.inOrder(key)).containsExactlyElementsOf(inside);
        assertThat(model.countIn(key)).isEqualTo(inside.size());
      }
    }
  }

  @Provide
  Arbitrary<Walk<EntityModel<NoteKey, Item>, NoteEvent>> walks() {
    return NoteWalks.walks();
  }

  @Trials(40)
  void a_model_and_a_plain_map_agree_after_every_change(
      @ForAll("walks") Walk<EntityModel<NoteKey, Item>, NoteEvent> walk) {
    Map<NoteKey, Item> plain = plain(walk.start());
    agree(walk.start(), plain);
    walk.applied()
        .forEach(move -> {
          apply(move.event().change(), plain, move.after().spec());
          agree(move.after(), plain);
        });
  }

  @Trials(40)
  void models_are_equal_exactly_if_their_entities_are(
      @ForAll("walks") Walk<EntityModel<NoteKey, Item>, NoteEvent> walk) {
    var models = walk.models();
    for (var one : models) {
      boolean equal = plain(one).equals(plain(models.get(0)));
      assertThat(one.equals(models.get(0))).isEqualTo(equal);
      assertThat(equal && one.hashCode() != models.get(0).hashCode()).isFalse();
    }
  }

  @Test
  void a_change_leaves_the_model_it_was_made_from_alone() {
    var before = Things.inOrder("a", "b");
    var after = before.with(Things.created("c", Things.at(5, "see", "a")));
    assertThat(before.size()).isEqualTo(2);
    assertThat(before.referencesTo("a")).isEmpty();
    assertThat(before.inOrder()).containsExactly("a", "b");
    assertThat(after.inOrder()).containsExactly("a", "b", "c");
  }

  @Test
  void groups_are_ordered_before_places() {
    var model =
        Things.model(
            Map.of(
                "late", Things.at(0, "group", "7"),
                "early", Things.at(9, "group", "-3"),
                "same", Things.at(1, "group", "7"),
                "none", Things.thing()));
    assertThat(model.inOrder()).containsExactly("early", "late", "same");
  }

  @Test
  void equal_places_are_ordered_by_key() {
    var model = Things.model(Map.of("b", Things.at(1), "a", Things.at(1), "c", Things.at(0)));
    assertThat(model.inOrder()).containsExactly("c", "a", "b");
  }

  @Test
  void a_place_beside_an_entity_is_beside_those_that_share_its_place_too() {
    var model = Things.model(Map.of("a", Things.at(1), "b", Things.at(1), "c", Things.at(2)));
    var behind = model.with(Things.created("x", Things.at(model.orderBehind("a"))));
    assertThat(behind.inOrder()).containsExactly("a", "b", "x", "c");
    var before = model.with(Things.created("x", Things.at(model.orderBefore("b"))));
    assertThat(before.inOrder()).containsExactly("x", "a", "b", "c");
    var between = model.with(Things.created("x", Things.at(model.orderBefore("c"))));
    assertThat(between.inOrder()).containsExactly("a", "b", "x", "c");
  }

  @Test
  void a_place_at_the_end_is_behind_all_that_nothing_contains() {
    assertThat(Things.model().orderAtEnd()).isEqualTo(OrderKey.atLoading(0));
    var model = Things.model(Map.of("a", Things.at(0), "a/x", Things.at(9), "b", Things.at(1)));
    var more = model.with(Things.created("c", Things.at(model.orderAtEnd())));
    assertThat(more.inOrder()).containsExactly("a", "b", "c");
    assertThat(more.ordered().map(Map.Entry::getKey)).containsExactly("a", "b", "c");
  }

  @Test
  void there_is_no_place_beside_what_has_none() {
    var model = Things.model(Map.of("a", Things.thing()));
    assertThatIllegalArgumentException().isThrownBy(() -> model.orderBehind("a"));
    assertThatIllegalArgumentException().isThrownBy(() -> model.orderBefore("b"));
    assertThatIllegalArgumentException().isThrownBy(() -> model.at("b"));
  }

  @Test
  void an_iterator_ends_where_its_scope_ends() {
    var model =
        Things.model(
            Map.of("a", Things.at(0), "a/x", Things.at(3), "b", Things.at(1), "b/y", Things.at(0)));
    var iterator = model.inOrder("a").iterator();
    assertThat(iterator.next()).isEqualTo("a/x");
    assertThat(iterator.hasNext()).isFalse();
    assertThatExceptionOfType(java.util.NoSuchElementException.class).isThrownBy(iterator::next);
    assertThat(StreamSupport.stream(model.inOrder("c").spliterator(), false)).isEmpty();
  }

  @Test
  void what_is_no_snapshot_is_refused() {
    var codec = new EntityModelCodec<>(Things.SPEC);
    for (String text :
        List.of(
            "{}",
            "[]",
            "{\"key\":\"a\"}",
            "{\"key\":1,\"units\":{}}",
            "x",
            "\n",
            "{\"key\":\"s/t\",\"units\":{}}",
            "{\"key\":\"a\",\"units\":{\"up\":\"a\"}}")) {
      assertThatExceptionOfType(MalformedValueException.class)
          .isThrownBy(() -> codec.decode(text.getBytes(StandardCharsets.UTF_8)));
    }
    assertThat(codec.decode(new byte[0])).isEqualTo(Things.model());
  }

  @Test
  void a_snapshot_that_is_not_in_utf8_is_refused() {
    byte[] bytes = "{\"key\":\"a?\",\"units\":{}}".getBytes(StandardCharsets.UTF_8);
    bytes[9] = (byte) 0xFF;
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> new EntityModelCodec<>(Things.SPEC).decode(bytes))
        .withMessageContaining("UTF-8");
  }
}

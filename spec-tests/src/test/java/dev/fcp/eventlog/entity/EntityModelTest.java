package dev.fcp.eventlog.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.domain.RandomHistory;
import dev.fcp.spec.domain.RandomNoteHistories;
import dev.fcp.spec.domains.notes.NoteEntity;
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

/** Compares a model with a plain map that gets the same changes and is queried by scanning. */
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

  private static Map<NoteKey, NoteEntity> plain(EntityModel<NoteKey, NoteEntity> model) {
    Map<NoteKey, NoteEntity> plain = new TreeMap<>();
    model.entities().forEach(entry -> plain.put(entry.getKey(), entry.getValue()));
    return plain;
  }

  private static void apply(
      Change<NoteKey, NoteEntity> change,
      Map<NoteKey, NoteEntity> plain,
      EntitySpec<NoteKey, NoteEntity> spec) {
    switch (change) {
      case Change.Created<NoteKey, NoteEntity>(var key, var item) -> plain.put(key, item);
      case Change.Deleted<NoteKey, NoteEntity>(var key, var item) -> plain.remove(key);
      case Change.Modified<NoteKey, NoteEntity>(var key, var before, var after) -> {
        TreeMap<String, Value> units = new TreeMap<>(spec.units(plain.get(key)));
        units.keySet().removeAll(before.fields().keySet());
        units.putAll(after.fields());
        plain.put(key, spec.entity(key, units));
      }
    }
  }

  private static List<NoteKey> ordered(Map<NoteKey, NoteEntity> plain, Optional<NoteKey> scope) {
    List<NoteKey> keys = new ArrayList<>(plain.keySet());
    keys.removeIf(key -> !scope.equals(key.isBoard() ? Optional.empty() : boardOf(key)));
    keys.sort((a, b) -> {
      int byOrder = plain.get(a).orderKey().compareTo(plain.get(b).orderKey());
      return byOrder != 0 ? byOrder : a.compareTo(b);
    });
    return keys;
  }

  private static Optional<NoteKey> boardOf(NoteKey key) {
    return Optional.of(NoteKey.board(key.board()));
  }

  private static Set<String> referrers(
      Map<NoteKey, NoteEntity> plain, NoteKey target, EntitySpec<NoteKey, NoteEntity> spec) {
    Set<String> referrers = new HashSet<>();
    plain.forEach((key, item) ->
        spec.references(key, spec.units(item)).stream()
            .filter(reference -> reference.target().equals(target))
            .forEach(reference -> referrers.add(key + " " + reference.role())));
    return referrers;
  }

  private static void requireEqual(
      EntityModel<NoteKey, NoteEntity> model, Map<NoteKey, NoteEntity> plain) {
    assertThat(plain(model)).isEqualTo(plain);
    assertThat(model.size()).isEqualTo(plain.size());
    assertThat(model.keysInOrder()).containsExactlyElementsOf(ordered(plain, Optional.empty()));
    Map<String, Integer> counts = new HashMap<>();
    plain
        .values()
        .forEach(
            item -> counts.merge(item instanceof NoteEntity.Board ? "b" : "n", 1, Integer::sum));
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
        assertThat(model.keysInOrder(key)).containsExactlyElementsOf(inside);
        assertThat(model.countIn(key)).isEqualTo(inside.size());
      }
    }
  }

  @Provide
  Arbitrary<RandomHistory<EntityModel<NoteKey, NoteEntity>, NoteEvent>> histories() {
    return RandomNoteHistories.histories();
  }

  @Trials(40)
  void a_model_and_a_plain_map_agree_after_every_change(
      @ForAll("histories") RandomHistory<EntityModel<NoteKey, NoteEntity>, NoteEvent> history) {
    Map<NoteKey, NoteEntity> plain = plain(history.initialModel());
    requireEqual(history.initialModel(), plain);
    history
        .applied()
        .forEach(move -> {
          apply(move.event().change(), plain, move.after().spec());
          requireEqual(move.after(), plain);
        });
  }

  @Trials(40)
  void models_are_equal_exactly_if_their_entities_are(
      @ForAll("histories") RandomHistory<EntityModel<NoteKey, NoteEntity>, NoteEvent> history) {
    var models = history.models();
    for (var one : models) {
      boolean equal = plain(one).equals(plain(models.get(0)));
      assertThat(one.equals(models.get(0))).isEqualTo(equal);
      assertThat(equal && one.hashCode() != models.get(0).hashCode()).isFalse();
    }
  }

  @Trials(40)
  void a_model_without_derived_values_computes_them_when_they_are_read(
      @ForAll("histories") RandomHistory<EntityModel<NoteKey, NoteEntity>, NoteEvent> history) {
    var neverRead = history.initialModel().withoutDerivedValues();
    var alwaysRead = history.initialModel().withoutDerivedValues();
    for (var move : history.applied()) {
      neverRead = neverRead.apply(move.event().change());
      alwaysRead = alwaysRead.apply(move.event().change());
      assertThat(neverRead).isEqualTo(move.after());
      requireEqual(alwaysRead, plain(move.after()));
    }
    assertThat(neverRead.digest()).isEqualTo(alwaysRead.digest());
    requireEqual(neverRead, plain(alwaysRead));
  }

  /** Counts how often references of an entity are searched. */
  private static final class CountingSpec extends Things {

    private int searches;

    @Override
    public List<EntitySpec.Reference<String>> references(String key, Map<String, Value> units) {
      searches++;
      return super.references(key, units);
    }
  }

  @Test
  void a_change_without_derived_values_searches_no_references() {
    CountingSpec spec = new CountingSpec();
    var model = EntityModel.empty(spec).withoutDerivedValues();
    spec.searches = 0;
    for (String key : List.of("a", "b", "c")) {
      model = model.apply(Things.created(key, Things.at(5, "see", "a")));
    }
    assertThat(spec.searches).isZero();
    assertThat(model.referencesTo("a")).hasSize(3);
    assertThat(spec.searches).isEqualTo(3);
  }

  @Test
  void a_change_does_not_modify_the_original_model() {
    var before = Things.inOrder("a", "b");
    var after = before.apply(Things.created("c", Things.at(5, "see", "a")));
    assertThat(before.size()).isEqualTo(2);
    assertThat(before.referencesTo("a")).isEmpty();
    assertThat(before.keysInOrder()).containsExactly("a", "b");
    assertThat(after.keysInOrder()).containsExactly("a", "b", "c");
  }

  @Test
  void groups_are_ordered_before_order_keys() {
    var model =
        Things.model(
            Map.of(
                "late", Things.at(0, "group", "7"),
                "early", Things.at(9, "group", "-3"),
                "same", Things.at(1, "group", "7"),
                "none", Things.thing()));
    assertThat(model.keysInOrder()).containsExactly("early", "late", "same");
  }

  @Test
  void equal_sort_keys_are_ordered_by_entity_key() {
    var model = Things.model(Map.of("b", Things.at(1), "a", Things.at(1), "c", Things.at(0)));
    assertThat(model.keysInOrder()).containsExactly("c", "a", "b");
  }

  @Test
  void an_order_key_next_to_an_entity_is_next_to_all_with_the_same_key() {
    var model = Things.model(Map.of("a", Things.at(1), "b", Things.at(1), "c", Things.at(2)));
    var next = model.apply(Things.created("x", Things.at(model.orderKeyAfter("a"))));
    assertThat(next.keysInOrder()).containsExactly("a", "b", "x", "c");
    var before = model.apply(Things.created("x", Things.at(model.orderKeyBefore("b"))));
    assertThat(before.keysInOrder()).containsExactly("x", "a", "b", "c");
    var between = model.apply(Things.created("x", Things.at(model.orderKeyBefore("c"))));
    assertThat(between.keysInOrder()).containsExactly("a", "b", "x", "c");
  }

  @Test
  void an_order_key_at_the_end_is_after_all_top_level_entities() {
    assertThat(Things.model().orderKeyAtEnd()).isEqualTo(OrderKey.initial(0));
    var model = Things.model(Map.of("a", Things.at(0), "a/x", Things.at(9), "b", Things.at(1)));
    var more = model.apply(Things.created("c", Things.at(model.orderKeyAtEnd())));
    assertThat(more.keysInOrder()).containsExactly("a", "b", "c");
    assertThat(more.entitiesInOrder().map(Map.Entry::getKey)).containsExactly("a", "b", "c");
  }

  @Test
  void there_is_no_order_key_next_to_an_unordered_entity() {
    var model = Things.model(Map.of("a", Things.thing()));
    assertThatIllegalArgumentException().isThrownBy(() -> model.orderKeyAfter("a"));
    assertThatIllegalArgumentException().isThrownBy(() -> model.orderKeyBefore("b"));
    assertThatIllegalArgumentException().isThrownBy(() -> model.at("b"));
  }

  @Test
  void an_iterator_ends_where_its_scope_ends() {
    var model =
        Things.model(
            Map.of("a", Things.at(0), "a/x", Things.at(3), "b", Things.at(1), "b/y", Things.at(0)));
    var iterator = model.keysInOrder("a").iterator();
    assertThat(iterator.next()).isEqualTo("a/x");
    assertThat(iterator.hasNext()).isFalse();
    assertThatExceptionOfType(java.util.NoSuchElementException.class).isThrownBy(iterator::next);
    assertThat(StreamSupport.stream(model.keysInOrder("c").spliterator(), false)).isEmpty();
  }

  @Test
  void a_malformed_snapshot_is_refused() {
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

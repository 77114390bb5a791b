package dev.fcp.eventlog.entity;

import static dev.fcp.eventlog.entity.Things.at;
import static dev.fcp.eventlog.entity.Things.created;
import static dev.fcp.eventlog.entity.Things.deleted;
import static dev.fcp.eventlog.entity.Things.modified;
import static dev.fcp.eventlog.entity.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityOrder.PositionedEntity;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ContentHashTest {

  private static Digest digest(Map<String, Value.Fields> things) {
    return Things.model(things).digest();
  }

  /** A row of things without stored names, each with a text. */
  private static Digest row(String... texts) {
    Map<String, Value.Fields> things = new HashMap<>();
    for (int i = 0; i < texts.length; i++) {
      things.put("~" + i, at(i, "text", texts[i]));
    }
    return digest(things);
  }

  @Test
  @Clause("DG-4")
  void two_equal_entities_do_not_cancel_out() {
    Digest two = digest(Map.of("~1", thing("text", "A"), "~2", thing("text", "A")));
    assertThat(two).isNotEqualTo(digest(Map.of()));
    assertThat(two).isNotEqualTo(digest(Map.of("~1", thing("text", "A"))));
    assertThat(row("A", "A")).isNotEqualTo(row());
    assertThat(row("A", "A", "A")).isNotEqualTo(row("A"));
  }

  @Test
  @Clause("DG-5")
  void swapping_two_entities_changes_the_digest() {
    assertThat(Things.inOrder("a", "b", "c").digest())
        .isNotEqualTo(Things.inOrder("b", "a", "c").digest());
    assertThat(row("A", "B")).isNotEqualTo(row("B", "A"));
  }

  @Test
  @Clause("DG-5")
  void orders_with_the_same_pairs_of_neighbours_differ() {
    // In both an A is first, and AB, BA, AC and CA occur once.
    assertThat(row("A", "B", "A", "C", "A")).isNotEqualTo(row("A", "C", "A", "B", "A"));
    Digest named = digest(Map.of("~1", at(1), "x", at(2), "~3", at(3), "y", at(4)));
    Digest swapped = digest(Map.of("~1", at(1), "y", at(2), "~3", at(3), "x", at(4)));
    assertThat(named).isNotEqualTo(swapped);
  }

  @Test
  @Clause("DG-6")
  void order_keys_and_unstored_names_do_not_affect_the_digest() {
    assertThat(Things.inOrder("a", "b", "c").digest())
        .isEqualTo(digest(Map.of("a", at(5), "b", at(17), "c", at(100))));
    assertThat(digest(Map.of("~1", at(1, "text", "A"), "~2", at(2, "text", "B"))))
        .isEqualTo(digest(Map.of("~z", at(3, "text", "A"), "~a", at(9, "text", "B"))));
    assertThat(digest(Map.of("a", at(1)))).isNotEqualTo(digest(Map.of("b", at(1))));
  }

  @Test
  @Clause("DG-6")
  void a_scope_without_a_stored_name_is_hashed_by_its_index() {
    Map<String, Value.Fields> pages =
        Map.of("~1", at(1), "~2", at(2), "~1/a", thing(), "~2/b", thing());
    Map<String, Value.Fields> renamed =
        Map.of("~x", at(1), "~y", at(2), "~x/a", thing(), "~y/b", thing());
    Map<String, Value.Fields> exchanged =
        Map.of("~1", at(1), "~2", at(2), "~1/b", thing(), "~2/a", thing());
    assertThat(digest(pages)).isEqualTo(digest(renamed)).isNotEqualTo(digest(exchanged));
  }

  @Test
  @Clause("DG-6")
  void nested_scopes_are_distinguished() {
    Map<String, Value.Fields> one =
        Map.of("a", thing(), "b", thing(), "a/s", thing(), "b/s", thing(), "a/s/x", thing());
    Map<String, Value.Fields> other =
        Map.of("a", thing(), "b", thing(), "a/s", thing(), "b/s", thing(), "b/s/x", thing());
    assertThat(digest(one)).isNotEqualTo(digest(other));
  }

  @Test
  @Clause("DG-3")
  void moving_an_entity_to_another_scope_changes_the_digest() {
    assertThat(digest(Map.of("a", at(1), "b", at(2), "a/x", at(1))))
        .isNotEqualTo(digest(Map.of("a", at(1), "b", at(2), "b/x", at(1))));
  }

  @Test
  @Clause("DG-5")
  void duplicate_names_do_not_hide_the_order() {
    Digest one = digest(Map.of("a", at(1), "b", at(2), "a#2", at(3), "c", at(4), "a#3", at(5)));
    Digest other = digest(Map.of("a", at(1), "c", at(2), "a#2", at(3), "b", at(4), "a#3", at(5)));
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  @Clause("DG-5")
  void swapping_two_neighbours_with_the_same_name_changes_the_digest() {
    var one = Things.model(Map.of("a", at(1, "text", "A"), "a#2", at(2, "text", "B")));
    var other = Things.model(Map.of("a", at(2, "text", "A"), "a#2", at(1, "text", "B")));
    assertThat(one.digest()).isNotEqualTo(other.digest());
    var changed = one.apply(modified("a#2", at(2, "text", "B"), at(2, "text", "C")));
    assertThat(changed.digest())
        .isEqualTo(digest(Map.of("a", at(1, "text", "A"), "a#2", at(2, "text", "C"))));
  }

  @Test
  @Clause("DG-6")
  void the_keys_of_entities_with_the_same_name_do_not_affect_the_digest() {
    assertThat(digest(Map.of("a", at(1), "b", at(2), "a#2", at(3))))
        .isEqualTo(digest(Map.of("a#9", at(1), "b", at(2), "a", at(3))));
  }

  private static final List<String> KEYS =
      List.of(
          "a",
          "a#1",
          "a#2",
          "~1",
          "~2",
          "a/x",
          "a#1/x",
          "~1/y",
          "~1/y#3",
          "~1/y#4",
          "~1/~1",
          "~1/~2",
          "~1/~3",
          "~2/s",
          "~2/s#1",
          "~2/~9",
          "~2/s/z",
          "~2/s#1/z");

  private static Value.Fields any(Choices choices) {
    Value.Fields thing = thing("text", choices.pick(List.of("A", "B")));
    if (choices.percent(20)) {
      thing = thing("text", "A", "framed", "yes");
    }
    if (choices.percent(25)) {
      return thing;
    }
    OrderKey order = OrderKey.initial(choices.upTo(5));
    return choices.percent(40)
        ? Things.SPEC.withOrderKeys(thing, List.of(order, OrderKey.initial(choices.upTo(5))))
        : Things.SPEC.withOrderKey(thing, order);
  }

  /** Any change that applies, scopes without stored names and scopes within scopes included. */
  private static Optional<Change<String, Value.Fields>> change(
      EntityModel<String, Value.Fields> model, Choices choices) {
    String key = choices.pick(KEYS);
    Optional<Value.Fields> old = model.find(key);
    Change<String, Value.Fields> change =
        old.isEmpty()
            ? created(key, any(choices))
            : choices.percent(30)
                ? deleted(key, old.get())
                : modified(key, old.get(), any(choices));
    return model.check(change).isPresent() ? Optional.empty() : Optional.of(change);
  }

  @Provide
  Arbitrary<List<EntityModel<String, Value.Fields>>> histories() {
    Generator<List<EntityModel<String, Value.Fields>>> histories =
        choices -> {
          EntityModel<String, Value.Fields> model = Things.model();
          List<EntityModel<String, Value.Fields>> models = new java.util.ArrayList<>();
          for (int i = choices.upTo(60); i > 0; i--) {
            model = change(model, choices).map(model::apply).orElse(model);
            models.add(model);
          }
          return models;
        };
    return histories.arbitrary(512);
  }

  @Trials(300)
  @Clause("DG-2")
  void the_incremental_digest_equals_one_computed_from_scratch_after_every_step(
      @ForAll("histories") List<EntityModel<String, Value.Fields>> models) {
    for (EntityModel<String, Value.Fields> model : models) {
      EntityModel<String, Value.Fields> rebuilt = EntityModel.of(Things.SPEC, model.entities());
      assertThat(rebuilt.digest()).as("%s", model.entities()).isEqualTo(model.digest());
      assertThat(rebuilt.derivedIndex()).isEqualTo(model.derivedIndex());
    }
  }

  @Trials(200)
  @Clause("DG-2")
  void the_hash_does_not_depend_on_the_partition(
      @ForAll("histories") List<EntityModel<String, Value.Fields>> models,
      @ForAll("lengths") int length) {
    for (EntityModel<String, Value.Fields> model : models) {
      ContentHasher<String, Value.Fields> hash =
          new ContentHasher<>(model, PositionedEntity.inOrder(model.spec(), model.entities()));
      Hash128 total = hash.hash(length).total();
      assertThat(new Digest(1, model.digest().summary(), total.high(), total.low()))
          .as("%s", model.entities())
          .isEqualTo(model.digest());
      assertThat(model.entities().keys())
          .allSatisfy(
              key -> assertThat(hash.hash(length).countIn(key)).isEqualTo(model.countIn(key)));
    }
  }

  @Provide
  Arbitrary<Integer> lengths() {
    return Generator.integers(1, 9).arbitrary();
  }

  private static Value.Fields span(int from, int to, String... namesAndTexts) {
    List<OrderKey> orders = List.of(OrderKey.initial(from), OrderKey.initial(to));
    return Things.SPEC.withOrderKeys(thing(namesAndTexts), orders);
  }

  @Test
  @Clause("DG-10")
  void each_sort_key_of_an_entity_affects_the_order() {
    Digest within = digest(Map.of("~1", span(1, 5), "~2", at(3, "text", "x")));
    Digest next = digest(Map.of("~1", span(1, 2), "~2", at(3, "text", "x")));
    assertThat(within).isNotEqualTo(next);
    assertThat(digest(Map.of("a", span(1, 5), "b", at(3))))
        .isNotEqualTo(digest(Map.of("a", span(1, 2), "b", at(3))))
        .isEqualTo(digest(Map.of("a", span(11, 15), "b", at(13))));
  }

  @Test
  @Clause("DG-10")
  void swapping_the_ends_of_two_equal_entities_changes_the_digest() {
    Digest nested = digest(Map.of("a", span(1, 4), "b", span(2, 3)));
    Digest crossed = digest(Map.of("a", span(1, 3), "b", span(2, 4)));
    assertThat(nested).isNotEqualTo(crossed);
  }

  @Test
  @Clause("DG-10")
  void an_entity_appears_in_the_order_once_per_sort_key() {
    assertThat(Things.model(Map.of("a", span(1, 3), "b", at(2))).keysInOrder())
        .containsExactly("a", "b", "a");
  }

  @Test
  @Clause("DG-11")
  void content_derived_from_a_scope_affects_the_digest() {
    Value.Fields page = thing("framed", "yes");
    assertThat(digest(Map.of("a", page))).isNotEqualTo(digest(Map.of("b", page)));
    var model = Things.model(Map.of("a", page, "a/x", at(1, "text", "x")));
    Hash128 none = Hash128.ofScope(Value.of("a"), Hash128.ZERO, Optional.empty());
    assertThat(Hash128.ofScope(Value.of("a"), Hash128.ZERO, Optional.of(Value.of(0))))
        .isNotEqualTo(none);
    assertThat(model.derivedContent("a")).contains(Value.of(0));
    assertThat(model.apply(deleted("a/x", at(1, "text", "x"))).derivedContent("a"))
        .contains(Value.of(-1));
  }

  @Test
  @Clause("DG-9")
  void the_summary_counts_what_the_domain_counts() {
    var model =
        Things.model(
            Map.of(
                "a",
                thing("kind", "s"),
                "b",
                thing("kind", "s"),
                "c",
                thing("kind", "e"),
                "d",
                thing()));
    assertThat(model.digest().summary()).isEqualTo("{e=1, s=2}");
    assertThat(model.apply(deleted("c", thing("kind", "e"))).digest().summary()).isEqualTo("{s=2}");
  }

  @Test
  @Clause("DG-8")
  void the_digest_carries_the_version_of_its_function() {
    assertThat(Things.model().digest().version()).isEqualTo(EntityModel.DIGEST_VERSION);
  }

  @Test
  @Clause("DG-8")
  void recorded_digests_never_change() {
    Map<String, Value.Fields> things =
        Map.of("a", at(1, "kind", "s"), "~1", at(2, "text", "ä"), "a/x", at(1, "see", "a"));
    assertThat(digest(things).hex()).isEqualTo("0db275efb0d6c6872d15293fc3feb8bc");
  }

  private static BigInteger unsigned(Hash128 hash) {
    return new BigInteger(new Digest(1, "", hash.high(), hash.low()).hex(), 16);
  }

  @Provide
  Arbitrary<Hash128> hashes() {
    Generator<Hash128> hashes =
        Generator.longs().flatMap(high -> Generator.longs().map(low -> new Hash128(high, low)));
    return hashes.arbitrary(12);
  }

  @Trials(2_000)
  @Clause("DG-4")
  void hashes_are_added_as_numbers_of_128_bits(
      @ForAll("hashes") Hash128 one, @ForAll("hashes") Hash128 other) {
    BigInteger limit = BigInteger.ONE.shiftLeft(128);
    assertThat(unsigned(one.plus(other))).isEqualTo(unsigned(one).add(unsigned(other)).mod(limit));
    assertThat(one.plus(other).minus(other)).isEqualTo(one);
    assertThat(Hash128.ZERO.minus(one).plus(one)).isEqualTo(Hash128.ZERO);
  }

  @Test
  @Clause("DG-3")
  void terms_of_different_kinds_and_contents_differ() {
    Value a = Value.of("a");
    Set<Hash128> terms =
        new HashSet<>(
            List.of(
                Hash128.ofContent(a),
                Hash128.ofAdjacent(Optional.empty(), a),
                Hash128.ofAdjacent(Optional.of(a), a),
                Hash128.ofScope(a, Hash128.ZERO, Optional.empty()),
                Hash128.ofScope(a, Hash128.ZERO, Optional.of(a)),
                Hash128.ofScope(a, new Hash128(0, 1), Optional.empty()),
                Hash128.ofScope(a, new Hash128(1, 0), Optional.empty())));
    assertThat(terms).hasSize(7);
  }

  @Test
  @Clause("DG-3")
  void ten_thousand_entities_have_ten_thousand_different_terms() {
    Set<Hash128> terms = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      terms.add(Hash128.ofContent(Value.Fields.of(new TreeMap<>(Map.of("n", Value.of(i))))));
    }
    assertThat(terms).hasSize(10_000);
  }
}

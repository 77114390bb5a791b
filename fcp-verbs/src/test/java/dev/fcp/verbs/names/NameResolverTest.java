package dev.fcp.verbs.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameResolverTest {

  private record Shape(String id, String label) {}

  private static final Shape ORDER_DB = new Shape("s1", "Order DB");
  private static final Shape ORDER_LOWER = new Shape("s2", "order db");
  private static final Shape ORDER_DASH = new Shape("s3", "Order-DB!");
  private static final Shape GATEWAY = new Shape("s4", "Gateway");
  private static final Shape STAR = new Shape("s5", "*");

  private static NameResolver<Shape> shapes(Shape... shapes) {
    return NameResolver.of(List.of(shapes), shape -> List.of(shape.label(), shape.id()), Shape::id);
  }

  @Test
  void an_exact_match_comes_first() {
    assertThat(shapes(ORDER_DB, ORDER_LOWER, ORDER_DASH).resolve("order db"))
        .isEqualTo(new Resolution.Found<>(ORDER_LOWER));
  }

  @Test
  void a_match_ignoring_case_comes_second() {
    assertThat(shapes(ORDER_DB, ORDER_DASH).resolve("ORDER db"))
        .isEqualTo(new Resolution.Found<>(ORDER_DB));
  }

  @Test
  void a_match_ignoring_punctuation_and_spaces_comes_third() {
    assertThat(shapes(ORDER_DASH, GATEWAY).resolve("order_db"))
        .isEqualTo(new Resolution.Found<>(ORDER_DASH));
  }

  @Test
  void a_unique_prefix_comes_last() {
    assertThat(shapes(ORDER_DB, GATEWAY).resolve("gate"))
        .isEqualTo(new Resolution.Found<>(GATEWAY));
  }

  @Test
  void an_id_resolves_like_a_label() {
    assertThat(shapes(ORDER_DB, GATEWAY).resolve("S4")).isEqualTo(new Resolution.Found<>(GATEWAY));
  }

  @Test
  void several_matches_of_the_first_matching_rule_are_ambiguous() {
    assertThat(shapes(ORDER_DB, ORDER_LOWER, GATEWAY).resolve("ORDER DB"))
        .isEqualTo(new Resolution.Ambiguous<>(List.of(ORDER_DB, ORDER_LOWER), List.of("s1", "s2")));
  }

  @Test
  void one_item_with_two_matching_names_is_not_ambiguous() {
    Shape same = new Shape("gateway-1", "gateway");
    assertThat(shapes(same, ORDER_DB).resolve("gate")).isEqualTo(new Resolution.Found<>(same));
  }

  @Test
  void a_mistyped_reference_has_a_nearest_name() {
    assertThat(nearest(shapes(ORDER_DB, GATEWAY), "Gatway")).contains("Gateway");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-", "*!"})
  void punctuation_alone_matches_only_itself(String reference) {
    assertThat(shapes(ORDER_DB, STAR).resolve(reference)).isInstanceOf(Resolution.Unknown.class);
    assertThat(shapes(ORDER_DB, STAR).resolve("*")).isEqualTo(new Resolution.Found<>(STAR));
  }

  @Test
  void a_reference_that_is_similar_to_no_name_has_no_nearest_name() {
    assertThat(nearest(shapes(new Shape(" ", ""), GATEWAY), "x")).isEmpty();
    assertThat(shapes(GATEWAY).resolve("Zebra"))
        .isEqualTo(new Resolution.Unknown<>(Optional.empty(), List.of("Gateway")));
  }

  private static Optional<String> nearest(NameResolver<Shape> resolver, String reference) {
    return ((Resolution.Unknown<Shape>) resolver.resolve(reference)).nearest();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "**",
        "Order DB",
        "ORDER db",
        "order_db",
        "Ord",
        "s1",
        "#S1",
        "gate",
        "Gate",
        "way",
        "\u03a3",
        "\u03c3",
        "\u03c2",
        "\u039f\u03a3",
        "\u03bf\u03c3\u03b1",
        "\u0130",
        "i",
        "I",
        "\u0131",
        "STRASSE",
        "stra\u00dfe",
        "\u212a",
        "k",
        "Gatewey"
      })
  void an_index_of_keys_finds_what_a_search_of_all_names_finds(String reference) {
    List<String> names =
        List.of(
            "*",
            "**",
            "Order DB",
            "order db",
            "Order-DB!",
            "#s1",
            "s1",
            "Gateway",
            "\u039f\u03a3",
            "\u039f\u03a3\u0391",
            "\u03c3",
            "\u0130stanbul",
            "istanbul",
            "\u0131",
            "I",
            "Stra\u00dfe",
            "strasse",
            "\u212a",
            "K");
    NameResolver<String> indexed =
        NameResolver.indexed(new KeyedNames(names), List::of, name -> name);
    Resolution<String> resolution = NameResolver.of(names, name -> name).resolve(reference);
    assertThat(indexed.resolve(reference)).isEqualTo(resolution);
    assertThat(indexed.find(reference).map(Resolution.Found::new))
        .isEqualTo(Optional.of(resolution).filter(Resolution.Found.class::isInstance));
  }

  /** Returns the items with exactly the keys asked for. */
  private record KeyedNames(List<String> all) implements NameResolver.NameIndex<String> {

    @Override
    public List<String> withKey(String key) {
      return all.stream().filter(name -> NameResolver.keyOf(name).equals(key)).toList();
    }

    @Override
    public List<String> withKeyPrefix(String prefix) {
      return all.stream().filter(name -> NameResolver.keyOf(name).startsWith(prefix)).toList();
    }
  }
}

package dev.fcp.verbs.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {

  private static final List<String> VERBS =
      List.of("add", "remove", "connect", "disconnect", "label");

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "ad, add",
    "adn, add",
    "dad, add",
    "remvoe, remove",
    "REMOVE, remove",
    "conect, connect",
    "con, connect",
    "disconect, disconnect",
    "lable, label",
  })
  void finds_the_nearest(String word, String nearest) {
    assertThat(Suggestions.findSimilar(word, VERBS)).contains(nearest);
  }

  @ParameterizedTest
  @CsvSource({"xyz", "q", "''", "transmogrify", "rename", "delete"})
  void suggests_nothing_if_no_candidate_is_similar(String word) {
    assertThat(Suggestions.findSimilar(word, VERBS)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"#99, #9", "Server 3, Server 2", "v2, v1"})
  void another_number_is_not_similar(String word, String candidate) {
    assertThat(Suggestions.findSimilar(word, List.of(candidate))).isEmpty();
  }

  @Test
  void suggests_nothing_if_several_candidates_are_similar() {
    assertThat(Suggestions.findSimilar("cat", List.of("bat", "car"))).isEmpty();
  }

  @ParameterizedTest(name = "''{0}'' ''{1}''")
  @CsvSource({
    "'', '', 0",
    "a, '', 1",
    "'', ab, 2",
    "ab, ba, 1",
    "kitten, sitting, 3",
    "ca, abc, 3"
  })
  void counts_the_edits(String from, String to, int distance) {
    assertThat(Suggestions.distance(from, to)).isEqualTo(distance);
  }

  @Property
  void the_distance_equals_its_recursive_definition(
      @ForAll @StringLength(max = 6) @CharRange(from = 'a', to = 'c') String from,
      @ForAll @StringLength(max = 6) @CharRange(from = 'a', to = 'c') String to) {
    assertThat(Suggestions.distance(from, to)).isEqualTo(defined(from, to, new HashMap<>()));
  }

  /** The textbook recurrence of the optimal string alignment distance. */
  private static int defined(String a, String b, Map<List<String>, Integer> known) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.length() + b.length();
    }
    Integer seen = known.get(List.of(a, b));
    if (seen != null) {
      return seen;
    }
    String shortA = a.substring(0, a.length() - 1);
    String shortB = b.substring(0, b.length() - 1);
    boolean same = a.endsWith(b.substring(b.length() - 1));
    int best = defined(shortA, shortB, known) + (same ? 0 : 1);
    best = Math.min(best, 1 + Math.min(defined(shortA, b, known), defined(a, shortB, known)));
    if (a.length() > 1 && b.length() > 1) {
      String endA = a.substring(a.length() - 2);
      if (new StringBuilder(endA).reverse().toString().equals(b.substring(b.length() - 2))) {
        int swapped =
            defined(a.substring(0, a.length() - 2), b.substring(0, b.length() - 2), known) + 1;
        best = Math.min(best, swapped);
      }
    }
    known.put(List.of(a, b), best);
    return best;
  }
}

package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FreshIdTest {

  /** Counts the questions that are put to it. */
  private static final class Asked extends HashSet<String> {

    private static final long serialVersionUID = 1;
    private int questions;

    @Override
    public boolean contains(Object id) {
      questions++;
      return super.contains(id);
    }
  }

  @Test
  void ids_of_labels_that_are_alike_are_counted_without_a_gap() {
    Set<String> used = new HashSet<>();
    List<String> ids =
        IntStream.range(0, 5)
            .mapToObj(i -> {
              String id = FreshId.of(used, "Web Server", "box");
              used.add(id);
              return id;
            })
            .toList();
    assertThat(ids)
        .containsExactly(
            "web-server", "web-server-2", "web-server-3", "web-server-4", "web-server-5");
  }

  @Test
  void many_labels_that_are_alike_cost_few_questions_each() {
    Asked used = new Asked();
    IntStream.range(0, 20_000).forEach(i -> used.add(FreshId.of(used, "box")));
    assertThat(used).hasSize(20_000).contains("box-20000");
    assertThat(used.questions).isLessThan(20_000 * 32);
  }

  @Test
  void numbers_that_somebody_chose_lead_to_a_free_one() {
    Set<String> used = new HashSet<>(List.of("a"));
    LongStream.range(0, 63).forEach(i -> used.add("a-" + (1L << i)));
    LongStream.range(2, 70).forEach(i -> used.add("a-" + i));
    used.remove("a-5");
    String id = FreshId.of(used, "a");
    assertThat(used).doesNotContain(id);
    assertThat(id).matches("a-[1-9][0-9]{0,3}");
    assertThat(FreshId.of(used, "a")).isEqualTo(id);
  }
}

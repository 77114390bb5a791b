package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class UniqueIdTest {

  /** A set that counts its lookups. */
  private static final class CountingSet extends HashSet<String> {

    private static final long serialVersionUID = 1;
    private int lookups;

    @Override
    public boolean contains(Object id) {
      lookups++;
      return super.contains(id);
    }
  }

  @Test
  void ids_of_equal_labels_are_numbered_without_gaps() {
    Set<String> used = new HashSet<>();
    List<String> ids =
        IntStream.range(0, 5)
            .mapToObj(i -> {
              String id = UniqueId.of(used, UniqueId.slug("Web Server", "box"));
              used.add(id);
              return id;
            })
            .toList();
    assertThat(ids)
        .containsExactly(
            "web-server", "web-server-2", "web-server-3", "web-server-4", "web-server-5");
  }

  @Test
  void many_equal_labels_need_few_lookups_each() {
    CountingSet used = new CountingSet();
    IntStream.range(0, 20_000).forEach(i -> used.add(UniqueId.of(used, "box")));
    assertThat(used).hasSize(20_000).contains("box-20000");
    assertThat(used.lookups).isLessThan(20_000 * 32);
  }

  @Test
  void numbered_ids_in_use_are_skipped() {
    Set<String> used = new HashSet<>(List.of("a"));
    LongStream.range(0, 63).forEach(i -> used.add("a-" + (1L << i)));
    LongStream.range(2, 70).forEach(i -> used.add("a-" + i));
    used.remove("a-5");
    String id = UniqueId.of(used, "a");
    assertThat(used).doesNotContain(id);
    assertThat(id).matches("a-[1-9][0-9]{0,3}");
    assertThat(UniqueId.of(used, "a")).isEqualTo(id);
  }
}

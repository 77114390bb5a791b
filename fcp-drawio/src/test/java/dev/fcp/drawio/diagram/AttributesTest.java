package dev.fcp.drawio.diagram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class AttributesTest {

  @Property
  void attributes_behave_like_a_sorted_map(
      @ForAll("maps") Map<String, String> map, @ForAll("names") String name) {
    Attributes attributes = Attributes.of(map);
    Map<String, String> sorted = new TreeMap<>(map);
    assertThat(attributes.asMap()).isEqualTo(sorted);
    assertThat(attributes.names()).containsExactlyElementsOf(sorted.keySet());
    assertThat(attributes.value(name).orElse(null)).isEqualTo(sorted.get(name));
    sorted.put(name, "new");
    assertThat(attributes.with(name, "new").asMap()).isEqualTo(sorted);
    sorted.remove(name);
    assertThat(attributes.without(name)).isEqualTo(Attributes.of(sorted));
    assertThat(attributes.asMap()).isEqualTo(map);
  }

  @Provide
  Arbitrary<Map<String, String>> maps() {
    return Arbitraries.maps(names(), Arbitraries.of("", "1", "x")).ofMaxSize(30);
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withCharRange('a', 'f').ofMinLength(1).ofMaxLength(2);
  }

  @Test
  void a_name_occurs_once() {
    assertThatIllegalArgumentException().isThrownBy(() -> Attributes.of("a", "1", "a", "2"));
    assertThatIllegalArgumentException().isThrownBy(() -> Attributes.of("a"));
  }
}

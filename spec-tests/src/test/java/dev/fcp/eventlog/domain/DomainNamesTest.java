package dev.fcp.eventlog.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How domains, units, conflicts and sources are named and distinguished. */
class DomainNamesTest {

  private static final EntityRef CELL = new EntityRef("cell", "p/a");
  private static final EntityRef OTHER = new EntityRef("cell", "p/b");

  @Test
  void domains_are_found_by_name_and_by_file_extension() {
    Domains domains = Domains.of(List.of(new CounterDomain(), new NotesDomain()));
    assertThat(domains.named("notes").map(Domain::name)).contains("notes");
    assertThat(domains.named("drawio")).isEmpty();
    assertThat(domains.forFileName("a.b.NOTES").map(Domain::name)).contains("notes");
    assertThat(domains.forFileName("a.txt")).isEmpty();
    assertThat(domains.all()).extracting(Domain::name).containsExactly("counter", "notes");
  }

  @Test
  void two_domains_of_one_name_are_refused() {
    List<Domain<?, ?>> twice = List.of(new CounterDomain(), new CounterDomain());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Domains.of(twice))
        .withMessageContaining("\"counter\"");
  }

  @Test
  void a_whole_entity_overlaps_each_of_its_units_and_no_other_entity() {
    Unit label = new Unit(CELL, "label");
    assertThat(label.overlaps(new Unit(CELL, "label"))).isTrue();
    assertThat(label.overlaps(new Unit(CELL, "style"))).isFalse();
    assertThat(label.overlaps(Unit.whole(CELL))).isTrue();
    assertThat(Unit.whole(CELL).overlaps(label)).isTrue();
    assertThat(Unit.whole(OTHER).overlaps(label)).isFalse();
  }

  @Test
  void units_are_ordered_by_entity_first() {
    Unit first = new Unit(CELL, "z");
    assertThat(List.of(new Unit(OTHER, "a"), first).stream().sorted()).startsWith(first);
    assertThat(new EntityRef("board", "z")).isLessThan(CELL);
  }

  @Test
  void written_units_include_the_subject_and_the_side_effects() {
    Unit subject = new Unit(CELL, "label");
    Unit besides = new Unit(OTHER, "order");
    Touches touches = new Touches(Set.of(subject), Set.of(besides), Set.of(OTHER));
    assertThat(touches.written()).containsExactlyInAnyOrder(subject, besides);
  }

  @Test
  void a_conflict_names_the_current_value_and_a_suggestion() {
    Conflict conflict =
        Conflict.changed(new Unit(CELL, "label"), Optional.of("A"), Optional.empty());
    assertThat(conflict.withSuggestion("label p/a A"))
        .hasToString("cell p/a.label is absent, expected A\n  try: label p/a A");
    assertThat(Conflict.missing(CELL)).hasToString("cell p/a is not there");
    assertThat(Conflict.alreadyExists(CELL).unit()).contains(Unit.whole(CELL));
    assertThat(Conflict.because("no").unit()).isEmpty();
  }

  @Test
  void a_source_is_identified_by_its_bytes_and_copies_them() {
    byte[] bytes = "abc".getBytes(StandardCharsets.UTF_8);
    Source source = Source.of(bytes);
    bytes[0] = 'x';
    source.bytes()[1] = 'x';
    assertThat(source).isEqualTo(Source.of("abc".getBytes(StandardCharsets.UTF_8)));
    assertThat(source.id()).startsWith("ba7816bf8f01cfea").hasSize(64);
    assertThat(source.sizeBytes()).isEqualTo(3);
    assertThat(source).isNotEqualTo(Source.of(new byte[] {1, 2, 3}));
  }
}

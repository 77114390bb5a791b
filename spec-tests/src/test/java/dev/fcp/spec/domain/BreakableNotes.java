package dev.fcp.spec.domain;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.generator.Generator;
import java.util.function.Consumer;

/** The contract over a domain of notes that is broken in one place. */
final class BreakableNotes extends DomainContract<EntityModel<NoteKey, Item>, NoteEvent> {

  /** A domain of notes in which a test breaks one operation. */
  abstract static class Broken extends ForwardingDomain<EntityModel<NoteKey, Item>, NoteEvent> {
    Broken() {
      super(new NotesDomain());
    }
  }

  private final Domain<EntityModel<NoteKey, Item>, NoteEvent> domain;

  BreakableNotes(Domain<EntityModel<NoteKey, Item>, NoteEvent> domain) {
    this.domain = domain;
  }

  /** Sees the law fail on the broken domain with the id of the clause. */
  static void breaks(String clause, Broken domain, Consumer<BreakableNotes> law) {
    assertThatThrownBy(() -> law.accept(new BreakableNotes(domain)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(clause + " is broken")
        .hasMessageContaining("shrunk from");
  }

  @Override
  protected Domain<EntityModel<NoteKey, Item>, NoteEvent> domain() {
    return domain;
  }

  @Override
  protected Generator<EntityModel<NoteKey, Item>> models() {
    return NoteGenerators.models();
  }

  @Override
  protected Generator<NoteEvent> events(EntityModel<NoteKey, Item> model) {
    return NoteGenerators.events(model);
  }

  @Override
  protected int shrinkings() {
    return 50;
  }

  @Override
  protected Generator<byte[]> files() {
    return NoteGenerators.files();
  }
}

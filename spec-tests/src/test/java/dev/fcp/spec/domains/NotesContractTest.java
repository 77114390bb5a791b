package dev.fcp.spec.domains;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.generator.Generator;

/** A domain that is declared with the entity kit obeys the laws. */
class NotesContractTest extends DomainContract<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

  @Override
  protected Domain<EntityModel<NoteKey, NoteEntity>, NoteEvent> domain() {
    return new NotesDomain();
  }

  @Override
  protected Generator<EntityModel<NoteKey, NoteEntity>> models() {
    return NoteGenerators.models();
  }

  @Override
  protected Generator<NoteEvent> events(EntityModel<NoteKey, NoteEntity> model) {
    return NoteGenerators.events(model);
  }

  @Override
  protected Generator<byte[]> files() {
    return Generator.oneOf(NoteGenerators.files(), super.files());
  }

  @Override
  protected String goldenEventsResource() {
    return "/notes-events.jsonl";
  }
}

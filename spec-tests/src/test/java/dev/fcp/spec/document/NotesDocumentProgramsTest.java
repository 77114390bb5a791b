package dev.fcp.spec.document;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.generator.Generator;

class NotesDocumentProgramsTest
    extends DocumentProgramsContract<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

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
}

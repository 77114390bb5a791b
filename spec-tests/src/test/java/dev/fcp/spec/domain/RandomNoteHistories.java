package dev.fcp.spec.domain;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import net.jqwik.api.Arbitrary;

/** Random histories of notes. */
public final class RandomNoteHistories {

  private RandomNoteHistories() {}

  /** Histories of 20 to 60 changes. */
  public static Arbitrary<RandomHistory<EntityModel<NoteKey, NoteEntity>, NoteEvent>> histories() {
    return new RandomHistories<>(new NotesDomain(), NoteGenerators.models(), NoteGenerators::events)
        .arbitrary();
  }
}

package dev.fcp.spec.domain;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import net.jqwik.api.Arbitrary;

/** Random histories of notes. */
public final class NoteWalks {

  private NoteWalks() {}

  /** Walks of 20 to 60 moves. */
  public static Arbitrary<Walk<EntityModel<NoteKey, Item>, NoteEvent>> walks() {
    return new Walks<>(new NotesDomain(), NoteGenerators.models(), NoteGenerators::events)
        .arbitrary();
  }
}

package dev.fcp.spec.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteGenerators;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.JqwikRun;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** The contract for a domain of notes with one defect. */
final class BrokenNotesContract
    extends DomainContract<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

  /** A domain of notes in which a test breaks one operation. */
  abstract static class Broken
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {
    Broken() {
      super(new NotesDomain());
    }
  }

  /**
   * The domain of the current run. It is static because jqwik creates the contract, and shrinks in
   * its own thread.
   */
  private static final AtomicReference<Broken> DOMAIN = new AtomicReference<>();

  /** Asserts that the law fails on the broken domain with the id of the clause. */
  static void breaks(String clause, Broken domain, String law) {
    failureText(clause, failure(domain, () -> JqwikRun.unshrunk(BrokenNotesContract.class, law)));
  }

  /** The same, with a history that shrinks to at most the given number of changes. */
  static void breaks(String clause, Broken domain, String law, int attemptCount) {
    Throwable failure = failure(domain, () -> JqwikRun.of(BrokenNotesContract.class, law));
    failureText(clause, failure);
    assertThat(failure.getMessage().lines().filter(line -> line.startsWith("    #")))
        .as(failure.getMessage())
        .hasSizeLessThanOrEqualTo(attemptCount);
  }

  private static void failureText(String clause, Throwable failure) {
    assertThat(failure)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(clause + " is broken")
        .hasMessageContaining("with a history from");
  }

  /** How a law fails on a broken domain when jqwik tries it. */
  static Throwable failure(Broken domain, Supplier<Optional<Throwable>> run) {
    DOMAIN.set(domain);
    try {
      return run.get().orElseThrow();
    } finally {
      DOMAIN.set(null);
    }
  }

  @Override
  protected Domain<EntityModel<NoteKey, NoteEntity>, NoteEvent> domain() {
    return DOMAIN.get();
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
    return NoteGenerators.files();
  }

  @Override
  protected String goldenEventsResource() {
    return "/notes-events.jsonl";
  }
}

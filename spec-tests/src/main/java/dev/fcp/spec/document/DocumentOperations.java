package dev.fcp.spec.document;

import static dev.fcp.spec.document.DocumentHarness.options;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The operations of random programs on a document and its files. Equal choices do the same to equal
 * documents.
 */
final class DocumentOperations<M, E> {

  private static final List<String> CHECKPOINT_NAMES = List.of("v1", "v 2");
  private static final List<String> FILE_NAMES = List.of("a", "b");

  /** The percentage of events that are tried although they do not apply. */
  private static final int INAPPLICABLE_PERCENT = 10;

  private final Domain<M, E> domain;
  private final Generator<M> models;
  private final Function<M, Generator<E>> events;

  DocumentOperations(Domain<M, E> domain, Generator<M> models, Function<M, Generator<E>> events) {
    this.domain = domain;
    this.models = models;
    this.events = events;
  }

  /** The exception that a failing body throws. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Runs one operation and returns its result. */
  String run(DocumentHarness<M, E> harness, Choices choices, String label) {
    int kind = choices.upTo(31);
    if (kind == 0) {
      return "nothing";
    }
    if (kind < 19) {
      return "edit: " + harness.describe(edit(harness, choices, label, kind));
    }
    return kind < 24 ? save(harness, choices, label, kind) : changeFile(harness, choices, kind);
  }

  private Outcome edit(DocumentHarness<M, E> harness, Choices choices, String label, int kind) {
    var session = harness.document().session();
    return switch (kind) {
      case 1, 2, 3, 4, 5, 6, 7, 8 -> session.step(options(label), body(choices));
      case 9, 10 -> runBatch(harness, choices, label);
      case 11, 12 -> session.with(options(label)).undo(choices.upTo(3));
      case 13, 14 -> session.with(options(label)).redo(choices.upTo(3));
      case 15 -> session.with(options(label)).checkpoint(choices.pick(CHECKPOINT_NAMES));
      case 16 -> session.with(options(label)).undoTo(choices.pick(CHECKPOINT_NAMES));
      case 17 -> session.with(options(label)).bailTo(choices.pick(CHECKPOINT_NAMES));
      default -> session.with(options(label)).squashTo(choices.pick(CHECKPOINT_NAMES));
    };
  }

  private Consumer<StepBuilder<M, E>> body(Choices choices) {
    return builder -> {
      int count = choices.between(1, 3);
      for (int i = 0; i < count; i++) {
        E event = events.apply(builder.model()).generate(choices);
        if (domain.check(event, builder.model()).isEmpty()
            || choices.percent(INAPPLICABLE_PERCENT)) {
          builder.emit(event);
        }
      }
    };
  }

  private Outcome runBatch(DocumentHarness<M, E> harness, Choices choices, String label) {
    try {
      return harness
          .document()
          .session()
          .batch(options(label), batch -> runParts(batch, choices, label));
    } catch (Failure e) {
      return new Outcome.Unchanged();
    }
  }

  private void runParts(Batch<M, E> batch, Choices choices, String label) {
    int partCount = choices.upTo(3);
    boolean fails = choices.percent(20);
    for (int i = 0; i < partCount; i++) {
      runPart(batch, choices, label + "." + i);
    }
    if (fails) {
      throw new Failure();
    }
  }

  private void runPart(Batch<M, E> batch, Choices choices, String label) {
    boolean isCaught = choices.percent(50);
    try {
      Outcome unused = batch.step(options(label), body(choices));
    } catch (RefusedException e) {
      if (!isCaught) {
        throw e;
      }
    }
  }

  private String save(DocumentHarness<M, E> harness, Choices choices, String label, int kind) {
    return switch (kind) {
      case 19, 20, 21 -> "save: " + harness.describe(harness.document().save(options(label)));
      case 22 ->
          "save over: " + harness.describe(harness.document().saveOverwriting(options(label)));
      default -> {
        Path file = harness.file(choices.pick(FILE_NAMES));
        yield "save as: " + harness.describe(harness.document().saveAs(options(label), file));
      }
    };
  }

  private String changeFile(DocumentHarness<M, E> harness, Choices choices, int kind) {
    return switch (kind) {
      case 24, 25 -> {
        harness.write(harness.path(), externalVersion(harness, choices));
        yield "edited elsewhere";
      }
      case 26 -> "revert: " + harness.describe(harness.document().revert(options("revert")));
      case 27 -> "retain: " + harness.describe(prune(harness, choices));
      case 28 -> "verify: " + harness.describe(harness.document().session().verify());
      case 29 -> "discard: " + harness.discard();
      case 30 -> "restore: " + harness.describe(harness.document().session().rebuild().digest());
      default -> rareOperation(harness, choices);
    };
  }

  private Outcome prune(DocumentHarness<M, E> harness, Choices choices) {
    RetentionPolicy policy =
        new RetentionPolicy(choices.between(1, 4), Duration.ZERO, choices.upTo(3));
    return harness.document().session().with(options("retain")).prune(policy);
  }

  private String rareOperation(DocumentHarness<M, E> harness, Choices choices) {
    return switch (choices.upTo(3)) {
      case 0 -> {
        harness.delete(harness.path());
        yield "deleted";
      }
      case 1 -> "new history: " + harness.startNewHistory();
      case 2 -> "history deleted: " + harness.deleteHistory();
      default ->
          "written by another program during a save: " + saveOverUnseenVersion(harness, choices);
    };
  }

  /** Saves a document whose file another program writes at the last moment. */
  private String saveOverUnseenVersion(DocumentHarness<M, E> harness, Choices choices) {
    harness.write(harness.path(), externalVersion(harness, choices));
    return harness.describe(harness.document().save(options("save")));
  }

  /** Generates a version of the file as another program may write it. */
  private byte[] externalVersion(DocumentHarness<M, E> harness, Choices choices) {
    SessionState<M, E> state = harness.state();
    return switch (choices.upTo(7)) {
      case 0 -> domain.format().write(state.model(), List.of());
      case 1 -> domain.format().write(models.generate(choices), List.of());
      case 2 -> harness.originalBytes();
      case 3 -> "\0 nothing that could be read".getBytes(StandardCharsets.US_ASCII);
      case 4, 5 -> editedBytes(state.modelOfFile().orElse(state.model()), choices, state);
      default -> editedBytes(state.model(), choices, state);
    };
  }

  /** Applies some events to a model and writes the result with the sources of the document. */
  private byte[] editedBytes(M model, Choices choices, SessionState<M, E> state) {
    M edited = model;
    int count = choices.between(1, 2);
    for (int i = 0; i < count; i++) {
      E event = events.apply(edited).generate(choices);
      edited = domain.check(event, edited).isEmpty() ? domain.replay(event, edited) : edited;
    }
    return domain.format().write(edited, state.sourcesForWriting());
  }
}

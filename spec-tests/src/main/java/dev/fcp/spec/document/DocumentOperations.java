package dev.fcp.spec.document;

import static dev.fcp.spec.document.DocumentAtWork.intent;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.session.Batch;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.Stage;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What random programs do to a document and its files. Equal choices do the same to documents that
 * are the same.
 */
final class DocumentOperations<M, E> {

  private static final List<String> NAMES = List.of("v1", "v 2");
  private static final List<String> FILES = List.of("a", "b");

  /** So many events of a hundred are tried though they do not fit. */
  private static final int UNFIT = 10;

  private final Domain<M, E> domain;
  private final Generator<M> models;
  private final Function<M, Generator<E>> events;

  DocumentOperations(Domain<M, E> domain, Generator<M> models, Function<M, Generator<E>> events) {
    this.domain = domain;
    this.models = models;
    this.events = events;
  }

  /** A body that ends in an exception. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Does one thing, and tells what came of it. */
  String run(DocumentAtWork<M, E> at, Choices choices, String label) {
    int kind = choices.upTo(31);
    if (kind == 0) {
      return "nothing";
    }
    if (kind < 19) {
      return "edit: " + at.told(edited(at, choices, label, kind));
    }
    return kind < 24 ? saved(at, choices, label, kind) : filed(at, choices, kind);
  }

  private Outcome edited(DocumentAtWork<M, E> at, Choices choices, String label, int kind) {
    var session = at.document().session();
    return switch (kind) {
      case 1, 2, 3, 4, 5, 6, 7, 8 -> session.step(intent(label), body(choices));
      case 9, 10 -> batch(at, choices, label);
      case 11, 12 -> session.undo(intent(label), choices.upTo(3));
      case 13, 14 -> session.redo(intent(label), choices.upTo(3));
      case 15 -> session.checkpoint(intent(label), choices.among(NAMES));
      case 16 -> session.undoTo(intent(label), choices.among(NAMES));
      case 17 -> session.bailTo(intent(label), choices.among(NAMES));
      default -> session.squashTo(intent(label), choices.among(NAMES));
    };
  }

  private Consumer<Stage<M, E>> body(Choices choices) {
    return stage -> {
      int count = choices.between(1, 3);
      for (int i = 0; i < count; i++) {
        E event = events.apply(stage.model()).generate(choices);
        if (domain.check(event, stage.model()).isEmpty() || choices.percent(UNFIT)) {
          stage.emit(event);
        }
      }
    };
  }

  private Outcome batch(DocumentAtWork<M, E> at, Choices choices, String label) {
    try {
      return at.document().session().batch(intent(label), batch -> parts(batch, choices, label));
    } catch (Failure e) {
      return new Outcome.Unchanged();
    }
  }

  private void parts(Batch<M, E> batch, Choices choices, String label) {
    int parts = choices.upTo(3);
    boolean fails = choices.percent(20);
    for (int i = 0; i < parts; i++) {
      part(batch, choices, label + "." + i);
    }
    if (fails) {
      throw new Failure();
    }
  }

  private void part(Batch<M, E> batch, Choices choices, String label) {
    boolean isCaught = choices.percent(50);
    try {
      Outcome unused = batch.step(intent(label), body(choices));
    } catch (RefusedException e) {
      if (!isCaught) {
        throw e;
      }
    }
  }

  private String saved(DocumentAtWork<M, E> at, Choices choices, String label, int kind) {
    return switch (kind) {
      case 19, 20, 21 -> "save: " + at.told(at.document().save(intent(label)));
      case 22 -> "save over: " + at.told(at.document().saveOver(intent(label)));
      default -> {
        Path file = at.file(choices.among(FILES));
        yield "save as: " + at.told(at.document().saveAs(intent(label), file));
      }
    };
  }

  private String filed(DocumentAtWork<M, E> at, Choices choices, int kind) {
    return switch (kind) {
      case 24, 25 -> {
        at.write(at.path(), version(at, choices));
        yield "edited elsewhere";
      }
      case 26 -> "revert: " + at.told(at.document().revert(intent("revert")));
      case 27 -> "retain: " + at.told(retained(at, choices));
      case 28 -> "verify: " + at.told(at.document().session().verify());
      case 29 -> "discard: " + at.discard();
      case 30 -> "restore: " + at.told(at.document().session().restore().digest());
      default -> seldom(at, choices);
    };
  }

  private Outcome retained(DocumentAtWork<M, E> at, Choices choices) {
    Retention some = new Retention(choices.between(1, 4), Duration.ZERO, choices.upTo(3));
    return at.document().session().retain(intent("retain"), some);
  }

  private String seldom(DocumentAtWork<M, E> at, Choices choices) {
    return switch (choices.upTo(3)) {
      case 0 -> {
        at.delete(at.path());
        yield "deleted";
      }
      case 1 -> "begin anew: " + at.beginAnew();
      case 2 -> "forget: " + at.forget();
      default -> "edited by somebody who has not looked: " + unlooked(at, choices);
    };
  }

  /** A save of something that was written at the last moment. */
  private String unlooked(DocumentAtWork<M, E> at, Choices choices) {
    at.write(at.path(), version(at, choices));
    return at.told(at.document().save(intent("save")));
  }

  /** A version of the file as somebody else may write it. */
  private byte[] version(DocumentAtWork<M, E> at, Choices choices) {
    SessionState<M, E> state = at.state();
    return switch (choices.upTo(7)) {
      case 0 -> domain.format().write(state.model(), List.of());
      case 1 -> domain.format().write(models.generate(choices), List.of());
      case 2 -> at.first();
      case 3 -> "\0 nothing that could be read".getBytes(StandardCharsets.US_ASCII);
      case 4, 5 -> edited(state.modelOfFile().orElse(state.model()), choices, state);
      default -> edited(state.model(), choices, state);
    };
  }

  /** A model as it is after some events, written with the texts of the document. */
  private byte[] edited(M model, Choices choices, SessionState<M, E> state) {
    M edited = model;
    int count = choices.between(1, 2);
    for (int i = 0; i < count; i++) {
      E event = events.apply(edited).generate(choices);
      edited = domain.check(event, edited).isEmpty() ? domain.replay(event, edited) : edited;
    }
    return domain.format().write(edited, state.sourcesForWriting());
  }
}

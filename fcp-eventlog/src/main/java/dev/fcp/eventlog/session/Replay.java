package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;

/**
 * Applies and undoes recorded steps, and compares the results with the recorded digests (SE-10). It
 * works on immutable values, so an exception leaves the session unchanged.
 */
record Replay<M, E>(Domain<M, E> domain) {

  /** The model after a step, without comparing its digest. */
  M applyUnverified(Step<E> step, M model) {
    M result = model;
    for (E event : step.events()) {
      result = applyEvent(step, event, result);
    }
    return result;
  }

  /** The model after a step. */
  M apply(Step<E> step, M model) {
    M result = applyUnverified(step, model);
    requireDigest(step, step.digestAfter(), result);
    return result;
  }

  /** The model before a step, compared with the recorded digest. */
  M undo(Step<E> step, M model, Digest recorded) {
    M result = model;
    for (int i = step.events().size() - 1; i >= 0; i--) {
      result = applyEvent(step, domain.invert(step.events().get(i)), result);
    }
    requireDigest(step, recorded, result);
    return result;
  }

  /**
   * Compares digests only if both were computed by the same version of the digest function (SE-11).
   */
  private void requireDigest(Step<E> step, Digest recorded, M model) {
    Digest found = domain.digest(model);
    if (recorded.version() == found.version()) {
      requireMatch(HistoryPoint.after(step.id()), recorded, found);
    }
  }

  private M applyEvent(Step<E> step, E event, M model) {
    domain
        .check(event, model)
        .ifPresent(conflict -> {
          String finding = "its event %s does not apply: %s".formatted(event, conflict.reason());
          throw new DriftException(HistoryPoint.after(step.id()), finding);
        });
    return domain.replay(event, model);
  }

  static void requireMatch(HistoryPoint point, Digest recorded, Digest found) {
    if (!recorded.matches(found)) {
      String finding =
          "the digest should be %s %s, it is %s %s"
              .formatted(recorded.summary(), recorded.hex(), found.summary(), found.hex());
      throw new DriftException(point, finding);
    }
  }

  /** Decodes the events of a recorded step. */
  static <E> Step<E> decode(Domain<?, E> domain, long recordNumber, Step<Value.Fields> recorded) {
    try {
      return recorded.map(domain.eventCodec()::decode);
    } catch (MalformedValueException e) {
      throw new DamagedRecordException(
          recordNumber, "step %s: %s".formatted(recorded.id(), e.getMessage()), e);
    }
  }
}

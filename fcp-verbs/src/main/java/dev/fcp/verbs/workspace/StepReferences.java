package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Resolves references to steps: the number that {@code history} shows, or a prefix of the id. */
final class StepReferences {

  /** The maximum number of matching steps that are listed. */
  private static final int MAX_LISTED = 5;

  /**
   * The pattern of step numbers. Step ids begin with 0 for centuries to come, and numbers do not.
   */
  private static final String NUMBER_PATTERN = "[1-9][0-9]{0,8}";

  /**
   * The number of characters by which a short id exceeds the shared prefix, so that it stays unique
   * among later steps.
   */
  private static final int EXTRA_ID_CHARS = 3;

  /** The minimum number of characters of a prefix of an id, so that names can be shorter. */
  private static final int MIN_ID_CHARS = 8;

  private StepReferences() {}

  /**
   * Resolves a reference to an applied step.
   *
   * @throws OperationRefusedException if no step or several steps match
   */
  static StepId resolveApplied(String text, SessionState<?, ?> state) {
    List<StepId> applied = state.undoStack().applied();
    if (text.matches(NUMBER_PATTERN)) {
      int precedingCount = state.history().depth(state.head()) - applied.size();
      int index = Integer.parseInt(text) - 1 - precedingCount;
      return Optional.of(index)
          .filter(it -> it >= 0 && it < applied.size())
          .map(applied::get)
          .orElseThrow(() -> unknownStep(text));
    }
    String idPrefix = text.toUpperCase(Locale.ROOT);
    List<StepId> matching = applied.stream().filter(id -> id.ulid().startsWith(idPrefix)).toList();
    if (text.isEmpty() || matching.isEmpty()) {
      throw unknownStep(text);
    }
    if (matching.size() > 1) {
      throw ambiguousStep(text, matching, state);
    }
    return matching.get(0);
  }

  /** Whether a text has the form of a step number or of a prefix of a step id. */
  static boolean isStepReference(String text) {
    return text.equals("0")
        || text.matches(NUMBER_PATTERN)
        || (text.length() >= MIN_ID_CHARS
            && text.matches("0[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{1,25}"));
  }

  /**
   * Resolves a reference to a point of the history: the number of a step on the undo stack, a
   * prefix of the id of any step, or 0 for the base.
   *
   * @throws OperationRefusedException if no step or several steps match
   */
  static HistoryPoint resolvePoint(String text, SessionState<?, ?> state) {
    if (text.equals("0")) {
      return HistoryPoint.BASE;
    }
    if (text.matches(NUMBER_PATTERN)) {
      List<StepId> undoStack = new ArrayList<>(state.undoStack().applied());
      undoStack.addAll(state.undoStack().undone());
      int precedingCount = state.history().depth(state.head()) - state.undoStack().appliedCount();
      int index = Integer.parseInt(text) - 1 - precedingCount;
      if (index < 0 || index >= undoStack.size()) {
        throw unknownStep(text);
      }
      return HistoryPoint.after(undoStack.get(index));
    }
    String idPrefix = text.toUpperCase(Locale.ROOT);
    List<StepId> matching =
        state.history().stepIds().stream().filter(id -> id.ulid().startsWith(idPrefix)).toList();
    if (matching.isEmpty()) {
      throw unknownStep(text);
    }
    if (matching.size() > 1) {
      throw OperationRefusedException.because(
          "the ids of %2$s begin with %1$s"
              .formatted(Quoting.quoteIfNeeded(text), Plurals.count(matching.size(), "step")),
          "history ids");
    }
    return HistoryPoint.after(matching.get(0));
  }

  /** The shortest unique prefix of a step id in the history, plus {@link #EXTRA_ID_CHARS}. */
  static String shortId(StepId id, SessionState<?, ?> state) {
    String ulid = id.ulid();
    int maxSharedChars = 0;
    for (StepId step : state.history().stepIds()) {
      String other = step.ulid();
      if (!other.equals(ulid)) {
        maxSharedChars =
            Math.max(maxSharedChars, Arrays.mismatch(ulid.toCharArray(), other.toCharArray()));
      }
    }
    int length = Math.max(MIN_ID_CHARS, maxSharedChars + EXTRA_ID_CHARS);
    return ulid.substring(0, Math.min(ulid.length(), length));
  }

  private static OperationRefusedException unknownStep(String text) {
    return new OperationRefusedException(
        Refusal.because(
            "no step has the number or id %s".formatted(Quoting.quoteIfNeeded(text)),
            "history ids"));
  }

  private static OperationRefusedException ambiguousStep(
      String text, List<StepId> matching, SessionState<?, ?> state) {
    String known =
        matching.reversed().stream()
            .limit(MAX_LISTED)
            .map(id -> "%s (%s)".formatted(StepText.label(state.history().step(id)), id.ulid()))
            .collect(Collectors.joining(", "));
    return new OperationRefusedException(
        Refusal.because(
            "the ids of %2$s begin with %1$s: %3$s%4$s"
                .formatted(
                    Quoting.quoteIfNeeded(text),
                    Plurals.count(matching.size(), "step"),
                    known,
                    matching.size() > MAX_LISTED ? ", ..." : "")));
  }
}

package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Steps as an action names them: by the number that the history shows, or by an id. */
final class StepNames {

  /** How many of several steps are told that a name may mean. */
  private static final int TOLD = 5;

  /** How many digits a number has at most; ids of this age begin with 0, and numbers do not. */
  private static final String NUMBER = "[1-9][0-9]{0,8}";

  /** With so many more letters a shortened id stays one when others come. */
  private static final int SPARE = 3;

  private StepNames() {}

  /**
   * The step of the line that a text means.
   *
   * @param key the parameter of the operation that holds the text, perhaps among others
   * @throws NotDone if it means none, or several
   */
  static StepId onLine(String text, SessionState<?, ?> state, ParsedOp op, String key) {
    List<StepId> applied = state.line().applied();
    if (text.matches(NUMBER)) {
      int before = state.history().depth(state.head()) - applied.size();
      int index = Integer.parseInt(text) - 1 - before;
      return Optional.of(index)
          .filter(it -> it >= 0 && it < applied.size())
          .map(applied::get)
          .orElseThrow(() -> unknown(text));
    }
    String begin = text.toUpperCase(Locale.ROOT);
    List<StepId> fitting = applied.stream().filter(id -> id.ulid().startsWith(begin)).toList();
    if (text.isEmpty() || fitting.isEmpty()) {
      throw unknown(text);
    }
    if (fitting.size() > 1) {
      throw several(text, fitting, op.withParam(key, fitting.get(fitting.size() - 1).ulid()));
    }
    return fitting.get(0);
  }

  /** Whether a text has the form of a number or of the beginning of an id. */
  static boolean isOne(String text) {
    return text.equals("0")
        || text.matches(NUMBER)
        || text.matches("0[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{7,25}");
  }

  /**
   * The place in the whole history that a text means: after the step of a number on the line, after
   * a step of any branch by the beginning of its id, or 0 for the base.
   *
   * @throws NotDone if it means none, or several
   */
  static Optional<StepId> inHistory(String text, SessionState<?, ?> state) {
    if (text.equals("0")) {
      return Optional.empty();
    }
    if (text.matches(NUMBER)) {
      List<StepId> line = new ArrayList<>(state.line().applied());
      line.addAll(state.line().redo(state.redoDepth()).events());
      int before = state.history().depth(state.head()) - state.line().appliedCount();
      int index = Integer.parseInt(text) - 1 - before;
      if (index < 0 || index >= line.size()) {
        throw unknown(text);
      }
      return Optional.of(line.get(index));
    }
    String begin = text.toUpperCase(Locale.ROOT);
    List<StepId> fitting =
        state.history().steps().stream()
            .map(Step::id)
            .filter(id -> id.ulid().startsWith(begin))
            .toList();
    if (fitting.isEmpty()) {
      throw unknown(text);
    }
    if (fitting.size() > 1) {
      throw NotDone.because(
          "%s begins the ids of %s"
              .formatted(Quoting.quote(text), Words.count(fitting.size(), "step")),
          "history ids");
    }
    return Optional.of(fitting.get(0));
  }

  /** As much of an id as tells it from those of all other steps of a history, and some more. */
  static String shortened(StepId id, SessionState<?, ?> state) {
    String ulid = id.ulid();
    int shared = 0;
    for (Step<?> step : state.history().steps()) {
      String other = step.id().ulid();
      if (!other.equals(ulid)) {
        shared = Math.max(shared, Arrays.mismatch(ulid.toCharArray(), other.toCharArray()));
      }
    }
    return ulid.substring(0, Math.min(ulid.length(), shared + SPARE));
  }

  private static NotDone unknown(String text) {
    return new NotDone(
        Refusal.because(
            "no step here has the number or id %s".formatted(Quoting.quote(text)), "history ids"));
  }

  private static NotDone several(String text, List<StepId> fitting, ParsedOp better) {
    String known =
        fitting.reversed().stream().limit(TOLD).map(StepId::ulid).collect(Collectors.joining(", "));
    return new NotDone(
        Refusal.because(
            "%s begins the ids of %s: %s%s"
                .formatted(
                    Quoting.quote(text),
                    Words.count(fitting.size(), "step"),
                    known,
                    fitting.size() > TOLD ? ", ..." : ""),
            better.text()));
  }
}

package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
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

  private static NotDone unknown(String text) {
    return new NotDone(
        Refusal.because(
            "no step that can be undone has the number or id %s".formatted(Quoting.quote(text)),
            "history ids"));
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

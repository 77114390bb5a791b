package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.verbs.form.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats conflicts for responses. */
final class ConflictText {

  private ConflictText() {}

  static Refusal refusal(List<Conflict> conflicts) {
    return new Refusal(reasons(conflicts), suggestion(conflicts));
  }

  static String reasons(List<Conflict> conflicts) {
    return conflicts.stream().map(Conflict::reason).collect(Collectors.joining("; "));
  }

  static Optional<String> suggestion(List<Conflict> conflicts) {
    return conflicts.stream()
        .flatMap(conflict -> Refusal.of(conflict).suggestion().stream())
        .findFirst();
  }
}

package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Conflict;
import java.util.Optional;

/** May refuse an operation before it is recorded (SE-27). */
@FunctionalInterface
public interface Guard {

  /**
   * Why an operation is not to be done; empty if it may be. That a file was replaced or found is
   * not asked about; the step that a found version would become is. Called while the session is
   * locked, so it must not use the session. What it throws refuses the operation as well.
   *
   * @param label what is asked for
   * @param change what would happen
   */
  Optional<Conflict> refusal(String label, SessionChange change);
}

package dev.fcp.eventlog.document;

import java.util.List;
import java.util.Objects;

/**
 * The answer to opening a file that may be damaged.
 *
 * @param <M> the model
 * @param <E> the events
 */
public sealed interface RepairResult<M, E> {

  /**
   * The file is open.
   *
   * @param <M> the model
   * @param <E> the events
   * @param findings what was left out or not believed, each with its place; none if the file was
   *     not damaged
   */
  record Repaired<M, E>(Document<M, E> document, List<String> findings)
      implements RepairResult<M, E> {

    /** Copies the list. */
    public Repaired {
      Objects.requireNonNull(document, "document");
      findings = List.copyOf(findings);
    }
  }

  /**
   * Nothing of the file could be read.
   *
   * @param <M> the model
   * @param <E> the events
   * @param openResult why it cannot be opened as it stands
   */
  record Irreparable<M, E>(OpenResult<M, E> openResult) implements RepairResult<M, E> {

    /** Refuses null. */
    public Irreparable {
      Objects.requireNonNull(openResult, "openResult");
    }
  }
}

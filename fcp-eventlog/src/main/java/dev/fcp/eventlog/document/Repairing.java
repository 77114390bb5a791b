package dev.fcp.eventlog.document;

import java.util.List;
import java.util.Objects;

/**
 * The answer to opening a file that may be damaged.
 *
 * @param <M> the model
 * @param <E> the events
 */
public sealed interface Repairing<M, E> {

  /**
   * The file is open.
   *
   * @param <M> the model
   * @param <E> the events
   * @param findings what was left out or not believed, each with its place; none if the file was
   *     not damaged
   */
  record Repaired<M, E>(Document<M, E> document, List<String> findings) implements Repairing<M, E> {

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
   * @param opening why it cannot be opened as it stands
   */
  record Hopeless<M, E>(Opening<M, E> opening) implements Repairing<M, E> {

    /** Refuses null. */
    public Hopeless {
      Objects.requireNonNull(opening, "opening");
    }
  }
}

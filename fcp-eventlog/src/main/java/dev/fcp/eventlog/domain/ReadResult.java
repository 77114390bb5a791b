package dev.fcp.eventlog.domain;

import java.util.Objects;
import java.util.Optional;

/**
 * What reading a file gave.
 *
 * @param <M> the model
 */
public sealed interface ReadResult<M> {

  /** The file was read. */
  record Readable<M>(M model, Source source) implements ReadResult<M> {
    public Readable {
      Objects.requireNonNull(model, "model");
      Objects.requireNonNull(source, "source");
    }
  }

  /**
   * The file was refused.
   *
   * @param offsetBytes where, from the start of the file; within compressed content the offset of
   *     its start
   * @param reason what is wrong there
   * @param suggestion what would work; empty where nothing is known
   */
  record Unreadable<M>(long offsetBytes, String reason, Optional<String> suggestion)
      implements ReadResult<M> {
    public Unreadable {
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(suggestion, "suggestion");
    }
  }
}

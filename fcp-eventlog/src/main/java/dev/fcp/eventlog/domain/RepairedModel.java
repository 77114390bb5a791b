package dev.fcp.eventlog.domain;

import java.util.List;
import java.util.Objects;

/**
 * What could be read of a damaged file.
 *
 * @param model what the file holds as far as it could be read
 * @param findings what was left out or not believed, each with its place, in words a user
 *     understands; in the order of the file
 * @param <M> the model
 */
public record RepairedModel<M>(M model, List<String> findings) {

  /** Copies the list. */
  public RepairedModel {
    Objects.requireNonNull(model, "model");
    findings = List.copyOf(findings);
  }
}

package dev.fcp.verbs;

import dev.fcp.verbs.form.Refusal;
import java.util.Objects;

/**
 * What making a new document gave.
 *
 * @param <M> the model
 */
public sealed interface CreateResult<M> {

  /** The document, before any step. */
  record Created<M>(M model) implements CreateResult<M> {
    public Created {
      Objects.requireNonNull(model, "model");
    }
  }

  /** No document was made. */
  record Refused<M>(Refusal refusal) implements CreateResult<M> {
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }
  }
}

package dev.fcp.verbs;

import dev.fcp.verbs.form.Refusal;
import java.util.Objects;

/**
 * The result of creating a document.
 *
 * @param <M> the model
 */
public sealed interface CreateResult<M> {

  /** The document was created; {@code model} is its content before any step. */
  record Created<M>(M model) implements CreateResult<M> {
    public Created {
      Objects.requireNonNull(model, "model");
    }
  }

  /** The document was not created. */
  record Refused<M>(Refusal refusal) implements CreateResult<M> {
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }
  }
}

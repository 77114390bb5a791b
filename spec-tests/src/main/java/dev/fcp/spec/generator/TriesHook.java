package dev.fcp.spec.generator;

import java.util.Optional;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Sets the number of tries of each jqwik property according to {@link Tries}, and its seed
 * according to {@link Trials}. jqwik loads this hook as a service.
 */
public final class TriesHook implements AroundPropertyHook {

  private static final long SEED = 20_260_101L;

  /** The default of jqwik. */
  private static final int TRIES_OF_JQWIK = 1000;

  /** Called by jqwik. */
  public TriesHook() {}

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    PropertyAttributes attributes = context.attributes();
    Optional<Trials> trials = context.findAnnotation(Trials.class);
    if (trials.isPresent()) {
      attributes.setSeed(Long.toString(Long.getLong("fcp.seed", SEED)));
      attributes.setTries(Tries.of(trials.orElseThrow().value()));
    } else if (!Tries.areAll()) {
      attributes.setTries(Tries.of(attributes.tries().orElse(TRIES_OF_JQWIK)));
    }
    return property.execute();
  }
}

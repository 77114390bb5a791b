package dev.fcp.spec.generator;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Gives a property the seed and the number of trials that {@link Trials} promises. */
public final class TrialsHook implements AroundPropertyHook {

  private static final long SEED = 20_260_101L;

  /** Made by jqwik. */
  public TrialsHook() {}

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    PropertyAttributes attributes = context.attributes();
    attributes.setSeed(Long.toString(Long.getLong("fcp.seed", SEED)));
    setTrials(attributes, context.findAnnotation(Trials.class).orElseThrow().value());
    return property.execute();
  }

  /** Sets the number of trials, times the factor that the run asks for. */
  public static void setTrials(PropertyAttributes attributes, int trials) {
    attributes.setTries(Math.multiplyExact(trials, Integer.getInteger("fcp.trials", 1)));
  }
}

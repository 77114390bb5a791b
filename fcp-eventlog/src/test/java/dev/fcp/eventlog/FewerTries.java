package dev.fcp.eventlog;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Scales the tries of properties by the system property {@code fcp.tries}, as the conformance kit
 * does for the modules that can depend on it. jqwik loads this hook as a service.
 */
public final class FewerTries implements AroundPropertyHook {

  private static final double PART = Double.parseDouble(System.getProperty("fcp.tries", "1"));
  private static final int LEAST = 5;
  private static final int TRIES_OF_JQWIK = 1000;

  /** Called by jqwik. */
  public FewerTries() {}

  /** Returns how many of a declared number of tries are made. */
  public static int of(int declared) {
    return Math.max((int) Math.round(declared * PART), Math.min(declared, LEAST));
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    context.attributes().setTries(of(context.attributes().tries().orElse(TRIES_OF_JQWIK)));
    return property.execute();
  }
}

package dev.fcp.verbs;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Makes the part of the declared tries that the system property {@code fcp.tries} names, as the
 * conformance kit does for the modules that may see it.
 */
public final class TriesHook implements AroundPropertyHook {

  private static final int TRIES_OF_JQWIK = 1000;

  /** Made by jqwik. */
  public TriesHook() {}

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    double part = Double.parseDouble(System.getProperty("fcp.tries", "1"));
    int declared = context.attributes().tries().orElse(TRIES_OF_JQWIK);
    context
        .attributes()
        .setTries(Math.max((int) Math.round(declared * part), Math.min(declared, 5)));
    return property.execute();
  }
}

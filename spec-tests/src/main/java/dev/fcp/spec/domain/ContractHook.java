package dev.fcp.spec.domain;

import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Trials;
import dev.fcp.spec.generator.TrialsHook;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutionResult.Status;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Tries a law on as many histories as its contract says, and fails one that saw no case. */
final class ContractHook implements AroundPropertyHook {

  /** Nearer to the property than the number of trials that holds for all. */
  private static final int NEAR = 10;

  @Override
  public int aroundPropertyProximity() {
    return NEAR;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (!(context.testInstance() instanceof DomainContract<?, ?> contract)
        || context.targetMethod().getDeclaringClass() != DomainContract.class) {
      return property.execute();
    }
    if (context.findAnnotation(Trials.class).isPresent()) {
      TrialsHook.setTrials(context.attributes(), contract.histories());
    }
    PropertyExecutionResult result = property.execute();
    String clause = context.findAnnotation(Clause.class).orElseThrow().value()[0];
    boolean seen = contract.cases() > 0 || contract.withoutCases().contains(clause);
    return result.status() == Status.SUCCESSFUL && !seen
        ? result.mapToFailed(
            String.format(
                "%s is broken: or not, %d histories of %s hold no case of it",
                clause, contract.histories(), contract.domain().name()))
        : result;
  }
}

package dev.fcp.spec.session;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutionResult.Status;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Fails a test of random programs if an operation followed another one too rarely. */
final class OperationPairCoverageHook implements AroundPropertyHook {

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    PropertyExecutionResult result = property.execute();
    if (result.status() != Status.SUCCESSFUL
        || !(context.testInstance() instanceof SessionContract<?, ?> contract)
        || context.targetMethod().getDeclaringClass() != SessionContract.class) {
      return result;
    }
    return contract.pairCoverage().missing().map(result::mapToFailed).orElse(result);
  }
}

package dev.fcp.spec.domain;

import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Trials;
import dev.fcp.spec.generator.Tries;
import java.util.Optional;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutionResult.Status;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Tries each law on the number of histories that the contract declares, and fails a law that
 * checked too few cases.
 */
final class DomainContractHook implements AroundPropertyHook {

  /** Closer to the property than the hook that sets the number of tries of all properties. */
  private static final int PROXIMITY = 10;

  @Override
  public int aroundPropertyProximity() {
    return PROXIMITY;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (!(context.testInstance() instanceof DomainContract<?, ?> contract)
        || context.targetMethod().getDeclaringClass() != DomainContract.class) {
      return property.execute();
    }
    if (context.findAnnotation(Trials.class).isPresent()) {
      context.attributes().setTries(Tries.of(contract.historyCount()));
    }
    PropertyExecutionResult result = property.execute();
    String clause = context.findAnnotation(Clause.class).orElseThrow().value()[0];
    return result.status() == Status.SUCCESSFUL
        ? missingCases(contract, clause)
            .map(missing ->
                result.mapToFailed(
                    String.format(
                        "%s is broken or untested: %d histories of %s hold %s",
                        clause,
                        Tries.of(contract.historyCount()),
                        contract.domain().name(),
                        missing)))
            .orElse(result)
        : result;
  }

  /** Returns which required cases a law did not check; empty if it checked enough. */
  private static Optional<String> missingCases(DomainContract<?, ?> contract, String clause) {
    if (contract.clausesWithoutCases().contains(clause)) {
      return Optional.empty();
    }
    if (contract.caseCount() == 0) {
      return Optional.of("no case of it");
    }
    RollbackCounts rollbacks = contract.rollbackCounts();
    boolean isOfRollbacks = !rollbacks.equals(RollbackCounts.NONE);
    if (isOfRollbacks && !rollbacks.isMostlyCompared()) {
      return Optional.of("too few comparable documents: " + rollbacks);
    }
    boolean hasConflicts =
        rollbacks.plansWithConflicts() > 0 || contract.clausesWithoutCases().contains("RB-5");
    return isOfRollbacks && !hasConflicts
        ? Optional.of("no conflict of a rollback: " + rollbacks)
        : Optional.empty();
  }
}

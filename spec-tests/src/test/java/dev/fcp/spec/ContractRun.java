package dev.fcp.spec;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The results of a contract that is run within a test.
 *
 * @param passed the names of the laws that held
 * @param failed the names of the laws that were broken
 */
public record ContractRun(Set<String> passed, Set<String> failed) {

  /** Runs laws of a contract, each until its first failure. */
  public static ContractRun of(Class<?> contract, String engine, Predicate<String> laws) {
    ContractRun run = new ContractRun(new TreeSet<>(), new TreeSet<>());
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(contract))
                .filters(EngineFilter.includeEngines(engine), only(laws))
                .configurationParameter("jqwik.shrinking.default", "OFF")
                // Hides the expected failures from the report.
                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                .build(),
            run.listener());
    return run;
  }

  private static PostDiscoveryFilter only(Predicate<String> laws) {
    return test ->
        FilterResult.includedIf(
            !(test.getSource().orElse(null) instanceof MethodSource source)
                || laws.test(source.getMethodName()));
  }

  private TestExecutionListener listener() {
    return new TestExecutionListener() {
      @Override
      public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest() && test.getSource().orElseThrow() instanceof MethodSource source) {
          boolean held = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
          (held ? passed : failed).add(source.getMethodName());
        }
      }
    };
  }

  /** Returns the clauses that a law of a contract cites. */
  public static Set<String> clauses(Class<?> contract, String law) {
    Set<String> clauses = new TreeSet<>();
    for (Method method : contract.getDeclaredMethods()) {
      Clause clause = method.getAnnotation(Clause.class);
      if (method.getName().equals(law) && clause != null) {
        clauses.addAll(Set.of(clause.value()));
      }
    }
    return clauses;
  }

  /** The percentage of laws that held. */
  public int percentPassed() {
    return 100 * passed.size() / (passed.size() + failed.size());
  }

  /** Returns a row of a page about faults. */
  public static String tableRow(String description, String clause, String law) {
    return "| %s | %s | %s |\n".formatted(description, clause, readable(law));
  }

  private static String readable(String law) {
    return law.replace('_', ' ');
  }
}

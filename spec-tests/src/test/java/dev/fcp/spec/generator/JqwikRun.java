package dev.fcp.spec.generator;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.MoreCollectors;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ShrinkingMode;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs one jqwik property within a test that checks its result. */
public final class JqwikRun {

  private JqwikRun() {}

  /** How a property fails on the smallest values, or nothing if it holds. */
  public static Optional<Throwable> of(Class<?> container, String property) {
    return of(container, property, ShrinkingMode.FULL);
  }

  /** How a property fails on the first values, which is quick, or nothing if it holds. */
  public static Optional<Throwable> unshrunk(Class<?> container, String property) {
    return of(container, property, ShrinkingMode.OFF);
  }

  private static Optional<Throwable> of(Class<?> container, String property, ShrinkingMode mode) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request(container, property, mode), listener);
    assertThat(listener.getSummary().getTestsStartedCount()).isOne();
    return listener.getSummary().getFailures().stream()
        .map(failure -> failure.getException())
        .collect(MoreCollectors.toOptional());
  }

  private static LauncherDiscoveryRequest request(
      Class<?> container, String property, ShrinkingMode mode) {
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(DiscoverySelectors.selectMethod(container, method(container, property)))
        .filters(EngineFilter.includeEngines("jqwik"))
        .configurationParameter("jqwik.shrinking.default", mode.name())
        // Hides the expected failures from the report.
        .configurationParameter("jqwik.reporting.usejunitplatform", "true")
        .build();
  }

  private static Method method(Class<?> container, String name) {
    return Stream.<Class<?>>iterate(container, type -> type != null, Class::getSuperclass)
        .flatMap(type -> Stream.of(type.getDeclaredMethods()))
        .filter(method -> method.getName().equals(name))
        .collect(MoreCollectors.onlyElement());
  }
}

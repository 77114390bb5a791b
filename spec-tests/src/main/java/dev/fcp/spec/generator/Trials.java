package dev.fcp.spec.generator;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Property;

/**
 * A jqwik property whose values are generated from a fixed seed, so that each run gives the same
 * result. The system property {@code fcp.seed} sets another seed.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Property(edgeCases = EdgeCasesMode.NONE, afterFailure = AfterFailureMode.RANDOM_SEED)
public @interface Trials {

  /** The number of values to try if all {@link Tries} are made. */
  int value() default 30;
}

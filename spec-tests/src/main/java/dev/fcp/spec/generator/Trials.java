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
 * A jqwik property over generated values, which follow from a fixed seed: the same code gives the
 * same answer. The system property {@code fcp.seed} names another seed.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Property(edgeCases = EdgeCasesMode.NONE, afterFailure = AfterFailureMode.RANDOM_SEED)
public @interface Trials {

  /** On how many values it is tried, if {@link Tries} are all made. */
  int value() default 30;
}

package dev.fcp.spec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the clauses of {@code SPEC.md} that a test checks. On a type, the annotation applies to all
 * its tests.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(Clause.All.class)
public @interface Clause {

  /** The ids, such as {@code EL-4}. */
  String[] value();

  /** The container of repeated {@link Clause} annotations. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.TYPE})
  @interface All {

    /** The repeated annotations. */
    Clause[] value();
  }
}

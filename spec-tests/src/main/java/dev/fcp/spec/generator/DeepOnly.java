package dev.fcp.spec.generator;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Marks a test that is slow even with few tries. It runs only if all {@link Tries} are made. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@EnabledIf(value = "dev.fcp.spec.generator.Tries#areAll", disabledReason = "run it with -Pdeep")
public @interface DeepOnly {}

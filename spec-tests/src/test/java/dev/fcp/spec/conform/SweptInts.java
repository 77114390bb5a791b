package dev.fcp.spec.conform;

import dev.fcp.spec.generator.Tries;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The numbers of a parameterized test, of which all are tried, or the first, the last and some
 * between them, as in {@link Tries#sweep(int)}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@ArgumentsSource(SweptInts.Source.class)
@interface SweptInts {

  int[] value();

  /** Provides the numbers. */
  final class Source implements ArgumentsProvider, AnnotationConsumer<SweptInts> {

    private int[] numbers = {};

    @Override
    public void accept(SweptInts annotation) {
      numbers = annotation.value();
    }

    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      IntStream points = Tries.sweep(numbers.length);
      return points.mapToObj(point -> Arguments.of(numbers[point]));
    }
  }
}

package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.LawAssertions.require;
import static dev.fcp.spec.domain.LawAssertions.requireEqual;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Events as earlier releases encoded them: one JSON line each, at least one for every type of the
 * family. A change of the encoding fails here before it breaks existing files.
 */
final class GoldenEvents<M, E> {

  private final Domain<M, E> domain;
  private final String resource;

  GoldenEvents(Domain<M, E> domain, String resource) {
    this.domain = domain;
    this.resource = resource;
  }

  /**
   * DM-5: every line can be decoded and is encoded to the same text, and every type has a line.
   *
   * @param samples sample events; the failure message prints a line for each missing type
   */
  int check(Class<?> test, Supplier<Stream<E>> samples) {
    List<String> lines = lines(test);
    Set<Class<?>> missing = new LinkedHashSet<>();
    Set<Class<?>> written = new HashSet<>();
    for (String line : lines) {
      E event = domain.eventCodec().decode(ValueJson.read(line).asFields());
      requireEqual("DM-5", line, line(event), () -> resource + " has another encoding of " + event);
      written.add(event.getClass());
      missing.addAll(family(event.getClass()));
    }
    missing.removeAll(written);
    require(
        "DM-5",
        !lines.isEmpty() && missing.isEmpty(),
        () ->
            "%s has no line for %s; lines to add:%n%s"
                .formatted(
                    resource,
                    lines.isEmpty() ? "any type" : missing,
                    String.join("\n", examples(samples.get(), written))));
    return lines.size();
  }

  /** Returns a line for each type that has none. */
  private Collection<String> examples(Stream<E> samples, Set<Class<?>> written) {
    Map<Class<?>, String> examples = new LinkedHashMap<>();
    samples
        .filter(event -> !written.contains(event.getClass()))
        .forEach(event -> examples.putIfAbsent(event.getClass(), line(event)));
    return examples.values();
  }

  private String line(E event) {
    return ValueJson.write(domain.eventCodec().encode(event));
  }

  private List<String> lines(Class<?> test) {
    try (@Nullable InputStream in = test.getResourceAsStream(resource)) {
      return in == null
          ? List.of()
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }

  /** Returns all types of the sealed families that a type belongs to. */
  private static Set<Class<?>> family(Class<?> type) {
    Set<Class<?>> family = new LinkedHashSet<>();
    family.add(type);
    for (Class<?> sealed : type.getInterfaces()) {
      if (sealed.isSealed()) {
        addLeaves(sealed, family);
      }
    }
    return family;
  }

  private static void addLeaves(Class<?> type, Set<Class<?>> leaves) {
    if (type.isSealed()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        addLeaves(permitted, leaves);
      }
    } else {
      leaves.add(type);
    }
  }
}

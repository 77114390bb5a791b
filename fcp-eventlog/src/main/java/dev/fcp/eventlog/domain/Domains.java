package dev.fcp.eventlog.domain;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The domains of a program by name. Immutable. */
public final class Domains {

  private final Map<String, Domain<?, ?>> byName;

  private Domains(Map<String, Domain<?, ?>> byName) {
    this.byName = byName;
  }

  /**
   * A set of domains.
   *
   * @throws IllegalArgumentException if two domains have the same name
   */
  public static Domains of(Collection<? extends Domain<?, ?>> domains) {
    Map<String, Domain<?, ?>> byName = new LinkedHashMap<>();
    for (Domain<?, ?> domain : domains) {
      if (byName.putIfAbsent(domain.name(), domain) != null) {
        throw new IllegalArgumentException("two domains are named \"" + domain.name() + "\"");
      }
    }
    return new Domains(byName);
  }

  /** All domains that the {@link ServiceLoader} finds on the class path or module path. */
  @SuppressWarnings("rawtypes")
  public static Domains installed() {
    List<Domain<?, ?>> found =
        ServiceLoader.load(Domain.class).stream()
            .<Domain<?, ?>>map(provider -> (Domain<?, ?>) provider.get())
            .toList();
    return of(found);
  }

  /** The domains, in the order in which they were given or found. */
  public List<Domain<?, ?>> all() {
    return List.copyOf(byName.values());
  }

  /** The domain with a name, if there is one. */
  public Optional<Domain<?, ?>> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The domain whose format has the extension of a file name, if there is one. */
  public Optional<Domain<?, ?>> forFileName(String fileName) {
    String extension = fileName.substring(fileName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return all().stream()
        .filter(domain -> domain.format().extensions().contains(extension))
        .findFirst();
  }
}

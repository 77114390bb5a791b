package dev.fcp.verbs;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** The languages available to a program, by domain name. Immutable. */
public final class Languages {

  private final Map<String, DomainLanguage<?, ?>> byDomain;

  private Languages(Map<String, DomainLanguage<?, ?>> byDomain) {
    this.byDomain = byDomain;
  }

  /**
   * The given languages.
   *
   * @throws IllegalArgumentException if two languages are for domains of the same name
   */
  public static Languages of(Collection<? extends DomainLanguage<?, ?>> languages) {
    Map<String, DomainLanguage<?, ?>> byDomain = new LinkedHashMap<>();
    for (DomainLanguage<?, ?> language : languages) {
      String name = language.domain().name();
      if (byDomain.putIfAbsent(name, language) != null) {
        throw new IllegalArgumentException("two languages for the domain \"" + name + "\"");
      }
    }
    return new Languages(byDomain);
  }

  /** All languages that the {@link ServiceLoader} finds on the class path or module path. */
  @SuppressWarnings("rawtypes")
  public static Languages installed() {
    List<DomainLanguage<?, ?>> found =
        ServiceLoader.load(DomainLanguage.class).stream()
            .<DomainLanguage<?, ?>>map(provider -> (DomainLanguage<?, ?>) provider.get())
            .toList();
    return of(found);
  }

  /** The languages, in the order in which they were given or found. */
  public List<DomainLanguage<?, ?>> all() {
    return List.copyOf(byDomain.values());
  }

  /** The language of a domain. */
  public Optional<DomainLanguage<?, ?>> forDomain(String domain) {
    return Optional.ofNullable(byDomain.get(domain));
  }

  /** The language of the domain whose file format has the extension of {@code fileName}. */
  public Optional<DomainLanguage<?, ?>> forFileName(String fileName) {
    String extension = fileName.substring(fileName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return all().stream()
        .filter(language -> language.domain().format().extensions().contains(extension))
        .findFirst();
  }
}

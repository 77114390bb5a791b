package dev.fcp.verbs;

import dev.fcp.eventlog.domain.FolderDomain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The languages available to a program. An installed language is created when it is first asked
 * for, or when one after it is. Thread-safe.
 */
public final class Languages {

  /** A list, or a service loader, which creates languages while it is iterated. */
  @SuppressWarnings("rawtypes")
  private final Iterable<? extends DomainLanguage> languages;

  @SuppressWarnings("rawtypes")
  private Languages(Iterable<? extends DomainLanguage> languages) {
    this.languages = languages;
  }

  /**
   * The given languages.
   *
   * @throws IllegalArgumentException if two languages are for domains of the same name
   */
  public static Languages of(Collection<? extends DomainLanguage<?, ?>> languages) {
    return new Languages(new Languages(languages).all());
  }

  /** All languages that the {@link ServiceLoader} finds on the class path or module path. */
  public static Languages installed() {
    return new Languages(ServiceLoader.load(DomainLanguage.class));
  }

  /**
   * The languages, in the order in which they were given or found.
   *
   * @throws IllegalArgumentException if two languages are for domains of the same name
   */
  public synchronized List<DomainLanguage<?, ?>> all() {
    List<DomainLanguage<?, ?>> all = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (DomainLanguage<?, ?> language : languages) {
      String name = language.domain().name();
      if (!names.add(name)) {
        throw new IllegalArgumentException("two languages for the domain \"" + name + "\"");
      }
      all.add(language);
    }
    return List.copyOf(all);
  }

  /** The language of a domain. */
  public Optional<DomainLanguage<?, ?>> forDomain(String domain) {
    return first(language -> language.domain().name().equals(domain));
  }

  /** The language of the domain whose file format has the extension of {@code fileName}. */
  public Optional<DomainLanguage<?, ?>> forFileName(String fileName) {
    String extension = fileName.substring(fileName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return first(language -> language.domain().format().extensions().contains(extension));
  }

  /** The first language of a domain whose documents may be folders. */
  public Optional<DomainLanguage<?, ?>> forFolders() {
    return first(language -> language.domain() instanceof FolderDomain);
  }

  private synchronized Optional<DomainLanguage<?, ?>> first(
      Predicate<DomainLanguage<?, ?>> condition) {
    for (DomainLanguage<?, ?> language : languages) {
      if (condition.test(language)) {
        return Optional.of(language);
      }
    }
    return Optional.empty();
  }
}

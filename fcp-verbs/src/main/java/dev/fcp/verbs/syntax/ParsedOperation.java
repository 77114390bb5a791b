package dev.fcp.verbs.syntax;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * A parsed operation. Immutable.
 *
 * @param verb the first token, in lower case
 * @param positionals the positional arguments, including arrows
 * @param params the {@code key:value} arguments, in the order in which they were typed
 * @param selectors the {@code @} arguments, in order
 * @param raw the operation as typed, trimmed
 */
public record ParsedOperation(
    String verb,
    List<Positional> positionals,
    SequencedMap<String, String> params,
    List<Selector> selectors,
    String raw) {

  public ParsedOperation {
    Objects.requireNonNull(verb, "verb");
    Objects.requireNonNull(raw, "raw");
    positionals = List.copyOf(positionals);
    params = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(params));
    selectors = List.copyOf(selectors);
  }

  /** An operation created by code, without parameters; its raw text is the canonical text. */
  public static ParsedOperation of(String verb, String... words) {
    List<Positional> positionals =
        Stream.of(words).map(word -> new Positional(word, Positional.Kind.WORD)).toList();
    return with(verb, positionals, new LinkedHashMap<>(), List.of());
  }

  /** The value of a parameter, if it was given. */
  public Optional<String> param(String key) {
    return Optional.ofNullable(params.get(key));
  }

  /** The text of the positionals, without arrows. */
  public List<String> words() {
    return positionals.stream().filter(it -> !it.isArrow()).map(Positional::text).toList();
  }

  /** The word at an index that counts words only, from 0. */
  public Optional<String> word(int index) {
    List<String> words = words();
    return index < words.size() ? Optional.of(words.get(index)) : Optional.empty();
  }

  /**
   * The canonical text of the operation: verb, positionals, parameters, selectors, quoted where
   * needed. Parsing it gives an operation for which {@link #isEquivalentTo} holds.
   */
  public String canonicalText() {
    List<String> parts = new ArrayList<>();
    parts.add(Quoting.verb(verb));
    positionals.forEach(positional -> parts.add(Quoting.positional(positional)));
    params.forEach((key, value) -> parts.add(Quoting.param(key, value)));
    selectors.forEach(selector -> parts.add(Quoting.selector(selector)));
    return String.join(" ", parts);
  }

  /** Whether two operations have the same parts, however they were typed. */
  public boolean isEquivalentTo(ParsedOperation other) {
    return canonicalText().equals(other.canonicalText());
  }

  /** The same operation with another verb; its raw text is the canonical text. */
  public ParsedOperation withVerb(String newVerb) {
    return with(newVerb.toLowerCase(Locale.ROOT), positionals, params, selectors);
  }

  /** The same operation with other positionals; its raw text is the canonical text. */
  public ParsedOperation withPositionals(List<Positional> newPositionals) {
    return with(verb, newPositionals, params, selectors);
  }

  /**
   * The same operation with a word replaced; its raw text is the canonical text.
   *
   * @param index counts words only, from 0
   * @throws IndexOutOfBoundsException if there is no such word
   */
  public ParsedOperation withWord(int index, String newText) {
    List<Positional> changed = new ArrayList<>(positionals);
    int wordIndex = Objects.checkIndex(index, words().size());
    for (int i = 0, wordCount = 0; i < changed.size(); i++) {
      if (!changed.get(i).isArrow() && wordCount++ == wordIndex) {
        changed.set(i, new Positional(newText, changed.get(i).kind()));
      }
    }
    return withPositionals(changed);
  }

  /** The same operation with a parameter set; its raw text is the canonical text. */
  public ParsedOperation withParam(String key, String value) {
    SequencedMap<String, String> changed = new LinkedHashMap<>(params);
    changed.put(key, value);
    return with(verb, positionals, changed, selectors);
  }

  /** The same operation without a parameter; its raw text is the canonical text. */
  public ParsedOperation withoutParam(String key) {
    SequencedMap<String, String> changed = new LinkedHashMap<>(params);
    changed.remove(key);
    return with(verb, positionals, changed, selectors);
  }

  /**
   * The same operation with the key of a parameter replaced; its raw text is the canonical text.
   */
  public ParsedOperation withParamRenamed(String key, String newKey) {
    SequencedMap<String, String> changed = new LinkedHashMap<>();
    for (Map.Entry<String, String> param : params.entrySet()) {
      changed.put(param.getKey().equals(key) ? newKey : param.getKey(), param.getValue());
    }
    return with(verb, positionals, changed, selectors);
  }

  /** The same operation with other selectors; its raw text is the canonical text. */
  public ParsedOperation withSelectors(List<Selector> newSelectors) {
    return with(verb, positionals, params, newSelectors);
  }

  private static ParsedOperation with(
      String verb,
      List<Positional> positionals,
      SequencedMap<String, String> params,
      List<Selector> selectors) {
    String text = new ParsedOperation(verb, positionals, params, selectors, "").canonicalText();
    return new ParsedOperation(verb, positionals, params, selectors, text);
  }
}

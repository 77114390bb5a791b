package dev.fcp.verbs.form;

import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a verb or query looks like: its name, its arguments and how it is explained. All that is not
 * declared here is refused, with the nearest that is. Immutable; every method that adds gives a new
 * form.
 *
 * <p>A name of two words ({@code page add}) makes the first the verb and the second the first
 * positional; the operation reaches the verb with that word moved into its name.
 */
public final class Form {

  private final String name;
  private final String summary;
  private final String category;
  private final List<Slot> slots;
  private final List<Param<?>> params;
  private final List<SelectorForm> selectors;
  private final boolean acceptsArrows;
  private final boolean acceptsAnyParam;
  private final boolean suggestsQuotes;
  private final List<String> syntaxLines;
  private final List<Keyword> keywords;
  private final boolean acceptsOneKeyword;
  private final boolean requiresOneParam;
  private final List<String> help;
  private final List<String> examples;

  private Form(Builder builder) {
    this.name = builder.name;
    this.summary = builder.summary;
    this.category = builder.category;
    this.slots = List.copyOf(builder.slots);
    this.params = List.copyOf(builder.params);
    this.selectors = List.copyOf(builder.selectors);
    this.acceptsArrows = builder.acceptsArrows;
    this.acceptsAnyParam = builder.acceptsAnyParam;
    this.suggestsQuotes = builder.suggestsQuotes;
    this.syntaxLines = List.copyOf(builder.syntaxLines);
    this.keywords = List.copyOf(builder.keywords);
    this.acceptsOneKeyword = builder.acceptsOneKeyword;
    this.requiresOneParam = builder.requiresOneParam;
    this.help = List.copyOf(builder.help);
    this.examples = List.copyOf(builder.examples);
  }

  /**
   * A positional.
   *
   * @param hint what stands there, for the card
   * @param example what would do there in any document; empty if only the asker can know it
   * @param requirement when it may be missing
   * @param help its explanation; empty if it is offered only in operation text
   */
  public record Slot(
      String hint, Optional<String> example, Requirement requirement, List<String> help) {

    /** Copies the list. */
    public Slot {
      Objects.requireNonNull(hint, "hint");
      Objects.requireNonNull(example, "example");
      Objects.requireNonNull(requirement, "requirement");
      help = List.copyOf(help);
    }

    /** The hint as a word of an operation, for what only the asker can know. */
    String placeholder() {
      return isQuotedText() ? hint.substring(1, hint.length() - 1) : hint;
    }

    /** What a suggestion puts there. */
    String suggestedText() {
      return example.orElse(placeholder());
    }

    Positional toPositional(String text) {
      return new Positional(text, isQuotedText() ? Positional.Kind.QUOTED : Positional.Kind.WORD);
    }

    private boolean isQuotedText() {
      return hint.length() > 1 && hint.startsWith("\"") && hint.endsWith("\"");
    }

    /** When a positional may be missing. */
    public enum Requirement {
      /** Never. */
      REQUIRED,
      /** If the operation has a selector. */
      UNLESS_SELECTED,
      /** Always. */
      OPTIONAL,
      /** Always, and there may be several. */
      REST
    }
  }

  /**
   * A word that changes what an operation does; it stands in one of the slots.
   *
   * @param word the word
   * @param help its explanation
   */
  public record Keyword(String word, String help) {

    /** Refuses null. */
    public Keyword {
      Objects.requireNonNull(word, "word");
      Objects.requireNonNull(help, "help");
    }
  }

  /**
   * A verb without arguments.
   *
   * @param name one word or two, in lower case
   * @param category the heading it stands under on the card
   * @param summary what it does, in a few words, without a full stop
   * @throws IllegalArgumentException if the name is not one or two lower-case words
   */
  public static Form of(String name, String category, String summary) {
    return new Form(new Builder(name, category, summary));
  }

  /** With a positional that must be there, after those before it. */
  public Form required(String hint) {
    return slot(hint, Slot.Requirement.REQUIRED);
  }

  /**
   * With a positional that must be there, after those before it.
   *
   * @param example what would do there in any document, for the suggestion where it is missing;
   *     without one the hint stands for it
   */
  public Form required(String hint, String example) {
    return slot(new Slot(hint, Optional.of(example), Slot.Requirement.REQUIRED, List.of()));
  }

  /** With a positional that must be there unless the operation has a selector. */
  public Form requiredOrSelected(String hint) {
    return slot(hint, Slot.Requirement.UNLESS_SELECTED);
  }

  /** With a positional that may be missing. */
  public Form optional(String hint) {
    return slot(hint, Slot.Requirement.OPTIONAL);
  }

  /** With any number of further positionals. */
  public Form rest(String hint) {
    return slot(hint, Slot.Requirement.REST);
  }

  /**
   * With an explanation of its last positional: one sentence, or several lines.
   *
   * @throws IllegalStateException if it has no positional
   */
  public Form explained(String... lines) {
    if (slots.isEmpty()) {
      throw new IllegalStateException(name + " has no positional to explain");
    }
    Builder builder = new Builder(this);
    Slot last = builder.slots.removeLast();
    builder.slots.add(new Slot(last.hint(), last.example(), last.requirement(), List.of(lines)));
    return new Form(builder);
  }

  /** With a word that may stand in one of its slots. */
  public Form keyword(String word, String explanation) {
    Builder builder = new Builder(this);
    builder.keywords.add(new Keyword(word, explanation));
    return new Form(builder);
  }

  /** With at most one of its keywords in an operation. */
  public Form oneKeyword() {
    Builder builder = new Builder(this);
    builder.acceptsOneKeyword = true;
    return new Form(builder);
  }

  /** With arrows among its positionals; they do not count as arguments. */
  public Form arrows() {
    Builder builder = new Builder(this);
    builder.acceptsArrows = true;
    return new Form(builder);
  }

  /** With parameters. */
  public Form params(Param<?>... more) {
    Builder builder = new Builder(this);
    builder.params.addAll(List.of(more));
    return new Form(builder);
  }

  /** With exactly one of its parameters in an operation. */
  public Form oneParam() {
    Builder builder = new Builder(this);
    builder.requiresOneParam = true;
    return new Form(builder);
  }

  /**
   * With a last positional that is text people write with spaces, for instance a name. It still
   * needs quotes; without them the refusal suggests it with.
   */
  public Form suggestingQuotes() {
    Builder builder = new Builder(this);
    builder.suggestsQuotes = true;
    return new Form(builder);
  }

  /** With any other parameter besides; the verb itself refuses those it does not know. */
  public Form anyParams() {
    Builder builder = new Builder(this);
    builder.acceptsAnyParam = true;
    return new Form(builder);
  }

  /** With selectors. */
  public Form selectors(List<SelectorForm> more) {
    Builder builder = new Builder(this);
    builder.selectors.addAll(more);
    return new Form(builder);
  }

  /** With lines for the card in place of the one made from the arguments. */
  public Form syntax(String... lines) {
    Builder builder = new Builder(this);
    builder.syntaxLines.addAll(List.of(lines));
    return new Form(builder);
  }

  /** With a longer explanation than the summary: a line, or several. */
  public Form help(String... lines) {
    Builder builder = new Builder(this);
    builder.help.addAll(List.of(lines));
    return new Form(builder);
  }

  /** With operations of this form, as examples. */
  public Form examples(String... operations) {
    Builder builder = new Builder(this);
    builder.examples.addAll(List.of(operations));
    return new Form(builder);
  }

  /** The name: one word or two, in lower case. */
  public String name() {
    return name;
  }

  /** What it does, in a few words. */
  public String summary() {
    return summary;
  }

  /** The heading it stands under on the card. */
  public String category() {
    return category;
  }

  /** The longer explanation; empty if there is none. */
  public List<String> help() {
    return help;
  }

  /** Examples of operations. */
  public List<String> examples() {
    return examples;
  }

  /** The words that change what it does. */
  public List<Keyword> keywords() {
    return keywords;
  }

  /** Whether an operation has at most one of them. */
  public boolean acceptsOneKeyword() {
    return acceptsOneKeyword;
  }

  /** Whether an operation has exactly one of the parameters. */
  public boolean requiresOneParam() {
    return requiresOneParam;
  }

  /** The positionals, in their order. */
  public List<Slot> slots() {
    return slots;
  }

  /** The parameters it knows. */
  public List<Param<?>> params() {
    return params;
  }

  /** The parameter of a key, if it knows it. */
  public Optional<Param<?>> param(String key) {
    return params.stream().filter(it -> it.key().equals(key)).findFirst();
  }

  /** The selectors it knows. */
  public List<SelectorForm> selectors() {
    return selectors;
  }

  /** How it is typed: a line, or several. */
  public List<String> syntaxLines() {
    return syntaxLines.isEmpty() ? List.of(defaultSyntax()) : syntaxLines;
  }

  /** Why an operation does not have this form; empty if it has. */
  public Optional<Refusal> check(ParsedOperation op) {
    return new FormChecker(this, op).firstProblem();
  }

  /**
   * The shortest operation of this form, with the words of the card in place of its arguments.
   *
   * @see #placeholders
   */
  public String template() {
    List<Slot> required =
        slots.stream().filter(it -> it.requirement() == Slot.Requirement.REQUIRED).toList();
    List<Positional> words = fillSlots(List.of(), required, Slot::placeholder);
    SequencedMap<String, String> values = new LinkedHashMap<>();
    params.stream().filter(Param::isMandatory).forEach(it -> values.put(it.key(), it.hint()));
    return new ParsedOperation(name, words, values, List.of(), name).canonicalText();
  }

  /**
   * The words that stand in suggestions for what only the asker can know: a suggestion that holds
   * none of them as a word or value can be typed as it is.
   */
  public Set<String> placeholders() {
    Set<String> placeholders = new LinkedHashSet<>();
    slots.stream()
        .filter(slot -> !slot.example().equals(Optional.of(slot.placeholder())))
        .map(Slot::placeholder)
        .forEach(placeholders::add);
    params.stream().map(Param::hint).forEach(placeholders::add);
    selectors.stream().map(SelectorForm::example).forEach(placeholders::add);
    return Set.copyOf(placeholders);
  }

  /** Positionals with further ones behind them, and with arrows between all if there are any. */
  List<Positional> fillSlots(
      List<Positional> given, List<Slot> missingSlots, Function<Slot, String> textOf) {
    List<Positional> filled = new ArrayList<>(given);
    for (Slot slot : missingSlots) {
      if (acceptsArrows && !filled.isEmpty() && !filled.get(filled.size() - 1).isArrow()) {
        filled.add(new Positional("->", Positional.Kind.ARROW));
      }
      filled.add(slot.toPositional(textOf.apply(slot)));
    }
    return filled;
  }

  boolean acceptsArrows() {
    return acceptsArrows;
  }

  boolean acceptsAnyParam() {
    return acceptsAnyParam;
  }

  boolean suggestsQuotes() {
    return suggestsQuotes;
  }

  private Form slot(String hint, Slot.Requirement requirement) {
    return slot(new Slot(hint, Optional.empty(), requirement, List.of()));
  }

  private Form slot(Slot slot) {
    Builder builder = new Builder(this);
    builder.slots.add(slot);
    return new Form(builder);
  }

  private String defaultSyntax() {
    Stream<String> slotParts = slots.stream().map(Form::slotSyntax);
    Stream<String> paramParts =
        params.stream().map(it -> it.isMandatory() ? it.toString() : "[" + it + "]");
    boolean selectorsShownInSlots =
        slots.stream().anyMatch(it -> it.requirement() == Slot.Requirement.UNLESS_SELECTED);
    Stream<String> selectorParts =
        selectors.isEmpty() || selectorsShownInSlots ? Stream.empty() : Stream.of("[@SELECTOR...]");
    return Stream.of(Stream.of(name), slotParts, paramParts, selectorParts)
        .flatMap(parts -> parts)
        .reduce((a, b) -> a + " " + b)
        .orElse(name);
  }

  private static String slotSyntax(Slot slot) {
    return switch (slot.requirement()) {
      case REQUIRED -> slot.hint();
      case UNLESS_SELECTED -> slot.hint() + "|@SELECTOR...";
      case OPTIONAL -> "[" + slot.hint() + "]";
      case REST -> "[" + slot.hint() + "...]";
    };
  }

  @Override
  public String toString() {
    return String.join("\n", syntaxLines());
  }

  /** A form in the making. */
  private static final class Builder {

    private final String name;
    private final String category;
    private final String summary;
    private final List<Slot> slots = new ArrayList<>();
    private final List<Param<?>> params = new ArrayList<>();
    private final List<SelectorForm> selectors = new ArrayList<>();
    private final List<String> syntaxLines = new ArrayList<>();
    private final List<Keyword> keywords = new ArrayList<>();
    private final List<String> help = new ArrayList<>();
    private final List<String> examples = new ArrayList<>();
    private boolean acceptsArrows;
    private boolean acceptsAnyParam;
    private boolean acceptsOneKeyword;
    private boolean requiresOneParam;
    private boolean suggestsQuotes;

    Builder(String name, String category, String summary) {
      boolean hasOneOrTwoWords = name.matches("\\S+(?: \\S+)?");
      if (!hasOneOrTwoWords || !name.equals(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "\"" + name + "\" is not one or two words in lower case");
      }
      this.name = name;
      this.category = Objects.requireNonNull(category, "category");
      this.summary = Objects.requireNonNull(summary, "summary");
    }

    Builder(Form form) {
      this(form.name, form.category, form.summary);
      slots.addAll(form.slots);
      params.addAll(form.params);
      selectors.addAll(form.selectors);
      syntaxLines.addAll(form.syntaxLines);
      keywords.addAll(form.keywords);
      help.addAll(form.help);
      examples.addAll(form.examples);
      acceptsArrows = form.acceptsArrows;
      acceptsAnyParam = form.acceptsAnyParam;
      acceptsOneKeyword = form.acceptsOneKeyword;
      requiresOneParam = form.requiresOneParam;
      suggestsQuotes = form.suggestsQuotes;
    }
  }
}

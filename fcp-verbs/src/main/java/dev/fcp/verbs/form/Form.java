package dev.fcp.verbs.form;

import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The form of a verb, query or session action: its name, its arguments and its help. An operation
 * with an undeclared argument is refused, with the only similar declared one as the suggestion.
 * Immutable; the methods that add something return a new form.
 *
 * <p>A name can have two words ({@code page add}). The parser reads the second word as the first
 * positional; {@link dev.fcp.verbs.FormRegistry#match} moves it into the verb.
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
  private final boolean isRemoving;
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
    this.isRemoving = builder.isRemoving;
    this.help = List.copyOf(builder.help);
    this.examples = List.copyOf(builder.examples);
  }

  /**
   * A positional argument.
   *
   * @param hint what the argument means, for the reference card
   * @param requirement when the argument can be omitted
   * @param help the explanation; empty if the argument is offered only in operation text
   */
  public record Slot(String hint, Requirement requirement, List<String> help) {

    public Slot {
      Objects.requireNonNull(hint, "hint");
      Objects.requireNonNull(requirement, "requirement");
      help = List.copyOf(help);
    }

    /** When an argument can be omitted. */
    public enum Requirement {
      /** Never. */
      REQUIRED,
      /** If the operation has a selector. */
      UNLESS_SELECTED,
      /** Always. */
      OPTIONAL,
      /** Always; the slot takes any number of arguments. */
      REST
    }
  }

  /**
   * A word with a fixed meaning that changes what an operation does; it is passed in one of the
   * slots.
   *
   * @param word the word
   * @param help the explanation
   */
  public record Keyword(String word, String help) {

    public Keyword {
      Objects.requireNonNull(word, "word");
      Objects.requireNonNull(help, "help");
    }
  }

  /**
   * A form without arguments.
   *
   * @param name one word or two, in lower case
   * @param category its heading on the reference card
   * @param summary what the operation does, in a few words, without a full stop
   * @throws IllegalArgumentException if the name is not one or two lower-case words
   */
  public static Form of(String name, String category, String summary) {
    return new Form(new Builder(name, category, summary));
  }

  /** Adds a required slot. */
  public Form required(String hint) {
    return slot(hint, Slot.Requirement.REQUIRED);
  }

  /** Adds a slot that is required unless the operation has a selector. */
  public Form requiredOrSelected(String hint) {
    return slot(hint, Slot.Requirement.UNLESS_SELECTED);
  }

  /** Adds an optional slot. */
  public Form optional(String hint) {
    return slot(hint, Slot.Requirement.OPTIONAL);
  }

  /** Adds a last slot that takes any number of arguments. */
  public Form rest(String hint) {
    return slot(hint, Slot.Requirement.REST);
  }

  /**
   * Adds an explanation to the last slot: one sentence, or several lines.
   *
   * @throws IllegalStateException if the form has no slot
   */
  public Form explained(String... lines) {
    if (slots.isEmpty()) {
      throw new IllegalStateException(name + " has no positional to explain");
    }
    Builder builder = new Builder(this);
    Slot last = builder.slots.removeLast();
    builder.slots.add(new Slot(last.hint(), last.requirement(), List.of(lines)));
    return new Form(builder);
  }

  /** Adds a keyword, which can be passed in one of the slots. */
  public Form keyword(String word, String explanation) {
    Builder builder = new Builder(this);
    builder.keywords.add(new Keyword(word, explanation));
    return new Form(builder);
  }

  /** Accepts at most one keyword in an operation. */
  public Form oneKeyword() {
    Builder builder = new Builder(this);
    builder.acceptsOneKeyword = true;
    return new Form(builder);
  }

  /** Accepts arrows between the positionals; they do not fill slots. */
  public Form arrows() {
    Builder builder = new Builder(this);
    builder.acceptsArrows = true;
    return new Form(builder);
  }

  /** Adds parameters. */
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
   * Marks a form whose operations take something away. They are never suggested: a wrong guess
   * would remove what nobody asked to remove.
   */
  public Form removing() {
    Builder builder = new Builder(this);
    builder.isRemoving = true;
    return new Form(builder);
  }

  /**
   * Suggests quotes around the last positional, which is text that often contains spaces, such as a
   * name. Unquoted text is still refused; the suggestion is the operation with quotes.
   */
  public Form suggestingQuotes() {
    Builder builder = new Builder(this);
    builder.suggestsQuotes = true;
    return new Form(builder);
  }

  /** Accepts any other parameter; the verb itself refuses unknown ones. */
  public Form anyParams() {
    Builder builder = new Builder(this);
    builder.acceptsAnyParam = true;
    return new Form(builder);
  }

  /** Adds selectors. */
  public Form selectors(List<SelectorForm> more) {
    Builder builder = new Builder(this);
    builder.selectors.addAll(more);
    return new Form(builder);
  }

  /** Sets the syntax lines, instead of the line generated from the arguments. */
  public Form syntax(String... lines) {
    Builder builder = new Builder(this);
    builder.syntaxLines.addAll(List.of(lines));
    return new Form(builder);
  }

  /** Adds help text that is longer than the summary: one line, or several. */
  public Form help(String... lines) {
    Builder builder = new Builder(this);
    builder.help.addAll(List.of(lines));
    return new Form(builder);
  }

  /** Adds operations of this form as examples. */
  public Form examples(String... operations) {
    Builder builder = new Builder(this);
    builder.examples.addAll(List.of(operations));
    return new Form(builder);
  }

  /** The name: one word or two, in lower case. */
  public String name() {
    return name;
  }

  /** What the operation does, in a few words. */
  public String summary() {
    return summary;
  }

  /** The heading of the form on the reference card. */
  public String category() {
    return category;
  }

  /** The help text besides the summary; empty if there is none. */
  public List<String> help() {
    return help;
  }

  /** Examples of operations. */
  public List<String> examples() {
    return examples;
  }

  /** The keywords. */
  public List<Keyword> keywords() {
    return keywords;
  }

  /** Whether an operation can have at most one keyword. */
  public boolean acceptsOneKeyword() {
    return acceptsOneKeyword;
  }

  /** Whether an operation has exactly one of the parameters. */
  public boolean requiresOneParam() {
    return requiresOneParam;
  }

  /** Whether its operations take something away. */
  public boolean isRemoving() {
    return isRemoving;
  }

  /** The slots, in order. */
  public List<Slot> slots() {
    return slots;
  }

  /** The declared parameters. */
  public List<Param<?>> params() {
    return params;
  }

  /** The declared parameter with a key. */
  public Optional<Param<?>> param(String key) {
    return params.stream().filter(it -> it.key().equals(key)).findFirst();
  }

  /** The declared selectors. */
  public List<SelectorForm> selectors() {
    return selectors;
  }

  /** The syntax, in one or more lines. */
  public List<String> syntaxLines() {
    return syntaxLines.isEmpty() ? List.of(defaultSyntax()) : syntaxLines;
  }

  /**
   * Checks whether an operation has this form.
   *
   * @return the reason why it does not; empty if it does
   */
  public Optional<Refusal> check(ParsedOperation op) {
    return new FormChecker(this, op).firstProblem();
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
    Builder builder = new Builder(this);
    builder.slots.add(new Slot(hint, requirement, List.of()));
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

  /** Collects the parts of a form. */
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
    private boolean isRemoving;
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
      isRemoving = form.isRemoving;
      suggestsQuotes = form.suggestsQuotes;
    }
  }
}

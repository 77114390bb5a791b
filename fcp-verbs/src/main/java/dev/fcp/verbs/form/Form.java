package dev.fcp.verbs.form;

import dev.fcp.verbs.syntax.ParsedOp;
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
  private final List<Place> places;
  private final List<Param<?>> params;
  private final List<SelectorForm> selectors;
  private final boolean arrows;
  private final boolean openParams;
  private final boolean spaced;
  private final List<String> syntaxLines;

  private Form(Draft draft) {
    this.name = draft.name;
    this.summary = draft.summary;
    this.category = draft.category;
    this.places = List.copyOf(draft.places);
    this.params = List.copyOf(draft.params);
    this.selectors = List.copyOf(draft.selectors);
    this.arrows = draft.arrows;
    this.openParams = draft.openParams;
    this.spaced = draft.spaced;
    this.syntaxLines = List.copyOf(draft.syntaxLines);
  }

  /**
   * A positional.
   *
   * @param hint what stands there, for the card
   * @param example what would do there in any document; empty if only the asker can know it
   * @param need when it may be missing
   */
  record Place(String hint, Optional<String> example, Need need) {

    /** The hint as a word of an operation, for what only the asker can know. */
    String blank() {
      return isText() ? hint.substring(1, hint.length() - 1) : hint;
    }

    /** What a suggestion puts there. */
    String filling() {
      return example.orElse(blank());
    }

    Positional shown(String word) {
      return new Positional(word, isText() ? Positional.Kind.QUOTED : Positional.Kind.WORD);
    }

    private boolean isText() {
      return hint.length() > 1 && hint.startsWith("\"") && hint.endsWith("\"");
    }

    enum Need {
      REQUIRED,
      UNLESS_SELECTED,
      OPTIONAL,
      REST
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
    return new Form(new Draft(name, category, summary));
  }

  /** With a positional that must be there, after those before it. */
  public Form required(String hint) {
    return place(hint, Place.Need.REQUIRED);
  }

  /**
   * With a positional that must be there, after those before it.
   *
   * @param example what would do there in any document, for the suggestion where it is missing;
   *     without one the hint stands for it
   */
  public Form required(String hint, String example) {
    return place(new Place(hint, Optional.of(example), Place.Need.REQUIRED));
  }

  /** With a positional that must be there unless the operation has a selector. */
  public Form requiredOrSelected(String hint) {
    return place(hint, Place.Need.UNLESS_SELECTED);
  }

  /** With a positional that may be missing. */
  public Form optional(String hint) {
    return place(hint, Place.Need.OPTIONAL);
  }

  /** With any number of further positionals. */
  public Form rest(String hint) {
    return place(hint, Place.Need.REST);
  }

  /** With arrows among its positionals; they do not count as arguments. */
  public Form arrows() {
    Draft draft = new Draft(this);
    draft.arrows = true;
    return new Form(draft);
  }

  /** With parameters. */
  public Form params(Param<?>... more) {
    Draft draft = new Draft(this);
    draft.params.addAll(List.of(more));
    return new Form(draft);
  }

  /**
   * With a last positional that is text people write with spaces, for instance a name. It still
   * needs quotes; without them the refusal suggests it with.
   */
  public Form spaced() {
    Draft draft = new Draft(this);
    draft.spaced = true;
    return new Form(draft);
  }

  /** With any other parameter besides; the verb itself refuses those it does not know. */
  public Form openParams() {
    Draft draft = new Draft(this);
    draft.openParams = true;
    return new Form(draft);
  }

  /** With selectors. */
  public Form selectors(List<SelectorForm> more) {
    Draft draft = new Draft(this);
    draft.selectors.addAll(more);
    return new Form(draft);
  }

  /** With lines for the card in place of the one made from the arguments. */
  public Form shownAs(String... lines) {
    Draft draft = new Draft(this);
    draft.syntaxLines.addAll(List.of(lines));
    return new Form(draft);
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

  /** The parameters it knows. */
  public List<Param<?>> params() {
    return params;
  }

  /** The selectors it knows. */
  public List<SelectorForm> selectors() {
    return selectors;
  }

  /** How it is typed: a line, or several. */
  public List<String> syntaxLines() {
    return syntaxLines.isEmpty() ? List.of(ownSyntax()) : syntaxLines;
  }

  /** Why an operation does not have this form; empty if it has. */
  public Optional<Refusal> problem(ParsedOp op) {
    return new FormCheck(this, op).problem();
  }

  /**
   * The shortest operation of this form, with the words of the card in place of its arguments.
   *
   * @see #blanks
   */
  public String blank() {
    List<Place> needed = places.stream().filter(it -> it.need() == Place.Need.REQUIRED).toList();
    List<Positional> words = filled(List.of(), needed, Place::blank);
    SequencedMap<String, String> values = new LinkedHashMap<>();
    params.stream().filter(Param::isMandatory).forEach(it -> values.put(it.key(), it.hint()));
    return new ParsedOp(name, words, values, List.of(), name).text();
  }

  /**
   * The words that stand in suggestions for what only the asker can know: a suggestion that holds
   * none of them as a word or value can be typed as it is.
   */
  public Set<String> blanks() {
    Set<String> blanks = new LinkedHashSet<>();
    places.stream()
        .filter(place -> !place.example().equals(Optional.of(place.blank())))
        .map(Place::blank)
        .forEach(blanks::add);
    params.stream().map(Param::hint).forEach(blanks::add);
    selectors.stream().map(SelectorForm::example).forEach(blanks::add);
    return Set.copyOf(blanks);
  }

  /** Positionals with further ones behind them, and with arrows between all if there are any. */
  List<Positional> filled(
      List<Positional> given, List<Place> missing, Function<Place, String> word) {
    List<Positional> filled = new ArrayList<>(given);
    for (Place place : missing) {
      if (arrows && !filled.isEmpty() && !filled.get(filled.size() - 1).isArrow()) {
        filled.add(new Positional("->", Positional.Kind.ARROW));
      }
      filled.add(place.shown(word.apply(place)));
    }
    return filled;
  }

  List<Place> places() {
    return places;
  }

  boolean takesArrows() {
    return arrows;
  }

  boolean takesAnyParam() {
    return openParams;
  }

  boolean isSpaced() {
    return spaced;
  }

  private Form place(String hint, Place.Need need) {
    return place(new Place(hint, Optional.empty(), need));
  }

  private Form place(Place place) {
    Draft draft = new Draft(this);
    draft.places.add(place);
    return new Form(draft);
  }

  private String ownSyntax() {
    Stream<String> shownPlaces = places.stream().map(Form::shown);
    Stream<String> shownParams =
        params.stream().map(p -> p.isMandatory() ? p.toString() : "[" + p + "]");
    boolean selected = places.stream().anyMatch(p -> p.need() == Place.Need.UNLESS_SELECTED);
    Stream<String> shownSelectors =
        selectors.isEmpty() || selected ? Stream.empty() : Stream.of("[@SELECTOR...]");
    return Stream.of(Stream.of(name), shownPlaces, shownParams, shownSelectors)
        .flatMap(parts -> parts)
        .reduce((a, b) -> a + " " + b)
        .orElse(name);
  }

  private static String shown(Place place) {
    return switch (place.need()) {
      case REQUIRED -> place.hint();
      case UNLESS_SELECTED -> place.hint() + "|@SELECTOR...";
      case OPTIONAL -> "[" + place.hint() + "]";
      case REST -> "[" + place.hint() + "...]";
    };
  }

  @Override
  public String toString() {
    return String.join("\n", syntaxLines());
  }

  /** A form in the making. */
  private static final class Draft {

    private final String name;
    private final String category;
    private final String summary;
    private final List<Place> places = new ArrayList<>();
    private final List<Param<?>> params = new ArrayList<>();
    private final List<SelectorForm> selectors = new ArrayList<>();
    private final List<String> syntaxLines = new ArrayList<>();
    private boolean arrows;
    private boolean openParams;
    private boolean spaced;

    Draft(String name, String category, String summary) {
      boolean twoWordsAtMost = name.matches("\\S+(?: \\S+)?");
      if (!twoWordsAtMost || !name.equals(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "\"" + name + "\" is not one or two words in lower case");
      }
      this.name = name;
      this.category = Objects.requireNonNull(category, "category");
      this.summary = Objects.requireNonNull(summary, "summary");
    }

    Draft(Form form) {
      this(form.name, form.category, form.summary);
      places.addAll(form.places);
      params.addAll(form.params);
      selectors.addAll(form.selectors);
      syntaxLines.addAll(form.syntaxLines);
      arrows = form.arrows;
      openParams = form.openParams;
      spaced = form.spaced;
    }
  }
}

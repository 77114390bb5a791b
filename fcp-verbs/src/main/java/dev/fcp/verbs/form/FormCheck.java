package dev.fcp.verbs.form;

import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.syntax.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds one operation against a form. */
final class FormCheck {

  private final Form form;
  private final ParsedOp op;

  FormCheck(Form form, ParsedOp op) {
    this.form = form;
    this.op = op;
  }

  Optional<Refusal> problem() {
    return params().or(this::missingParam).or(this::selectors).or(this::arrows).or(this::count);
  }

  private Optional<Refusal> params() {
    for (Map.Entry<String, String> given : op.params().entrySet()) {
      Optional<Param<?>> known = declared(given.getKey());
      if (known.isPresent()) {
        Optional<Refusal> unfit = unfit(known.get(), given.getValue());
        if (unfit.isPresent()) {
          return unfit;
        }
      } else if (!form.takesAnyParam()) {
        return Optional.of(unknownParam(given.getKey()));
      }
    }
    return Optional.empty();
  }

  private Optional<Param<?>> declared(String key) {
    return form.params().stream().filter(p -> p.key().equals(key)).findFirst();
  }

  private <T> Optional<Refusal> unfit(Param<T> param, String text) {
    return switch (param.read(text)) {
      case Reading.Fit<T> fit -> Optional.empty();
      case Reading.Unfit<T>(var reason, var instead) ->
          Optional.of(
              new Refusal(
                  param.key() + ":" + Quoting.quote(text) + " " + reason,
                  instead.map(better -> op.withParam(param.key(), better).text())));
    };
  }

  private Refusal unknownParam(String key) {
    List<String> known = form.params().stream().<String>map(Param::key).toList();
    String knows = known.isEmpty() ? "no parameters" : String.join(", ", known);
    String message =
        form.name() + " does not know the parameter " + Quoting.quoted(key) + "; it knows " + knows;
    Optional<String> nearest = Suggestions.nearest(key, known).filter(k -> op.param(k).isEmpty());
    String repaired =
        nearest.map(k -> op.withParamRenamed(key, k)).orElse(op.withoutParam(key)).text();
    return Refusal.because(message, repaired);
  }

  private Optional<Refusal> missingParam() {
    return form.params().stream()
        .filter(p -> p.isMandatory() && op.param(p.key()).isEmpty())
        .findFirst()
        .map(p ->
            Refusal.because(
                form.name() + " needs " + p + typed(), op.withParam(p.key(), p.example()).text()));
  }

  private Optional<Refusal> selectors() {
    for (Selector selector : op.selectors()) {
      Optional<Refusal> problem = selector(selector);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private Optional<Refusal> selector(Selector selector) {
    Optional<SelectorForm> known =
        form.selectors().stream().filter(s -> s.type().equals(selector.type())).findFirst();
    if (known.isEmpty()) {
      return Optional.of(unknownSelector(selector));
    }
    SelectorForm declared = known.get();
    if (selector.value().isEmpty() && declared.need() == SelectorForm.Need.REQUIRED) {
      Selector whole = changed(selector, selector.type(), Optional.of(declared.example()));
      return Optional.of(
          Refusal.because(
              selector.raw() + " needs a value: " + declared, replacing(selector, whole)));
    }
    if (selector.value().isPresent() && declared.need() == SelectorForm.Need.NONE) {
      Selector bare = changed(selector, selector.type(), Optional.empty());
      return Optional.of(
          Refusal.because("@" + selector.type() + " takes no value", replacing(selector, bare)));
    }
    boolean unknownValue =
        selector.value().isPresent()
            && !declared.values().isEmpty()
            && !declared.values().contains(selector.value().get());
    return unknownValue ? Optional.of(unknownValue(selector, declared)) : Optional.empty();
  }

  private Refusal unknownSelector(Selector selector) {
    List<String> known = form.selectors().stream().map(SelectorForm::type).toList();
    String wrong = form.name() + " does not know the selector @" + selector.type();
    if (known.isEmpty()) {
      return Refusal.because(wrong + "; it knows no selectors", op.withSelectors(List.of()).text());
    }
    Selector first = form.selectors().get(0).blank();
    Selector better =
        Suggestions.nearest(selector.type(), known)
            .map(type -> changed(selector, type, selector.value()))
            .orElse(changed(selector, first.type(), first.value()));
    return Refusal.because(
        wrong + "; it knows @" + String.join(", @", known), replacing(selector, better));
  }

  private Refusal unknownValue(Selector selector, SelectorForm declared) {
    String value = selector.value().orElse("");
    String better = Suggestions.nearest(value, declared.values()).orElse(declared.values().get(0));
    return Refusal.because(
        "@"
            + selector.type()
            + " does not know "
            + Quoting.quoted(value)
            + "; it knows "
            + String.join(", ", declared.values()),
        replacing(selector, changed(selector, selector.type(), Optional.of(better))));
  }

  private static Selector changed(Selector selector, String type, Optional<String> value) {
    return new Selector(type, value, selector.negated(), selector.raw());
  }

  private String replacing(Selector old, Selector better) {
    return op.withSelectors(op.selectors().stream().map(s -> s.equals(old) ? better : s).toList())
        .text();
  }

  private Optional<Refusal> arrows() {
    if (form.takesArrows() || op.positionals().stream().noneMatch(Positional::isArrow)) {
      return Optional.empty();
    }
    List<Positional> words = op.positionals().stream().filter(it -> !it.isArrow()).toList();
    return Optional.of(
        Refusal.because(
            form.name() + " takes no arrows" + typed(), op.withPositionals(words).text()));
  }

  private Optional<Refusal> count() {
    List<String> words = op.words();
    List<Form.Place> places = form.places();
    List<Form.Place> needed = places.stream().filter(this::isNeeded).toList();
    if (words.size() < needed.size()) {
      String missing = needed.get(words.size()).hint();
      List<Form.Place> more = needed.subList(words.size(), needed.size());
      List<Positional> whole = form.filled(op.positionals(), more, Form.Place::filling);
      return Optional.of(
          Refusal.because(
              form.name() + " needs " + missing + typed(), op.withPositionals(whole).text()));
    }
    boolean open = places.stream().anyMatch(p -> p.need() == Form.Place.Need.REST);
    if (!open && words.size() > places.size()) {
      return Optional.of(tooMany(words, places.size()));
    }
    return Optional.empty();
  }

  private Refusal tooMany(List<String> words, int places) {
    String extra = Quoting.quote(words.get(places));
    String wrong = form.name() + " does not know what to do with " + extra;
    if (!form.isSpaced()) {
      return Refusal.because(wrong + typed(), op.withPositionals(first(places)).text());
    }
    String joined = String.join(" ", words.subList(places - 1, words.size()));
    List<Positional> quoted = new ArrayList<>();
    words
        .subList(0, places - 1)
        .forEach(word -> quoted.add(new Positional(word, Positional.Kind.WORD)));
    quoted.add(new Positional(joined, Positional.Kind.QUOTED));
    return Refusal.because(wrong, op.withPositionals(quoted).text());
  }

  /** The first words with the arrows between them. */
  private List<Positional> first(int words) {
    List<Positional> first = new ArrayList<>();
    int seen = 0;
    for (Positional positional : op.positionals()) {
      seen += positional.isArrow() ? 0 : 1;
      if (seen > words || (seen == words && positional.isArrow())) {
        break;
      }
      first.add(positional);
    }
    return first;
  }

  private boolean isNeeded(Form.Place place) {
    return switch (place.need()) {
      case REQUIRED -> true;
      case UNLESS_SELECTED -> op.selectors().isEmpty();
      case OPTIONAL, REST -> false;
    };
  }

  private String typed() {
    return "; it is typed " + form.syntaxLines().get(0);
  }
}

package dev.fcp.verbs.form;

import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.syntax.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks one operation against a form. */
final class FormChecker {

  private final Form form;
  private final ParsedOperation op;

  FormChecker(Form form, ParsedOperation op) {
    this.form = form;
    this.op = op;
  }

  Optional<Refusal> firstProblem() {
    return checkParams()
        .or(this::checkMandatoryParams)
        .or(this::checkSelectors)
        .or(this::checkArrows)
        .or(this::checkSlots);
  }

  private Optional<Refusal> checkParams() {
    for (Map.Entry<String, String> given : op.params().entrySet()) {
      Optional<Param<?>> known = form.param(given.getKey());
      if (known.isPresent()) {
        Optional<Refusal> problem = checkValue(known.get(), given.getValue());
        if (problem.isPresent()) {
          return problem;
        }
      } else if (!form.acceptsAnyParam()) {
        return Optional.of(unknownParam(given.getKey()));
      }
    }
    return Optional.empty();
  }

  private <T> Optional<Refusal> checkValue(Param<T> param, String text) {
    return switch (param.parse(text)) {
      case ParsedArgument.Valid<T> valid -> Optional.empty();
      case ParsedArgument.Invalid<T>(var reason, var suggestion) ->
          Optional.of(
              new Refusal(
                  param.key() + ":" + Quoting.quoteIfNeeded(text) + " " + reason,
                  suggestion.map(
                      replacement -> op.withParam(param.key(), replacement).canonicalText())));
    };
  }

  private Refusal unknownParam(String key) {
    List<String> known = form.params().stream().<String>map(Param::key).toList();
    String knownText = known.isEmpty() ? "no parameters" : String.join(", ", known);
    String message =
        form.name()
            + " does not know the parameter "
            + Quoting.quoteAlways(key)
            + "; it knows "
            + knownText;
    return new Refusal(
        message,
        Suggestions.findSimilar(key, known)
            .filter(it -> op.param(it).isEmpty())
            .map(it -> op.withParamRenamed(key, it).canonicalText()));
  }

  private Optional<Refusal> checkMandatoryParams() {
    return form.params().stream()
        .filter(it -> it.isMandatory() && op.param(it.key()).isEmpty())
        .findFirst()
        .map(it -> Refusal.because(form.name() + " needs " + it + syntaxHint()));
  }

  private Optional<Refusal> checkSelectors() {
    for (Selector selector : op.selectors()) {
      Optional<Refusal> problem = checkSelector(selector);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private Optional<Refusal> checkSelector(Selector selector) {
    Optional<SelectorForm> known =
        form.selectors().stream().filter(it -> it.type().equals(selector.type())).findFirst();
    if (known.isEmpty()) {
      return Optional.of(unknownSelector(selector));
    }
    SelectorForm declared = known.get();
    if (selector.value().isEmpty()
        && declared.valueRequirement() == SelectorForm.ValueRequirement.REQUIRED) {
      return Optional.of(Refusal.because(selector.raw() + " needs a value: " + declared));
    }
    if (selector.value().isPresent()
        && declared.valueRequirement() == SelectorForm.ValueRequirement.NONE) {
      return Optional.of(Refusal.because("@" + selector.type() + " takes no value"));
    }
    boolean unknownValue =
        selector.value().isPresent()
            && !declared.values().isEmpty()
            && !declared.values().contains(selector.value().get());
    return unknownValue ? Optional.of(unknownSelectorValue(selector, declared)) : Optional.empty();
  }

  private Refusal unknownSelector(Selector selector) {
    List<String> known = form.selectors().stream().map(SelectorForm::type).toList();
    String message = form.name() + " does not know the selector @" + selector.type();
    if (known.isEmpty()) {
      return Refusal.because(message + "; it knows no selectors");
    }
    return new Refusal(
        message + "; it knows @" + String.join(", @", known),
        Suggestions.findSimilar(selector.type(), known)
            .map(type -> withTypeAndValue(selector, type, selector.value()))
            .map(corrected -> withSelectorReplaced(selector, corrected)));
  }

  private Refusal unknownSelectorValue(Selector selector, SelectorForm declared) {
    String value = selector.value().orElse("");
    return new Refusal(
        "@"
            + selector.type()
            + " does not know "
            + Quoting.quoteAlways(value)
            + "; it knows "
            + String.join(", ", declared.values()),
        Suggestions.findSimilar(value, declared.values())
            .map(it -> withTypeAndValue(selector, selector.type(), Optional.of(it)))
            .map(corrected -> withSelectorReplaced(selector, corrected)));
  }

  private static Selector withTypeAndValue(Selector selector, String type, Optional<String> value) {
    return new Selector(type, value, selector.negated(), selector.raw());
  }

  private String withSelectorReplaced(Selector old, Selector replacement) {
    return op.withSelectors(
            op.selectors().stream().map(it -> it.equals(old) ? replacement : it).toList())
        .canonicalText();
  }

  private Optional<Refusal> checkArrows() {
    if (form.acceptsArrows() || op.positionals().stream().noneMatch(Positional::isArrow)) {
      return Optional.empty();
    }
    return Optional.of(Refusal.because(form.name() + " takes no arrows" + syntaxHint()));
  }

  private Optional<Refusal> checkSlots() {
    List<String> words = op.words();
    List<Form.Slot> slots = form.slots();
    List<Form.Slot> requiredSlots = slots.stream().filter(this::isRequired).toList();
    if (words.size() < requiredSlots.size()) {
      String hint = requiredSlots.get(words.size()).hint();
      return Optional.of(Refusal.because(form.name() + " needs " + hint + syntaxHint()));
    }
    boolean hasRestSlot =
        slots.stream().anyMatch(it -> it.requirement() == Form.Slot.Requirement.REST);
    if (!hasRestSlot && words.size() > slots.size()) {
      return Optional.of(tooManyWords(words, slots.size()));
    }
    return Optional.empty();
  }

  private Refusal tooManyWords(List<String> words, int slotCount) {
    String extra = Quoting.quoteIfNeeded(words.get(slotCount));
    String message = form.name() + ": unexpected argument " + extra;
    if (!form.suggestsQuotes()) {
      return Refusal.because(message + syntaxHint());
    }
    String joined = String.join(" ", words.subList(slotCount - 1, words.size()));
    List<Positional> quoted = new ArrayList<>();
    words
        .subList(0, slotCount - 1)
        .forEach(word -> quoted.add(new Positional(word, Positional.Kind.WORD)));
    quoted.add(new Positional(joined, Positional.Kind.QUOTED));
    return Refusal.because(message, op.withPositionals(quoted).canonicalText());
  }

  private boolean isRequired(Form.Slot slot) {
    return switch (slot.requirement()) {
      case REQUIRED -> true;
      case UNLESS_SELECTED -> op.selectors().isEmpty();
      case OPTIONAL, REST -> false;
    };
  }

  private String syntaxHint() {
    return "; usage: " + form.syntaxLines().get(0);
  }
}

package dev.fcp.verbs.run;

import dev.fcp.verbs.CardSection;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.SelectorForm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A page that lists all verbs, queries and actions of a domain. It is generated from their forms;
 * equal forms give equal lines.
 */
public final class ReferenceCard {

  private static final List<String> GRAMMAR =
      List.of(
          "An operation is VERB [words...] [key:value...] [@selectors...]. Words with spaces or"
              + " colons are quoted: \"data flow\", label:\"data flow\".",
          "All operations of a call succeed, or none is applied. A refusal says what is wrong and,"
              + " after try:, what would work.");

  private final String name;
  private final List<Form> verbs;
  private final List<Form> queries;
  private final List<Form> actions;

  /**
   * A card for the given forms.
   *
   * @param name the name of the domain
   * @param verbs the forms of its verbs
   * @param queries the forms of its queries
   * @param actions the forms of the session actions
   */
  public ReferenceCard(String name, List<Form> verbs, List<Form> queries, List<Form> actions) {
    this.name = name;
    this.verbs = List.copyOf(verbs);
    this.queries = List.copyOf(queries);
    this.actions = List.copyOf(actions);
  }

  /**
   * The lines of the card.
   *
   * @param sections sections of the document, such as types and themes
   */
  public List<String> lines(List<CardSection> sections) {
    List<String> lines = new ArrayList<>();
    lines.add(name + ": operations");
    lines.addAll(GRAMMAR);
    byCategory().forEach((category, forms) -> addForms(lines, category, forms));
    addSelectors(lines);
    addForms(lines, "queries", queries);
    addForms(lines, "session actions", actions);
    for (CardSection section : sections) {
      addHeading(lines, section.heading());
      section.lines().forEach(line -> lines.add("  " + line));
    }
    return List.copyOf(lines);
  }

  private Map<String, List<Form>> byCategory() {
    Map<String, List<Form>> byCategory = new LinkedHashMap<>();
    for (Form verb : verbs) {
      byCategory.computeIfAbsent(verb.category(), category -> new ArrayList<>()).add(verb);
    }
    return byCategory;
  }

  private void addSelectors(List<String> lines) {
    Set<String> selectors = new LinkedHashSet<>();
    for (Form verb : verbs) {
      verb.selectors().stream().map(SelectorForm::toString).forEach(selectors::add);
    }
    if (!selectors.isEmpty()) {
      addHeading(lines, "selectors");
      lines.add("  " + String.join(" ", selectors) + "; @not:... means all others");
    }
  }

  private static void addForms(List<String> lines, String heading, List<Form> forms) {
    if (forms.isEmpty()) {
      return;
    }
    addHeading(lines, heading);
    for (Form form : forms) {
      List<String> syntax = form.syntaxLines();
      lines.add("  " + syntax.get(0) + " - " + form.summary());
      syntax.stream().skip(1).forEach(line -> lines.add("  " + line));
    }
  }

  private static void addHeading(List<String> lines, String heading) {
    lines.add("");
    lines.add(heading);
  }
}

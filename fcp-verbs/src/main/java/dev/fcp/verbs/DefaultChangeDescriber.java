package dev.fcp.verbs;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Unit.Characters;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.eventlog.plaintext.TextEdit;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Describes the changes of events by the names and values that the events record. */
final class DefaultChangeDescriber<E> {

  private static final int MAX_SHOWN_CHARS = 60;
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  private final Domain<?, E> domain;

  DefaultChangeDescriber(Domain<?, E> domain) {
    this.domain = domain;
  }

  List<ResultLine> describe(List<E> events) {
    return events.stream().map(this::describeEvent).toList();
  }

  private ResultLine describeEvent(E event) {
    Touches touches = domain.touches(event);
    List<Unit> units = new TreeSet<>(touches.subject()).stream().toList();
    String entity =
        units.stream().map(Unit::entity).findFirst().map(EntityRef::toString).orElse("document");
    return switch (domain.effect(event)) {
      case CREATES -> ResultLine.created(entity);
      case DELETES -> ResultLine.deleted(entity);
      case MODIFIES -> ResultLine.changed(entity + " " + describeModification(event, units));
    };
  }

  private String describeModification(E event, List<Unit> units) {
    Value.Fields fields = domain.eventCodec().encode(event);
    Optional<Value> before = fields.find(BEFORE);
    Optional<Value> after = fields.find(AFTER);
    boolean haveFieldsPerUnit =
        before.orElse(Value.Fields.EMPTY) instanceof Value.Fields
            && after.orElse(Value.Fields.EMPTY) instanceof Value.Fields
            && (before.isPresent() || after.isPresent());
    // The characters of one text are described together.
    Map<String, Boolean> areTexts = new LinkedHashMap<>();
    for (Unit unit : units) {
      Optional<Characters> characters = unit.characters();
      areTexts.put(characters.map(Characters::text).orElse(unit.name()), characters.isPresent());
    }
    List<String> parts = new ArrayList<>();
    areTexts.forEach((name, isText) -> {
      Optional<Value> from = haveFieldsPerUnit ? fieldOf(before, name) : before;
      Optional<Value> to = haveFieldsPerUnit ? fieldOf(after, name) : after;
      parts.add(isText ? describeText(name, from, to) : describeUnit(name, from, to));
    });
    return String.join(", ", parts);
  }

  private static Optional<Value> fieldOf(Optional<Value> fields, String name) {
    return fields.flatMap(it -> it.asFields().find(name));
  }

  private static String describeUnit(String name, Optional<Value> before, Optional<Value> after) {
    return before.isEmpty() && after.isEmpty()
        ? name
        : "%s: %s -> %s".formatted(name, display(before), display(after));
  }

  private static String describeText(String name, Optional<Value> removed, Optional<Value> added) {
    TextEdit edit = TextEdit.decode(removed, added);
    List<String> parts = new ArrayList<>();
    describeParts("removed", edit.removed(), parts);
    describeParts("added", edit.added(), parts);
    return name + ": " + String.join(", ", parts);
  }

  private static void describeParts(
      String verb, List<TextEdit.Part> parts, List<String> described) {
    int count = 0;
    for (TextEdit.Part part : parts) {
      switch (part) {
        case TextEdit.Range range -> count += range.length();
        case TextEdit.Insertion insertion ->
            described.add(verb + " " + display(Value.of(insertion.text())));
      }
    }
    if (count > 0) {
      described.add(verb + " " + Phrases.count(count, "character", "characters"));
    }
  }

  private static String display(Optional<Value> value) {
    return value.map(DefaultChangeDescriber::display).orElse("none");
  }

  private static String display(Value value) {
    String text =
        value instanceof Value.Text(var plain)
            ? Quoting.quoteIfNeeded(plain)
            : ValueJson.write(value);
    int maxChars = MAX_SHOWN_CHARS;
    int end =
        text.length() > maxChars && Character.isHighSurrogate(text.charAt(maxChars - 1))
            ? maxChars - 1
            : maxChars;
    return text.length() > maxChars ? text.substring(0, end) + "..." : text;
  }
}

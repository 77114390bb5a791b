package dev.fcp.verbs;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
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
    List<String> parts = new ArrayList<>();
    for (Unit unit : units) {
      parts.add(
          haveFieldsPerUnit
              ? describeUnit(unit, fieldOf(before, unit), fieldOf(after, unit))
              : describeUnit(unit, before, after));
    }
    return String.join(", ", parts);
  }

  private static Optional<Value> fieldOf(Optional<Value> fields, Unit unit) {
    return fields.flatMap(it -> it.asFields().find(unit.name()));
  }

  private static String describeUnit(Unit unit, Optional<Value> before, Optional<Value> after) {
    return before.isEmpty() && after.isEmpty()
        ? unit.name()
        : "%s: %s -> %s".formatted(unit.name(), display(before), display(after));
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

package dev.fcp.verbs;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What events changed, told by nothing but their own names and values. */
final class PlainChanges<E> {

  private static final int LONGEST_SHOWN = 60;
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  private final Domain<?, E> domain;

  PlainChanges(Domain<?, E> domain) {
    this.domain = domain;
  }

  List<ResultLine> lines(List<E> events) {
    return events.stream().map(this::line).toList();
  }

  private ResultLine line(E event) {
    Touches touches = domain.touches(event);
    List<Unit> units = new TreeSet<>(touches.subject()).stream().toList();
    String entity =
        units.stream().map(Unit::entity).findFirst().map(EntityRef::toString).orElse("document");
    return switch (domain.effect(event)) {
      case CREATES -> ResultLine.created(entity);
      case DELETES -> ResultLine.deleted(entity);
      case MODIFIES -> ResultLine.changed(entity + " " + modified(event, units));
    };
  }

  private String modified(E event, List<Unit> units) {
    Value.Fields fields = domain.eventCodec().encode(event);
    Optional<Value> before = fields.find(BEFORE);
    Optional<Value> after = fields.find(AFTER);
    boolean areMany =
        before.orElse(Value.Fields.NONE) instanceof Value.Fields
            && after.orElse(Value.Fields.NONE) instanceof Value.Fields
            && (before.isPresent() || after.isPresent());
    List<String> parts = new ArrayList<>();
    for (Unit unit : units) {
      parts.add(
          areMany
              ? changed(unit, inside(before, unit), inside(after, unit))
              : changed(unit, before, after));
    }
    return String.join(", ", parts);
  }

  private static Optional<Value> inside(Optional<Value> fields, Unit unit) {
    return fields.flatMap(it -> it.asFields().find(unit.name()));
  }

  private static String changed(Unit unit, Optional<Value> before, Optional<Value> after) {
    return before.isEmpty() && after.isEmpty()
        ? unit.name()
        : "%s: %s -> %s".formatted(unit.name(), shown(before), shown(after));
  }

  private static String shown(Optional<Value> value) {
    return value.map(PlainChanges::shown).orElse("none");
  }

  private static String shown(Value value) {
    String text =
        value instanceof Value.Text(var plain) ? Quoting.quote(plain) : ValueJson.write(value);
    int most = LONGEST_SHOWN;
    int end =
        text.length() > most && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.length() > most ? text.substring(0, end) + "..." : text;
  }
}

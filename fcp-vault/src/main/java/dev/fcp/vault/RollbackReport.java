package dev.fcp.vault;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackPlan.Failed;
import dev.fcp.eventlog.history.RollbackPlan.Skipped;
import dev.fcp.eventlog.history.RollbackPlan.Superseded;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reports the rollback of a vault field by field and line by line: what was overwritten since is
 * also a conflict, and a timeline entry or a thread of which nothing is left is a failure.
 */
final class RollbackReport {

  /** The reason of the conflict of a value that was overwritten since. */
  static final String OVERWRITTEN = "current != after";

  private final History<VaultEvent> history;
  private final EntityModel<String, VaultFile> vault;

  RollbackReport(History<VaultEvent> history, EntityModel<String, VaultFile> vault) {
    this.history = history;
    this.vault = vault;
  }

  RollbackPlan<VaultEvent> of(RollbackPlan<VaultEvent> plan) {
    Map<EventId, List<Superseded>> byEvent = new LinkedHashMap<>();
    for (Superseded superseded : plan.superseded()) {
      byEvent.computeIfAbsent(superseded.event(), id -> new ArrayList<>()).add(superseded);
    }
    List<Skipped> conflicts = new ArrayList<>(plan.conflicts());
    List<Failed> failures = new ArrayList<>(plan.failures());
    byEvent.forEach((id, superseded) -> {
      VaultEvent event = history.step(id.step()).events().get(id.index());
      if (isGone(event)) {
        failures.add(
            new Failed(
                id, superseded.get(0).type(), "its marker and its lines are gone: " + name(event)));
      } else {
        superseded.forEach(one -> conflicts.add(overwritten(event, one)));
      }
    });
    return new RollbackPlan<>(
        plan.head(),
        plan.steps(),
        plan.missing(),
        plan.events(),
        plan.reversal(),
        plan.examinedCount(),
        plan.reversedCount(),
        plan.superseded(),
        conflicts,
        failures,
        plan.digest());
  }

  private static String name(VaultEvent event) {
    return event
        .note()
        .find("name")
        .or(() -> event.note().find(VaultEventCodec.ENTITY_ID))
        .map(Value::asText)
        .orElse(event.change().key());
  }

  /** Whether an event added lines with a marker, all of which others have removed since. */
  private boolean isGone(VaultEvent event) {
    if (!(event instanceof VaultEvent.TimelineAppended || event instanceof VaultEvent.ThreadAdded)
        || !(event.change() instanceof Change.Modified<String, VaultFile> change)) {
      return false;
    }
    EntityRef file = VaultSpec.file(change.key());
    return change.after().fields().entrySet().stream()
        .filter(unit -> Part.isPart(unit.getKey()) && !TextFile.textIn(unit.getValue()).isBlank())
        .allMatch(unit -> value(new Unit(file, unit.getKey())).isEmpty());
  }

  private Skipped overwritten(VaultEvent event, Superseded superseded) {
    Unit unit = superseded.unit();
    Conflict conflict =
        new Conflict(
            OVERWRITTEN,
            Optional.of(new Unit(unit.entity(), field(unit.name()))),
            valueAfter(event, unit.name()).map(it -> text(unit.name(), it)),
            value(unit).map(it -> text(unit.name(), it)),
            Optional.empty(),
            List.of());
    return new Skipped(
        superseded.event(), superseded.type(), conflict, List.of(superseded.laterStep()));
  }

  private static Optional<Value> valueAfter(VaultEvent event, String unit) {
    return switch (event.change()) {
      case Change.Created<String, VaultFile>(var key, var file) -> VaultSpec.unitOf(file, unit);
      case Change.Deleted<String, VaultFile> deleted -> Optional.empty();
      case Change.Modified<String, VaultFile> modified -> modified.after().find(unit);
    };
  }

  private Optional<Value> value(Unit unit) {
    return vault.find(unit.entity().key()).flatMap(file -> VaultSpec.unitOf(file, unit.name()));
  }

  /** A unit that an event wrote, as users know it: a line by its text. */
  static String describe(String unit, VaultEvent event) {
    if (!unit.startsWith(Part.LINE)
        || !(event.change() instanceof Change.Modified<String, VaultFile> change)) {
      return field(unit);
    }
    String text =
        change
            .after()
            .find(unit)
            .or(() -> change.before().find(unit))
            .map(TextFile::textIn)
            .orElse("");
    return text.isBlank() ? "a blank line" : "line " + Quoting.quoteAlways(text);
  }

  /** A unit as users know it: the key of a field, a line, or the place of a line. */
  private static String field(String unit) {
    if (unit.startsWith(Part.FIELD)) {
      return unit.substring(Part.FIELD.length());
    }
    if (unit.startsWith(TextFile.ORDER)) {
      return "place of a line";
    }
    return unit.startsWith(Part.LINE) ? "line" : unit;
  }

  private static String text(String unit, Value value) {
    if (unit.startsWith(Part.FIELD)) {
      return FrontMatter.valueText(TextFile.textIn(value));
    }
    if (unit.startsWith(Part.LINE)) {
      return TextFile.textIn(value);
    }
    return value instanceof Value.Text(var text) ? text : "yes";
  }
}

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
import dev.fcp.eventlog.history.StepId;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reports the rollback of a vault field by field and line by line: what was overwritten since is
 * also a conflict, and a timeline entry or a thread of which nothing is left is a failure.
 */
final class RollbackReport {

  /** The reason of the conflict of a value that was overwritten since. */
  static final String OVERWRITTEN = "current != after";

  private final VaultDomain domain = new VaultDomain();
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
    List<Skipped> conflicts = new ArrayList<>();
    List<Failed> failures = new ArrayList<>(plan.failures());
    for (Skipped skipped : plan.conflicts()) {
      if (isGone(event(skipped.event()))) {
        failures.add(gone(skipped.event(), skipped.type()));
      } else {
        conflicts.addAll(byLine(skipped));
      }
    }
    conflicts.addAll(linesLeftBehind(plan));
    int reversedCount = plan.reversedCount();
    for (Map.Entry<EventId, List<Superseded>> entry : byEvent.entrySet()) {
      EventId id = entry.getKey();
      List<Superseded> superseded = entry.getValue();
      VaultEvent event = event(id);
      if (isGone(event)) {
        failures.add(gone(id, superseded.get(0).type()));
        // The plan counts an event of which it reverses at least the place of a line or a blank.
        boolean isCounted = superseded.size() < domain.touches(event).written().size();
        reversedCount -= isCounted && reversedCount > 0 ? 1 : 0;
      } else {
        superseded.forEach(one -> conflicts.add(overwritten(event, one)));
      }
    }
    return new RollbackPlan<>(
        plan.head(),
        plan.steps(),
        plan.missing(),
        plan.events(),
        plan.reversal(),
        plan.examinedCount(),
        reversedCount,
        plan.superseded(),
        conflicts,
        failures,
        plan.digest());
  }

  private VaultEvent event(EventId id) {
    return history.step(id.step()).events().get(id.index());
  }

  private Failed gone(EventId id, String type) {
    return new Failed(id, type, "its marker and its lines are gone: " + name(event(id)));
  }

  /** The conflict of a thread that is kept as a whole, for each of its lines that was changed. */
  private List<Skipped> byLine(Skipped skipped) {
    EventId id = skipped.event();
    VaultEvent event = event(id);
    if (!(event instanceof VaultEvent.ThreadAdded || event instanceof VaultEvent.ThreadResolved)
        || !(event.change() instanceof Change.Modified<String, VaultFile> change)) {
      return List.of(skipped);
    }
    EntityRef file = VaultSpec.file(change.key());
    List<Skipped> lines = new ArrayList<>();
    for (String unit : change.units()) {
      Optional<String> expected = change.after().find(unit).map(it -> text(unit, it));
      Optional<String> current = value(new Unit(file, unit)).map(it -> text(unit, it));
      if (Part.isPart(unit) && !expected.equals(current)) {
        Conflict conflict =
            new Conflict(
                skipped.conflict().reason(),
                Optional.of(new Unit(file, field(unit))),
                expected,
                current,
                skipped.conflict().suggestion(),
                skipped.conflict().blockingUnits());
        lines.add(new Skipped(id, skipped.type(), conflict, skipped.blockingSteps()));
      }
    }
    return lines.isEmpty() ? List.of(skipped) : lines;
  }

  /**
   * The lines that others added to a thread after it was resolved: they stay where they are when
   * the thread goes back.
   */
  private List<Skipped> linesLeftBehind(RollbackPlan<VaultEvent> plan) {
    EntityModel<String, VaultFile> after = vault;
    for (VaultEvent event : plan.events()) {
      after = domain.replay(event, after);
    }
    List<Skipped> left = new ArrayList<>();
    for (StepId step : plan.steps()) {
      List<VaultEvent> events = history.step(step).events();
      for (int i = 0; i < events.size(); i++) {
        if (events.get(i) instanceof VaultEvent.ThreadResolved resolved) {
          left.addAll(linesLeftBehind(new EventId(step, i), resolved, after));
        }
      }
    }
    return left;
  }

  private List<Skipped> linesLeftBehind(
      EventId id, VaultEvent.ThreadResolved event, EntityModel<String, VaultFile> after) {
    String key = event.change().key();
    if (!(vault.find(key).orElse(null) instanceof TextFile before)
        || !(after.find(key).orElse(null) instanceof TextFile restored)) {
      return List.of();
    }
    Set<String> back = unitsOf(restored, event);
    return unitsOf(before, event).stream()
        .filter(unit -> restored.part(unit).isPresent() && !back.contains(unit))
        .map(unit -> leftBehind(id, event, restored, unit))
        .toList();
  }

  /** The units of the lines of the thread of an event that are not blank. */
  private static Set<String> unitsOf(TextFile file, VaultEvent event) {
    return StoryThread.headingUnit(event).stream()
        .flatMap(unit -> StoryThread.withHeading(file, unit).stream())
        .flatMap(thread -> thread.parts(file).stream())
        .filter(part -> !part.isBlank())
        .map(Part::unit)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Skipped leftBehind(EventId id, VaultEvent event, TextFile file, String unit) {
    String text = file.part(unit).map(Part::text).orElse("");
    Conflict conflict =
        new Conflict(
            "line %s stays where it is: it was added to the resolved thread %s"
                .formatted(Quoting.quoteAlways(text), Quoting.quoteAlways(name(event))),
            Optional.of(new Unit(VaultSpec.file(event.change().key()), field(unit))),
            Optional.empty(),
            Optional.of(text),
            Optional.empty(),
            List.of());
    return new Skipped(id, "thread_resolved", conflict, List.of());
  }

  private static String name(VaultEvent event) {
    return event
        .note()
        .find("name")
        .or(() -> event.note().find(VaultEventCodec.ENTITY_ID))
        .map(Value::asText)
        .orElse(event.change().key());
  }

  /** Whether an event of a timeline entry or a thread wrote lines of which none is left. */
  private boolean isGone(VaultEvent event) {
    if (!VaultDomain.isOfBlock(event)
        || !(event.change() instanceof Change.Modified<String, VaultFile> change)) {
      return false;
    }
    EntityRef file = VaultSpec.file(change.key());
    return change.units().stream()
        .map(TextFile::partOf)
        .flatMap(unit -> value(new Unit(file, unit)).stream())
        .allMatch(part -> TextFile.textIn(part).isBlank());
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

package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.json.ValueJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Formats the result of a rollback as one line of JSON. Unknown values are omitted.
 *
 * <pre>
 * {"events_seen": N, "events_reversed": N, "success": true,
 *  "superseded":        [{event_id, event_type, entity, unit, field, by}],
 *  "skipped_conflicts": [{event_id, event_type, entity, unit, field, expected, current, reason, by}],
 *  "failures":          [{event_id, event_type, reason}]}
 * </pre>
 */
final class RollbackJson {

  private RollbackJson() {}

  /**
   * Formats a plan.
   *
   * @param isRefused whether the rollback was refused, so that nothing was reversed
   */
  static String of(RollbackPlan<?> plan, boolean isRefused) {
    TreeMap<String, Value> fields = new TreeMap<>();
    fields.put("events_seen", Value.of(plan.examinedCount()));
    fields.put("events_reversed", Value.of(isRefused ? 0 : plan.reversedCount()));
    fields.put("superseded", list(plan.superseded().stream().map(RollbackJson::superseded)));
    fields.put("skipped_conflicts", list(plan.conflicts().stream().map(RollbackJson::skipped)));
    fields.put("failures", list(plan.failures().stream().map(RollbackJson::failed)));
    fields.put("success", Value.of(plan.isSuccess() && !isRefused));
    return ValueJson.write(Value.Fields.of(fields));
  }

  private static Value superseded(RollbackPlan.Superseded superseded) {
    Map<String, Value> fields = event(superseded.event(), superseded.type());
    put(fields, Optional.of(superseded.unit()));
    fields.put("by", Value.of(superseded.laterStep().ulid()));
    return Value.Fields.of(fields);
  }

  private static Value skipped(RollbackPlan.Skipped skipped) {
    Conflict conflict = skipped.conflict();
    Map<String, Value> fields = event(skipped.event(), skipped.type());
    put(fields, conflict.unit());
    conflict.expected().ifPresent(text -> fields.put("expected", Value.of(text)));
    conflict.current().ifPresent(text -> fields.put("current", Value.of(text)));
    fields.put("reason", Value.of(conflict.reason()));
    fields.put("by", list(skipped.blockingSteps().stream().map(StepId::ulid).map(Value::of)));
    return Value.Fields.of(fields);
  }

  private static Value failed(RollbackPlan.Failed failed) {
    Map<String, Value> fields = event(failed.event(), failed.type());
    fields.put("reason", Value.of(failed.reason()));
    return Value.Fields.of(fields);
  }

  private static Map<String, Value> event(EventId id, String type) {
    Map<String, Value> fields = new TreeMap<>();
    fields.put("event_id", Value.of(id.toString()));
    fields.put("event_type", Value.of(type));
    return fields;
  }

  private static void put(Map<String, Value> fields, Optional<Unit> unit) {
    unit.ifPresent(it -> {
      fields.put("entity", Value.of(it.entity().toString()));
      fields.put("unit", Value.of(it.toString()));
      fields.put("field", Value.of(it.name()));
    });
  }

  private static Value list(Stream<? extends Value> items) {
    return new Value.Sequence(List.copyOf(items.toList()));
  }
}

package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Converts events written by older releases to the current form. The member {@value
 * #VERSION_MEMBER} of an event contains its version; without it, the version is 1. A codec whose
 * events changed writes the new version and declares an upcaster for each old one (JN-15).
 *
 * <p>Immutable.
 */
public final class Upcasters {

  /** The member of an event that contains its version. */
  public static final String VERSION_MEMBER = "v";

  private static final Upcasters NONE = new Upcasters(Map.of());

  private final Map<Key, Function<Value.Fields, List<Value.Fields>>> upcasters;

  private record Key(String type, long version) {}

  private Upcasters(Map<Key, Function<Value.Fields, List<Value.Fields>>> upcasters) {
    this.upcasters = upcasters;
  }

  /** No upcasters, if all events have the current version. */
  public static Upcasters none() {
    return NONE;
  }

  /**
   * These upcasters and another one.
   *
   * @param type the type of the old event
   * @param version its version, from 1
   * @param upcaster converts the old event to equivalent events of later versions, in order,
   *     possibly of other types
   * @throws IllegalArgumentException if there already is an upcaster for these events
   */
  public Upcasters with(
      String type, long version, Function<Value.Fields, List<Value.Fields>> upcaster) {
    Map<Key, Function<Value.Fields, List<Value.Fields>>> more = new HashMap<>(upcasters);
    Key key = new Key(Objects.requireNonNull(type, "type"), version);
    if (more.put(key, Objects.requireNonNull(upcaster, "upcaster")) != null) {
      throw new IllegalArgumentException(
          "two upcasters for \"%s\", version %d".formatted(type, version));
    }
    return new Upcasters(Map.copyOf(more));
  }

  /** The types and versions that are converted, sorted, in one text. */
  public String names() {
    return upcasters.keySet().stream()
        .map(key -> key.type() + " " + key.version())
        .sorted()
        .collect(Collectors.joining(","));
  }

  /** Converts the events of a record to the current form. */
  public JournalRecord upcast(JournalRecord record) {
    List<Step<Value.Fields>> steps = new ArrayList<>();
    for (Step<Value.Fields> step : record.steps()) {
      List<Value.Fields> events =
          step.events().stream().flatMap(it -> upcast(it).stream()).toList();
      steps.add(events.equals(step.events()) ? step : step.withEvents(events));
    }
    return steps.isEmpty() ? record : record.withSteps(steps);
  }

  /** Converts an event to the current form. */
  public List<Value.Fields> upcast(Value.Fields event) {
    if (upcasters.isEmpty()) {
      return List.of(event);
    }
    long version = event.find(VERSION_MEMBER).map(Value::asLong).orElse(1L);
    Function<Value.Fields, List<Value.Fields>> upcaster =
        event.find("type").map(type -> upcasters.get(new Key(type.asText(), version))).orElse(null);
    if (upcaster == null) {
      return List.of(event);
    }
    return upcaster.apply(event).stream()
        .peek(upcasted -> requireLater(event, version, upcasted))
        .flatMap(upcasted -> upcast(upcasted).stream())
        .toList();
  }

  /** Rejects an event of the same or an older version, because conversion might not terminate. */
  private static void requireLater(Value.Fields event, long version, Value.Fields upcasted) {
    boolean sameType = upcasted.text("type").equals(event.text("type"));
    if (sameType && upcasted.find(VERSION_MEMBER).map(Value::asLong).orElse(1L) <= version) {
      throw new IllegalStateException(
          "the upcaster of \"%s\", version %d, does not give a later version"
              .formatted(event.text("type"), version));
    }
  }

  /** Sets the version of an event; a utility for declaring upcasters. */
  public static Value.Fields withVersion(Value.Fields event, long version) {
    Map<String, Value> fields = new TreeMap<>(event.fields());
    fields.put(VERSION_MEMBER, Value.of(version));
    return Value.Fields.of(fields);
  }
}

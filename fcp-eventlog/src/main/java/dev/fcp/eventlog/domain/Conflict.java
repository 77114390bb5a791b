package dev.fcp.eventlog.domain;

import java.util.List;
import java.util.Optional;

/**
 * Why something does not apply, in words a user understands, with the place where it does not.
 *
 * @param reason what is wrong, naming the value
 * @param unit where; empty if it concerns no entity. A whole-entity unit if the existence is at
 *     fault
 * @param expected the value the change was made for, as text; empty where none was
 * @param current the value that stands there, as text; empty where none does
 * @param suggestion what would work instead; empty where nothing is known
 * @param blockingUnits the units of other entities without which it would apply, as far as they are
 *     known; who wrote them since is to blame when something is taken back (RB-5)
 */
public record Conflict(
    String reason,
    Optional<Unit> unit,
    Optional<String> expected,
    Optional<String> current,
    Optional<Suggestion> suggestion,
    List<Unit> blockingUnits) {

  /** Copies the list. */
  public Conflict {
    blockingUnits = List.copyOf(blockingUnits);
  }

  /** A conflict that concerns no entity. */
  public static Conflict because(String reason) {
    return new Conflict(
        reason, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());
  }

  /** An entity that should be there is missing. */
  public static Conflict missing(EntityRef entity) {
    return at(Unit.whole(entity), entity + " is not there");
  }

  /** An entity that should be new is there already. */
  public static Conflict alreadyExists(EntityRef entity) {
    return at(Unit.whole(entity), entity + " is there already");
  }

  /** A unit holds another value than the change was made for. */
  public static Conflict changed(Unit unit, Optional<String> expected, Optional<String> current) {
    String reason =
        unit + " is " + current.orElse("absent") + ", expected " + expected.orElse("absent");
    return new Conflict(reason, Optional.of(unit), expected, current, Optional.empty(), List.of());
  }

  /** A conflict at a unit. */
  public static Conflict at(Unit unit, String reason) {
    return new Conflict(
        reason, Optional.of(unit), Optional.empty(), Optional.empty(), Optional.empty(), List.of());
  }

  /** The same conflict with advice in words. */
  public Conflict withSuggestion(String advice) {
    return withSuggestion(new Suggestion.Advice(advice));
  }

  /** The same conflict with something that would work. */
  public Conflict withSuggestion(Suggestion suggestion) {
    return new Conflict(reason, unit, expected, current, Optional.of(suggestion), blockingUnits);
  }

  /** The same conflict with what stands in the way. */
  public Conflict withBlockingUnits(List<Unit> units) {
    return new Conflict(reason, unit, expected, current, suggestion, units);
  }

  @Override
  public String toString() {
    return reason + suggestion.map(s -> "\n  try: " + s).orElse("");
  }
}

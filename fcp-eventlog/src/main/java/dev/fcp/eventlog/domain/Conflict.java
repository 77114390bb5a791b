package dev.fcp.eventlog.domain;

import java.util.List;
import java.util.Optional;

/**
 * The reason why an event does not apply, for the user, and the unit that it concerns.
 *
 * @param reason describes the conflict, including the value
 * @param unit the unit; {@link Unit#whole} if the conflict is about the existence of the entity;
 *     empty if it concerns no entity
 * @param expected the value that the event expects, as text; empty if it expects none
 * @param current the value in the model, as text; empty if there is none
 * @param suggestion what to do instead; empty if unknown
 * @param blockingUnits the units of other entities that prevent it, as far as they are known; a
 *     rollback names the steps that wrote them since (RB-5)
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

  /** An entity that should exist is missing. */
  public static Conflict missing(EntityRef entity) {
    return at(Unit.whole(entity), entity + " is not there");
  }

  /** An entity to be created already exists. */
  public static Conflict alreadyExists(EntityRef entity) {
    return at(Unit.whole(entity), entity + " is there already");
  }

  /** A unit has another value than the change expects. */
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

  /** The same conflict with a suggestion. */
  public Conflict withSuggestion(Suggestion suggestion) {
    return new Conflict(reason, unit, expected, current, Optional.of(suggestion), blockingUnits);
  }

  /** The same conflict with the units that prevent the event. */
  public Conflict withBlockingUnits(List<Unit> units) {
    return new Conflict(reason, unit, expected, current, suggestion, units);
  }

  @Override
  public String toString() {
    return reason + suggestion.map(s -> "\n  try: " + s).orElse("");
  }
}

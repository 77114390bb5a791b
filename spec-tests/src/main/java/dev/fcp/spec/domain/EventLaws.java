package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.LawAssertions.require;
import static dev.fcp.spec.domain.LawAssertions.requireEqual;
import static dev.fcp.spec.domain.LawAssertions.requireEqualBytes;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The laws about single events and pairs of events. Each law checks all attempts of a history,
 * throws an {@link AssertionError} if it is broken, and returns how many cases it checked.
 */
final class EventLaws<M, E> {

  private final Domain<M, E> domain;
  private final ModelView<M> view;

  EventLaws(Domain<M, E> domain, ModelView<M> view) {
    this.domain = domain;
    this.view = view;
  }

  /** DM-1: invert(invert(e)) = e. */
  int invertsTwice(RandomHistory<M, E> history) {
    for (EventAttempt<M, E> attempt : history.attempts()) {
      E inverse = domain.invert(attempt.event());
      requireEqual(
          "DM-1", attempt.event(), domain.invert(inverse), () -> "inverted twice, by " + inverse);
    }
    return history.attempts().size();
  }

  /** DM-2: the inverse of an applied event applies and restores the model. */
  int inverseRestoresModel(RandomHistory<M, E> history) {
    for (EventAttempt<M, E> attempt : history.attempts()) {
      require(
          "DM-2",
          !(attempt instanceof EventAttempt.Failed),
          () -> "passed the check, but " + attempt);
    }
    for (EventAttempt.Applied<M, E> attempt : history.applied()) {
      requireInverse("DM-2", attempt.event(), attempt.before(), attempt.after());
    }
    return history.applied().size();
  }

  private void requireInverse(String clause, E event, M before, M after) {
    E inverse = domain.invert(event);
    domain
        .check(inverse, after)
        .ifPresent(conflict ->
            require(clause, false, () -> inverse + " does not reverse the event: " + conflict));
    requireEqual(clause, before, domain.replay(inverse, after), () -> event + " and back");
  }

  /** DM-3: replay also refuses what the check refuses, and nothing changes. */
  int refusalChangesNothing(RandomHistory<M, E> history) {
    for (EventAttempt.Refused<M, E> attempt : history.refused()) {
      byte[] before = domain.modelCodec().encode(attempt.before());
      require(
          "DM-3",
          replayRefuses(attempt),
          () -> "replay accepted what the check refused: " + attempt);
      byte[] after = domain.modelCodec().encode(attempt.before());
      requireEqualBytes("DM-3", before, after, () -> "the model changed by " + attempt);
    }
    return history.refused().size();
  }

  private boolean replayRefuses(EventAttempt.Refused<M, E> attempt) {
    try {
      domain.replay(attempt.event(), attempt.before());
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  /** DM-5: an event survives a round trip through JSON in UTF-8; malformed input is refused. */
  int survivesJsonRoundTrip(RandomHistory<M, E> history) {
    EventCodec<E> codec = domain.eventCodec();
    for (EventAttempt<M, E> attempt : history.attempts()) {
      Value.Fields fields = codec.encode(attempt.event());
      byte[] bytes = ValueJson.write(fields).getBytes(StandardCharsets.UTF_8);
      Value.Fields decoded = ValueJson.read(new String(bytes, StandardCharsets.UTF_8)).asFields();
      requireEqual(
          "DM-5", attempt.event(), codec.decode(decoded), () -> "read back from " + fields);
      rejectsDamagedFields(codec, fields);
    }
    return history.attempts().size();
  }

  private void rejectsDamagedFields(EventCodec<E> codec, Value.Fields fields) {
    require("DM-5", fields.find("type").isPresent(), () -> "no type in " + fields);
    for (String name : fields.fields().keySet()) {
      var damaged = new TreeMap<>(fields.fields());
      damaged.remove(name);
      boolean isDecoded = decodes(codec, Value.Fields.of(damaged));
      require("DM-5", !(isDecoded && name.equals("type")), () -> "read without type: " + damaged);
      damaged.put(name, new Value.Sequence(List.of(Value.of(false))));
      decodes(codec, Value.Fields.of(damaged));
    }
  }

  private boolean decodes(EventCodec<E> codec, Value.Fields fields) {
    try {
      codec.decode(fields);
      return true;
    } catch (MalformedValueException e) {
      return false;
    } catch (RuntimeException e) {
      throw new AssertionError("DM-5 is broken: damaged " + fields + " ended in " + e, e);
    }
  }

  /** DM-9: exactly the units that are declared as written change. */
  int changesDeclaredUnits(RandomHistory<M, E> history) {
    for (EventAttempt.Applied<M, E> attempt : history.applied()) {
      requireDeclaredChanges("DM-9", domain.touches(attempt.event()).written(), attempt);
    }
    return history.applied().size();
  }

  private void requireDeclaredChanges(
      String clause, Set<Unit> declared, EventAttempt.Applied<M, E> attempt) {
    Map<Unit, Value> before = view.units(attempt.before());
    Map<Unit, Value> after = view.units(attempt.after());
    for (Unit unit : changedUnits(before, after)) {
      require(
          clause,
          declared.stream().anyMatch(unit::overlaps),
          () -> attempt.event() + " changed " + unit + ", but declares that it writes " + declared);
    }
    for (Unit unit : declared) {
      boolean existedBefore = before.keySet().stream().anyMatch(unit::overlaps);
      boolean existsAfter = after.keySet().stream().anyMatch(unit::overlaps);
      require(
          clause,
          !unit.isWhole() || existedBefore != existsAfter,
          () -> attempt.event() + " neither creates nor deletes " + unit.entity());
    }
  }

  private static Set<Unit> changedUnits(Map<Unit, Value> before, Map<Unit, Value> after) {
    Set<Unit> units = new HashSet<>(before.keySet());
    units.addAll(after.keySet());
    units.removeIf(unit -> Objects.equals(before.get(unit), after.get(unit)));
    return units;
  }

  /** DM-10: an event without some units changes the others; a creation or deletion is not split. */
  int splitsByUnit(RandomHistory<M, E> history) {
    int cases = 0;
    for (EventAttempt.Applied<M, E> attempt : history.applied()) {
      E event = attempt.event();
      Set<Unit> written = domain.touches(event).written();
      Unit unknownUnit = new Unit(new EntityRef("nobody", "knows"), "it");
      requireEqual("DM-10", event, remainder(event, Set.of()), () -> "without nothing");
      requireEqual(
          "DM-10", event, remainder(event, Set.of(unknownUnit)), () -> "without " + unknownUnit);
      if (!written.isEmpty()) {
        requireEqual(
            "DM-10", "nothing", remainder(event, written), () -> event + " without " + written);
      }
      for (Unit unit : written) {
        cases +=
            unit.isWhole() ? requireUnsplittable(event, unit) : requireRest(attempt, written, unit);
      }
    }
    return cases;
  }

  private Object remainder(E event, Set<Unit> units) {
    return domain.without(event, units).<Object>map(rest -> rest).orElse("nothing");
  }

  private int requireUnsplittable(E event, Unit wholeEntity) {
    Unit part = new Unit(wholeEntity.entity(), "any");
    requireEqual(
        "DM-10", "nothing", remainder(event, Set.of(part)), () -> event + " without " + part);
    return 0;
  }

  private int requireRest(EventAttempt.Applied<M, E> attempt, Set<Unit> written, Unit unit) {
    Unit wholeEntity = Unit.whole(unit.entity());
    requireEqual(
        "DM-10",
        "nothing",
        remainder(attempt.event(), Set.of(wholeEntity)),
        () -> "without " + wholeEntity);
    Set<Unit> remaining =
        written.stream().filter(other -> !other.equals(unit)).collect(Collectors.toSet());
    if (remaining.isEmpty()) {
      return 0;
    }
    E rest =
        domain
            .without(attempt.event(), Set.of(unit))
            .orElseThrow(() -> new AssertionError("DM-10 is broken: nothing left of " + attempt));
    requireEqual("DM-10", remaining, domain.touches(rest).written(), () -> rest + " writes");
    requireEqual("DM-10", rest, domain.invert(domain.invert(rest)), () -> "inverted twice");
    if (domain.check(rest, attempt.before()).isPresent()) {
      return 0;
    }
    M after = domain.replay(rest, attempt.before());
    requireInverse("DM-10", rest, attempt.before(), after);
    Map<Unit, Value> expected = new HashMap<>(view.units(attempt.after()));
    Map<Unit, Value> before = view.units(attempt.before());
    expected.keySet().removeIf(unit::overlaps);
    before.forEach((other, value) -> {
      if (unit.overlaps(other)) {
        expected.put(other, value);
      }
    });
    requireEqual("DM-10", expected, view.units(after), () -> "the units after " + rest);
    return 1;
  }

  /** DM-11: a merged event has the effect of both, in both directions. */
  int mergesExactly(RandomHistory<M, E> history) {
    int cases = 0;
    List<EventAttempt.Applied<M, E>> attempts = history.applied();
    for (int i = 1; i < attempts.size(); i++) {
      EventAttempt.Applied<M, E> first = attempts.get(i - 1);
      EventAttempt.Applied<M, E> second = attempts.get(i);
      cases +=
          switch (domain.merge(first.event(), second.event())) {
            case EventMerge.NotMergeable<E> apart -> 0;
            case EventMerge.CancelledOut<E> nothing -> {
              requireEqual("DM-11", first.before(), second.after(), () -> first + ", " + second);
              yield 0;
            }
            case EventMerge.MergedInto<E>(var merged) ->
                requireMerged(merged, first.before(), second.after());
          };
    }
    return cases;
  }

  private int requireMerged(E event, M before, M after) {
    domain
        .check(event, before)
        .ifPresent(conflict -> require("DM-11", false, () -> event + ": " + conflict));
    requireEqual("DM-11", after, domain.replay(event, before), () -> "merged into " + event);
    requireInverse("DM-11", event, before, after);
    return 1;
  }

  /**
   * DM-12: the reported references dangle after the event, and all newly dangling ones are
   * reported.
   */
  int reportsDanglingReferences(RandomHistory<M, E> history) {
    int cases = 0;
    for (EventAttempt.Applied<M, E> attempt : history.applied()) {
      Set<DanglingReference.TargetMissing> reported =
          domain.danglingReferences(attempt.event(), attempt.before()).stream()
              .map(reference ->
                  new DanglingReference.TargetMissing(
                      reference.referrer(), reference.target(), reference.role()))
              .collect(Collectors.toSet());
      Set<DanglingReference.TargetMissing> dangling = view.danglingReferences(attempt.after());
      require("DM-12", dangling.containsAll(reported), () -> attempt + " reported " + reported);
      Set<DanglingReference.TargetMissing> newlyDangling = new HashSet<>(dangling);
      newlyDangling.removeAll(view.danglingReferences(attempt.before()));
      require(
          "DM-12",
          reported.containsAll(newlyDangling),
          () -> attempt + " did not report " + newlyDangling);
      cases += newlyDangling.isEmpty() ? 0 : 1;
    }
    return cases;
  }

  /** DM-13: a creation or deletion is declared as one, and its inverse as the opposite. */
  int hasDeclaredEffect(RandomHistory<M, E> history) {
    for (EventAttempt<M, E> attempt : history.attempts()) {
      E event = attempt.event();
      Effect effect = domain.effect(event);
      E inverse = domain.invert(event);
      requireEqual(
          "DM-13", effect.inverse(), domain.effect(inverse), () -> "the effect of " + inverse);
      boolean writesWhole = domain.touches(event).written().stream().anyMatch(Unit::isWhole);
      require(
          "DM-13",
          writesWhole == (effect != Effect.MODIFIES),
          () -> event + " " + effect + ", and writes " + domain.touches(event).written());
    }
    for (EventAttempt.Applied<M, E> attempt : history.applied()) {
      requireExistence(attempt, domain.effect(attempt.event()));
    }
    return history.applied().size();
  }

  private void requireExistence(EventAttempt.Applied<M, E> attempt, Effect effect) {
    Set<Unit> before = view.units(attempt.before()).keySet();
    Set<Unit> after = view.units(attempt.after()).keySet();
    for (Unit unit : domain.touches(attempt.event()).subject()) {
      Unit wholeEntity = Unit.whole(unit.entity());
      require(
          "DM-13",
          effect != Effect.CREATES
              || (!before.contains(wholeEntity) && after.contains(wholeEntity)),
          () -> attempt.event() + " does not create " + unit.entity());
      require(
          "DM-13",
          effect != Effect.DELETES
              || (before.contains(wholeEntity) && !after.contains(wholeEntity)),
          () -> attempt.event() + " does not delete " + unit.entity());
    }
  }

  /**
   * DM-14: an event that is rebased onto another model sets the same values, whatever the model
   * had.
   */
  int rebasesExactly(RandomHistory<M, E> history) {
    int cases = 0;
    List<EventAttempt.Applied<M, E>> attempts = history.applied();
    for (int i = 0; i < attempts.size(); i++) {
      EventAttempt.Applied<M, E> attempt = attempts.get(i);
      Optional<E> rebased = domain.rebase(attempt.event(), attempt.before());
      if (rebased.isPresent()) {
        M after = domain.replay(rebased.get(), attempt.before());
        requireEqual("DM-14", attempt.after(), after, () -> attempt.event() + " for its own model");
      }
      cases += requireRebased(attempt, attempts.get(i / 2).before());
      cases += requireRebased(attempt, attempts.get(attempts.size() - 1).after());
    }
    return cases;
  }

  private int requireRebased(EventAttempt.Applied<M, E> attempt, M other) {
    Optional<E> rebased = domain.rebase(attempt.event(), other);
    if (rebased.isEmpty() || domain.check(rebased.get(), other).isPresent()) {
      return 0;
    }
    M after = domain.replay(rebased.get(), other);
    Set<Unit> written = domain.touches(attempt.event()).written();
    Map<Unit, Value> expected = view.units(attempt.after());
    Map<Unit, Value> actual = view.units(after);
    for (Unit unit : changedUnits(expected, actual)) {
      require(
          "DM-14",
          written.stream().noneMatch(unit::overlaps),
          () ->
              rebased.get()
                  + " sets %s to %s, and %s to %s"
                      .formatted(unit, actual.get(unit), attempt.event(), expected.get(unit)));
    }
    for (Unit unit : changedUnits(view.units(other), actual)) {
      require(
          "DM-14",
          written.stream().anyMatch(unit::overlaps),
          () -> rebased.get() + " changes " + unit + ", which " + attempt.event() + " does not");
    }
    requireEqual(
        "DM-14", Optional.empty(), domain.rebase(attempt.event(), after), () -> "rebased again");
    return 1;
  }
}

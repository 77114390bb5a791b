package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.Law.require;
import static dev.fcp.spec.domain.Law.same;
import static dev.fcp.spec.domain.Law.sameBytes;

import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Merge;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.domain.ValueJson;
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
 * The laws that speak of single events and of pairs of them. Each looks at all moves of a walk,
 * says by an {@link AssertionError} that it is broken, and answers how many cases it saw.
 */
final class EventLaws<M, E> {

  private final Domain<M, E> domain;
  private final ModelView<M> view;

  EventLaws(Domain<M, E> domain, ModelView<M> view) {
    this.domain = domain;
    this.view = view;
  }

  /** DM-1: invert(invert(e)) = e. */
  int invertsTwice(Walk<M, E> walk) {
    for (Move<M, E> move : walk.moves()) {
      E inverse = domain.invert(move.event());
      same("DM-1", move.event(), domain.invert(inverse), () -> "inverted twice, by " + inverse);
    }
    return walk.moves().size();
  }

  /** DM-2: what applies can be taken back, and that restores the model. */
  int restores(Walk<M, E> walk) {
    for (Move<M, E> move : walk.moves()) {
      require("DM-2", !(move instanceof Move.Failed), () -> "found applicable, but " + move);
    }
    for (Move.Applied<M, E> move : walk.applied()) {
      restored("DM-2", move.event(), move.before(), move.after());
    }
    return walk.applied().size();
  }

  private void restored(String clause, E event, M before, M after) {
    E inverse = domain.invert(event);
    domain
        .check(inverse, after)
        .ifPresent(
            conflict -> require(clause, false, () -> inverse + " does not take back: " + conflict));
    same(clause, before, domain.replay(inverse, after), () -> event + " and back");
  }

  /** DM-3: what is refused by the check is refused by replay too, and changes nothing. */
  int refuses(Walk<M, E> walk) {
    for (Move.Refused<M, E> move : walk.refused()) {
      byte[] before = domain.modelCodec().encode(move.before());
      require("DM-3", replayRefuses(move), () -> "replay took what the check refused: " + move);
      byte[] after = domain.modelCodec().encode(move.before());
      sameBytes("DM-3", before, after, () -> "the model changed by " + move);
    }
    return walk.refused().size();
  }

  private boolean replayRefuses(Move.Refused<M, E> move) {
    try {
      domain.replay(move.event(), move.before());
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  /** DM-5: an event comes back from JSON in UTF-8; what is no event is refused. */
  int comesBack(Walk<M, E> walk) {
    EventCodec<E> codec = domain.eventCodec();
    for (Move<M, E> move : walk.moves()) {
      Value.Fields fields = codec.encode(move.event());
      byte[] bytes = ValueJson.write(fields).getBytes(StandardCharsets.UTF_8);
      Value.Fields read = ValueJson.read(new String(bytes, StandardCharsets.UTF_8)).asFields();
      same("DM-5", move.event(), codec.decode(read), () -> "read back from " + fields);
      refusesDamage(codec, fields);
    }
    return walk.moves().size();
  }

  private void refusesDamage(EventCodec<E> codec, Value.Fields fields) {
    require("DM-5", fields.find("type").isPresent(), () -> "no type in " + fields);
    for (String name : fields.fields().keySet()) {
      var rest = new TreeMap<>(fields.fields());
      rest.remove(name);
      boolean read = reads(codec, Value.Fields.of(rest));
      require("DM-5", !(read && name.equals("type")), () -> "read without type: " + rest);
      rest.put(name, new Value.Sequence(List.of(Value.of(false))));
      reads(codec, Value.Fields.of(rest));
    }
  }

  private boolean reads(EventCodec<E> codec, Value.Fields fields) {
    try {
      codec.decode(fields);
      return true;
    } catch (MalformedValueException e) {
      return false;
    } catch (RuntimeException e) {
      throw new AssertionError("DM-5 is broken: damaged " + fields + " ended in " + e, e);
    }
  }

  /** DM-9: exactly the written units change. */
  int writesWhatItSays(Walk<M, E> walk) {
    for (Move.Applied<M, E> move : walk.applied()) {
      changesOnly("DM-9", domain.touches(move.event()).written(), move);
    }
    return walk.applied().size();
  }

  private void changesOnly(String clause, Set<Unit> written, Move.Applied<M, E> move) {
    Map<Unit, Value> before = view.units(move.before());
    Map<Unit, Value> after = view.units(move.after());
    for (Unit unit : changed(before, after)) {
      require(
          clause,
          written.stream().anyMatch(unit::meets),
          () -> move.event() + " changed " + unit + ", but says it writes " + written);
    }
    for (Unit unit : written) {
      boolean exists = before.keySet().stream().anyMatch(unit::meets);
      boolean existed = after.keySet().stream().anyMatch(unit::meets);
      require(
          clause,
          !unit.isWhole() || exists != existed,
          () -> move.event() + " neither creates nor deletes " + unit.entity());
    }
  }

  private static Set<Unit> changed(Map<Unit, Value> before, Map<Unit, Value> after) {
    Set<Unit> units = new HashSet<>(before.keySet());
    units.addAll(after.keySet());
    units.removeIf(unit -> Objects.equals(before.get(unit), after.get(unit)));
    return units;
  }

  /** DM-10: an event without some units does the rest; what creates or deletes is not split. */
  int splits(Walk<M, E> walk) {
    int cases = 0;
    for (Move.Applied<M, E> move : walk.applied()) {
      E event = move.event();
      Set<Unit> written = domain.touches(event).written();
      Unit stranger = new Unit(new EntityRef("nobody", "knows"), "it");
      same("DM-10", event, orNone(event, Set.of()), () -> "without nothing");
      same("DM-10", event, orNone(event, Set.of(stranger)), () -> "without " + stranger);
      if (!written.isEmpty()) {
        same("DM-10", "nothing", orNone(event, written), () -> event + " without " + written);
      }
      for (Unit unit : written) {
        cases += unit.isWhole() ? unsplit(event, unit) : rest(move, written, unit);
      }
    }
    return cases;
  }

  private Object orNone(E event, Set<Unit> units) {
    return domain.without(event, units).<Object>map(rest -> rest).orElse("nothing");
  }

  private int unsplit(E event, Unit whole) {
    Unit part = new Unit(whole.entity(), "any");
    same("DM-10", "nothing", orNone(event, Set.of(part)), () -> event + " without " + part);
    return 0;
  }

  private int rest(Move.Applied<M, E> move, Set<Unit> written, Unit unit) {
    Unit whole = Unit.whole(unit.entity());
    same("DM-10", "nothing", orNone(move.event(), Set.of(whole)), () -> "without " + whole);
    Set<Unit> left =
        written.stream().filter(other -> !other.equals(unit)).collect(Collectors.toSet());
    if (left.isEmpty()) {
      return 0;
    }
    E rest =
        domain
            .without(move.event(), Set.of(unit))
            .orElseThrow(() -> new AssertionError("DM-10 is broken: nothing left of " + move));
    same("DM-10", left, domain.touches(rest).written(), () -> rest + " writes");
    same("DM-10", rest, domain.invert(domain.invert(rest)), () -> "inverted twice");
    if (domain.check(rest, move.before()).isPresent()) {
      return 0;
    }
    M after = domain.replay(rest, move.before());
    restored("DM-10", rest, move.before(), after);
    Map<Unit, Value> expected = new HashMap<>(view.units(move.after()));
    Map<Unit, Value> before = view.units(move.before());
    if (before.containsKey(unit)) {
      expected.put(unit, before.get(unit));
    } else {
      expected.remove(unit);
    }
    same("DM-10", expected, view.units(after), () -> "the units after " + rest);
    return 1;
  }

  /** DM-11: a merged event does what the two did, forwards and back. */
  int merges(Walk<M, E> walk) {
    int cases = 0;
    List<Move.Applied<M, E>> moves = walk.applied();
    for (int i = 1; i < moves.size(); i++) {
      Move.Applied<M, E> first = moves.get(i - 1);
      Move.Applied<M, E> second = moves.get(i);
      cases +=
          switch (domain.merge(first.event(), second.event())) {
            case Merge.Apart<E> apart -> 0;
            case Merge.Nothing<E> nothing -> {
              same("DM-11", first.before(), second.after(), () -> first + ", " + second);
              yield 0;
            }
            case Merge.Into<E>(var merged) -> merged(merged, first.before(), second.after());
          };
    }
    return cases;
  }

  private int merged(E event, M before, M after) {
    domain
        .check(event, before)
        .ifPresent(conflict -> require("DM-11", false, () -> event + ": " + conflict));
    same("DM-11", after, domain.replay(event, before), () -> "merged into " + event);
    restored("DM-11", event, before, after);
    return 1;
  }

  /** DM-12: the dependents are the references that the event leaves, or finds, without target. */
  int dependsOn(Walk<M, E> walk) {
    int cases = 0;
    for (Move.Applied<M, E> move : walk.applied()) {
      Set<Dependent.Missing> told =
          domain.dependents(move.event(), move.before()).stream()
              .map(d -> new Dependent.Missing(d.referrer(), d.target(), d.role()))
              .collect(Collectors.toSet());
      Set<Dependent.Missing> dangling = view.dangling(move.after());
      require("DM-12", dangling.containsAll(told), () -> move + " told of " + told);
      Set<Dependent.Missing> fresh = new HashSet<>(dangling);
      fresh.removeAll(view.dangling(move.before()));
      require("DM-12", told.containsAll(fresh), () -> move + " did not tell of " + fresh);
      cases += fresh.isEmpty() ? 0 : 1;
    }
    return cases;
  }

  /** DM-13: what creates or deletes says so, and its inverse the opposite. */
  int hasOneEffect(Walk<M, E> walk) {
    for (Move<M, E> move : walk.moves()) {
      E event = move.event();
      Effect effect = domain.effect(event);
      E inverse = domain.invert(event);
      same("DM-13", effect.inverse(), domain.effect(inverse), () -> "the effect of " + inverse);
      boolean writesWhole = domain.touches(event).written().stream().anyMatch(Unit::isWhole);
      require(
          "DM-13",
          writesWhole == (effect != Effect.MODIFIES),
          () -> event + " " + effect + ", and writes " + domain.touches(event).written());
    }
    for (Move.Applied<M, E> move : walk.applied()) {
      existsAsSaid(move, domain.effect(move.event()));
    }
    return walk.applied().size();
  }

  private void existsAsSaid(Move.Applied<M, E> move, Effect effect) {
    Set<Unit> before = view.units(move.before()).keySet();
    Set<Unit> after = view.units(move.after()).keySet();
    for (Unit unit : domain.touches(move.event()).subject()) {
      Unit whole = Unit.whole(unit.entity());
      require(
          "DM-13",
          effect != Effect.CREATES || (!before.contains(whole) && after.contains(whole)),
          () -> move.event() + " does not create " + unit.entity());
      require(
          "DM-13",
          effect != Effect.DELETES || (before.contains(whole) && !after.contains(whole)),
          () -> move.event() + " does not delete " + unit.entity());
    }
  }

  /** DM-14: told for another model, an event sets what it set, whatever stood there. */
  int rebases(Walk<M, E> walk) {
    int cases = 0;
    List<Move.Applied<M, E>> moves = walk.applied();
    for (int i = 0; i < moves.size(); i++) {
      Move.Applied<M, E> move = moves.get(i);
      Optional<E> own = domain.rebase(move.event(), move.before());
      if (own.isPresent()) {
        M after = domain.replay(own.get(), move.before());
        same("DM-14", move.after(), after, () -> move.event() + " for its own model");
      }
      cases += rebased(move, moves.get(i / 2).before());
      cases += rebased(move, moves.get(moves.size() - 1).after());
    }
    return cases;
  }

  private int rebased(Move.Applied<M, E> move, M other) {
    Optional<E> told = domain.rebase(move.event(), other);
    if (told.isEmpty() || domain.check(told.get(), other).isPresent()) {
      return 0;
    }
    M after = domain.replay(told.get(), other);
    Set<Unit> written = domain.touches(move.event()).written();
    Map<Unit, Value> wanted = view.units(move.after());
    Map<Unit, Value> found = view.units(after);
    for (Unit unit : changed(wanted, found)) {
      require(
          "DM-14",
          written.stream().noneMatch(unit::meets),
          () ->
              told.get()
                  + " sets %s to %s, and %s to %s"
                      .formatted(unit, found.get(unit), move.event(), wanted.get(unit)));
    }
    for (Unit unit : changed(view.units(other), found)) {
      require(
          "DM-14",
          written.stream().anyMatch(unit::meets),
          () -> told.get() + " changes " + unit + ", which " + move.event() + " does not");
    }
    same("DM-14", Optional.empty(), domain.rebase(move.event(), after), () -> "told once more");
    return 1;
  }
}

package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One part of leading an entity to where it should be: an event of the line, forward or backward,
 * whole or some units of it.
 *
 * @param entity the entity
 * @param event the event
 * @param inverted whether it is taken back
 * @param units the units that are meant; null for the whole event
 * @param rebased whether it is told for the model as that is now
 */
record Piece<E>(
    EntityRef entity, E event, boolean inverted, @Nullable Set<String> units, boolean rebased) {

  /** What a piece is on a model: an event, nothing to do, or nothing that can be told. */
  sealed interface Told<E> {

    /** These events, mostly one. */
    record As<E>(List<E> events) implements Told<E> {}

    /** The values stand there already. */
    record Already<E>() implements Told<E> {}

    /** The event tells a difference, and others came in between. */
    record Never<E>() implements Told<E> {}
  }

  /**
   * The pieces that take an entity back on the way that it came; none if that does not lead where a
   * plan wants it.
   */
  static <E> List<Piece<E>> straight(EntityTurn turn, LineIndex<E> line) {
    List<Piece<E>> pieces = new ArrayList<>();
    turn.straightBack()
        .forEach((write, units) -> {
          E event = line.event(write.key());
          Set<String> some = write.isOfWhole() ? null : units;
          pieces.add(new Piece<>(turn.entity(), event, true, some, false));
        });
    return pieces;
  }

  /** The pieces that set an entity to what a plan wants, from wherever it is. */
  static <E> List<Piece<E>> set(EntityTurn turn, LineIndex<E> line) {
    List<Piece<E>> pieces = new ArrayList<>();
    addWhole(turn, line, pieces);
    addUnits(turn, line, pieces);
    return pieces;
  }

  private static <E> void addWhole(EntityTurn turn, LineIndex<E> line, List<Piece<E>> pieces) {
    if (!turn.turnsWhole()) {
      return;
    }
    List<Write> whole = turn.writes().stream().filter(Write::isOfWhole).toList();
    if (turn.exists(turn.then())) {
      Write creation = turn.lastOfWhole(turn.then());
      pieces.add(
          creation == null
              ? whole(turn, line, whole.get(0), true)
              : whole(turn, line, creation, false));
    } else if (turn.exists(turn.now())) {
      Write last = whole.get(whole.size() - 1);
      pieces.add(whole(turn, line, last, last.effect().creates()));
    }
  }

  private static <E> Piece<E> whole(
      EntityTurn turn, LineIndex<E> line, Write write, boolean inverted) {
    return new Piece<>(turn.entity(), line.event(write.key()), inverted, null, true);
  }

  /**
   * Which event sets some units to what they should be: the last writer, or the first, inverted.
   */
  private record Setter(Write write, boolean inverted) {}

  private static <E> void addUnits(EntityTurn turn, LineIndex<E> line, List<Piece<E>> pieces) {
    if (!turn.exists(turn.then())) {
      return;
    }
    Map<Setter, Set<String>> setters = new LinkedHashMap<>();
    for (String unit : turn.units()) {
      Write last = turn.last(unit, turn.then());
      Setter setter = last == null ? new Setter(turn.firstOf(unit), true) : new Setter(last, false);
      setters.computeIfAbsent(setter, any -> new LinkedHashSet<>()).add(unit);
    }
    setters.forEach((setter, units) ->
        pieces.add(
            new Piece<>(
                turn.entity(), line.event(setter.write().key()), setter.inverted(), units, true)));
  }

  <M> Told<E> on(M model, Domain<M, E> domain) {
    E meant = inverted ? domain.invert(event) : event;
    if (rebased) {
      Optional<E> told = domain.rebase(meant, model);
      if (told.isEmpty()) {
        return notRebased(meant, model, domain);
      }
      meant = told.get();
    }
    Optional<E> part = units == null ? Optional.of(meant) : part(meant, units, domain);
    return part.<Told<E>>map(only -> new Told.As<>(List.of(only))).orElseGet(Told.Already::new);
  }

  private <M> Told<E> notRebased(E meant, M model, Domain<M, E> domain) {
    if (domain.check(meant, model).isEmpty()) {
      return new Told.Never<>();
    }
    if (domain.effect(meant) != Effect.CREATES) {
      return new Told.Already<>();
    }
    // It is there already: as it should be, or as another kind, which goes first.
    Optional<E> removal = domain.rebase(domain.invert(meant), model);
    return removal
        .filter(found -> !domain.invert(found).equals(meant))
        .<Told<E>>map(found -> new Told.As<>(List.of(found, meant)))
        .orElseGet(Told.Already::new);
  }

  private Optional<E> part(E meant, Set<String> units, Domain<?, E> domain) {
    Set<Unit> others =
        domain.touches(meant).written().stream()
            .filter(unit -> !unit.entity().equals(entity) || !units.contains(unit.name()))
            .collect(Collectors.toSet());
    return others.isEmpty() ? Optional.of(meant) : domain.without(meant, others);
  }
}

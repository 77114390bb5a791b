package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * One try to bring a line to what is wished: it ends with the events that do so, or with what
 * stands in the way of some events, which then are to be kept as they are (RB-3 to RB-6).
 */
final class Attempt<M, E> {

  private final Domain<M, E> domain;
  private final LineIndex<E> line;
  private final InEffect wished;
  private final Map<Long, Problem> kept;
  private final Predicate<Write> now;
  private final Predicate<Write> then;
  private final Map<EntityRef, EntityTurn> turns = new HashMap<>();
  private final Map<Long, Problem> problems = new TreeMap<>();
  private final List<E> events = new ArrayList<>();
  private M model;

  /**
   * Why an event stays as it is.
   *
   * @param conflict the reason
   * @param by the steps that are to blame, newest first; empty if that is not known
   * @param isFailure whether something failed, rather than stood in the way
   */
  record Problem(Conflict conflict, List<StepId> by, boolean isFailure) {}

  /** What came of leading one entity to where it should be. */
  private sealed interface Built<M, E> {

    record Done<M, E>(List<E> events, M model) implements Built<M, E> {}

    /** It stays; for certain, if no turn of another entity can change that. */
    record Refused<M, E>(Problem problem, boolean isCertain) implements Built<M, E> {}
  }

  Attempt(
      Domain<M, E> domain,
      LineIndex<E> line,
      Present<M, E> present,
      InEffect now,
      InEffect wished,
      Map<Long, Problem> kept) {
    this.domain = domain;
    this.line = line;
    this.wished = wished;
    this.kept = kept;
    this.model = present.model();
    this.now = write -> now.contains(write.key());
    this.then = write -> (kept.containsKey(write.key()) ? now : wished).contains(write.key());
  }

  /** The events that lead there; of no meaning if there are {@link #problems}. */
  List<E> events() {
    return events;
  }

  /** The model that they lead to. */
  M model() {
    return model;
  }

  /** What stands in the way, by the keys of the events that it keeps. */
  Map<Long, Problem> problems() {
    return problems;
  }

  EntityTurn turn(EntityRef entity) {
    return turns.computeIfAbsent(
        entity, any -> new EntityTurn(entity, line.writes(entity), now, then));
  }

  /** Tries to turn some entities. */
  Attempt<M, E> of(Set<EntityRef> entities) {
    List<EntityTurn> open = new ArrayList<>();
    for (EntityRef entity : entities) {
      EntityTurn turn = turn(entity);
      turn.obstacles()
          .forEach((write, since) -> problems.put(write.key(), obstacle(turn, write, since)));
      if (turn.turnsWhole() || !turn.units().isEmpty()) {
        open.add(turn);
      }
    }
    if (problems.isEmpty()) {
      // What goes goes last, so that nothing refers to it any more; else the newest comes first.
      open.sort(
          Comparator.comparingInt((EntityTurn turn) -> turn.exists(then) ? 0 : 1)
              .thenComparingLong(turn -> -turn.turning().get(0).key()));
      build(open);
    }
    return this;
  }

  private Problem obstacle(EntityTurn turn, Write write, List<Write> others) {
    EntityRef entity = turn.entity();
    String done = now.test(write) == write.effect().creates() ? "taken away" : "brought back";
    String reason = "%s cannot be %s: it was written since".formatted(entity, done);
    return new Problem(Conflict.at(Unit.whole(entity), reason), blamed(others), false);
  }

  /** Turns one after the other; one that is refused is tried again after others. */
  private void build(List<EntityTurn> turnsToDo) {
    List<EntityTurn> open = turnsToDo;
    Map<EntityRef, Problem> refused = new LinkedHashMap<>();
    do {
      refused.clear();
      List<EntityTurn> again = new ArrayList<>();
      for (EntityTurn turn : open) {
        switch (built(turn)) {
          case Built.Done<M, E>(var made, var reached) -> {
            events.addAll(made);
            model = reached;
          }
          case Built.Refused<M, E>(var problem, var isCertain) -> {
            if (isCertain) {
              // Those after it see at once that it stays.
              keep(turn, problem);
              kept.putAll(problems);
            } else {
              refused.put(turn.entity(), problem);
              again.add(turn);
            }
          }
        }
      }
      if (again.size() == open.size()) {
        break;
      }
      open = again;
    } while (!open.isEmpty());
    refused.forEach((entity, problem) -> keep(turn(entity), problem));
  }

  private void keep(EntityTurn turn, Problem problem) {
    concerned(turn, problem).forEach(write -> problems.put(write.key(), problem));
  }

  /** The events of an entity that a problem keeps: those that write the unit, or all. */
  private static List<Write> concerned(EntityTurn turn, Problem problem) {
    Optional<Unit> unit =
        problem.conflict().unit().filter(found -> found.entity().equals(turn.entity()));
    List<Write> all = turn.turning();
    List<Write> those =
        all.stream().filter(write -> unit.isPresent() && write.writes(unit.get().name())).toList();
    return those.isEmpty() ? all : those;
  }

  private Built<M, E> built(EntityTurn turn) {
    List<Piece<E>> straight = Piece.straight(turn, line);
    if (!straight.isEmpty()) {
      Built<M, E> built = tried(turn, straight);
      if (!(built instanceof Built.Refused<M, E>(var problem, var any)) || problem.isFailure()) {
        return built;
      }
    }
    return tried(turn, Piece.set(turn, line));
  }

  /** Only what the domain throws is a failure of the entity; so steps are read outside. */
  private Built<M, E> tried(EntityTurn turn, List<Piece<E>> pieces) {
    List<Dependent> met = new ArrayList<>();
    Built<M, E> built;
    try {
      built = joined(turn, pieces, met);
    } catch (RuntimeException failure) {
      Conflict conflict = Conflict.at(Unit.whole(turn.entity()), failure.toString());
      built = new Built.Refused<>(new Problem(conflict, List.of(), true), false);
    }
    for (Dependent dependent : met) {
      List<StepId> by = blamed(dependent, turn);
      if (!by.isEmpty()) {
        return new Built.Refused<>(new Problem(broken(dependent), by, false), isStill(dependent));
      }
    }
    return built;
  }

  /**
   * The events of some pieces.
   *
   * @param met where the references go that would be broken on the way
   */
  private Built<M, E> joined(EntityTurn turn, List<Piece<E>> pieces, List<Dependent> met) {
    List<E> raw = new ArrayList<>();
    M reached = model;
    for (Piece<E> piece : pieces) {
      switch (piece.on(reached, domain)) {
        case Piece.Told.As<E>(var told) -> {
          raw.addAll(told);
          for (E event : piece.rebased() ? told : List.<E>of()) {
            Optional<Conflict> conflict = domain.check(event, reached);
            if (conflict.isPresent()) {
              return refused(conflict.get(), turn);
            }
            reached = domain.replay(event, reached);
          }
        }
        case Piece.Told.Already<E> already -> {
          continue;
        }
        case Piece.Told.Never<E> never -> {
          return refused(
              Conflict.because("others were made since that cannot be told apart"), turn);
        }
      }
    }
    return checked(turn, new StepMerge<>(domain).squashed(raw), met);
  }

  private Built<M, E> checked(EntityTurn turn, List<E> made, List<Dependent> met) {
    M reached = model;
    for (E event : made) {
      Optional<Conflict> conflict = domain.check(event, reached);
      if (conflict.isPresent()) {
        return refused(conflict.get(), turn);
      }
      met.addAll(domain.dependents(event, reached));
      reached = domain.replay(event, reached);
    }
    return new Built.Done<>(made, reached);
  }

  private Built<M, E> refused(Conflict conflict, EntityTurn turn) {
    Set<StepId> by = new LinkedHashSet<>();
    Optional<EntityRef> other =
        conflict.unit().map(Unit::entity).filter(entity -> !entity.equals(turn.entity()));
    other.ifPresent(entity -> by.addAll(removers(entity, first(turn))));
    for (Unit unit : conflict.inTheWay()) {
      by.addAll(blamed(turn(unit.entity()).since(first(turn), unit.name())));
    }
    return new Built.Refused<>(new Problem(conflict, List.copyOf(by), false), false);
  }

  /** The oldest event of the entity that would turn; what others did before cannot be to blame. */
  private static long first(EntityTurn turn) {
    List<Write> turning = turn.turning();
    return turning.get(turning.size() - 1).key();
  }

  /** Who made a reference break since; nobody if it was broken before. */
  private List<StepId> blamed(Dependent dependent, EntityTurn turn) {
    return switch (dependent) {
      case Dependent.Missing missing -> removers(missing.target(), first(turn));
      case Dependent.Referring referring -> {
        EntityTurn referrer = turn(referring.referrer());
        yield referrer.exists(then) && !turn.exists(then)
            ? blamed(mentioning(referrer, turn.entity(), first(turn)))
            : List.of();
      }
    };
  }

  /** Whether what refers to the entity, or what it would refer to, does not turn at all. */
  private boolean isStill(Dependent dependent) {
    return switch (dependent) {
      case Dependent.Missing missing -> turn(missing.target()).turning().isEmpty();
      case Dependent.Referring referring -> turn(referring.referrer()).turning().isEmpty();
    };
  }

  /** Who made an entity go since, or took back that it was made; nobody if it is there. */
  private List<StepId> removers(EntityRef entity, long after) {
    EntityTurn gone = turn(entity);
    if (gone.exists(then)) {
      return List.of();
    }
    Write last = gone.lastOfWhole(then);
    if (last != null && last.key() > after) {
      return blamed(List.of(last));
    }
    for (Write write : gone.writes().reversed()) {
      OptionalInt place = wished.takenBackAt(write.key());
      if (write.effect().creates() && place.isPresent()) {
        return place.getAsInt() > Write.stepOf(after)
            ? List.of(line.id(place.getAsInt()))
            : List.of();
      }
    }
    return List.of();
  }

  /** What others wrote of an entity since an event, as far as it refers to another entity. */
  private List<Write> mentioning(EntityTurn referrer, EntityRef target, long after) {
    return referrer.since(after).stream()
        .filter(write -> domain.touches(line.event(write.key())).mentioned().contains(target))
        .toList();
  }

  /** The steps of some writes; for one that is kept itself, those that keep it. */
  private List<StepId> blamed(List<Write> writes) {
    Set<StepId> by = new LinkedHashSet<>();
    for (Write write : writes) {
      Problem problem = kept.get(write.key());
      if (problem == null) {
        by.add(line.id(write.step()));
      } else {
        by.addAll(problem.by());
      }
    }
    return List.copyOf(by);
  }

  private static Conflict broken(Dependent dependent) {
    return switch (dependent) {
      case Dependent.Referring(var referrer, var target, var role) ->
          Conflict.at(
              Unit.whole(target),
              "%s still refers to %s as its %s".formatted(referrer, target, role));
      case Dependent.Missing(var referrer, var target, var role) ->
          Conflict.at(
              Unit.whole(referrer),
              "%s would refer to %s as its %s, which is not there"
                  .formatted(referrer, target, role));
    };
  }
}

package dev.fcp.postgres;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Selects events in the audit of a world.
 *
 * @param after the number after which to begin; 0 for the beginning
 * @param limit the maximum number of events, from 1 to 1000
 * @param type the type of the events
 * @param entity an entity of the events
 * @param roles the roles that the entity has; all if empty
 * @param fromTurn the first turn
 * @param toTurn the last turn
 * @param component a component that the events carry
 * @param includesFailed whether the events of failed attempts are included
 */
public record WorldEventQuery(
    long after,
    int limit,
    Optional<String> type,
    Optional<String> entity,
    Set<String> roles,
    Optional<Long> fromTurn,
    Optional<Long> toTurn,
    Optional<ComponentRef> component,
    boolean includesFailed) {

  /** The maximum number of events of a page. */
  public static final int MAX_LIMIT = 1000;

  /** The roles of entities. */
  private static final Set<String> ROLES = ImmutableSet.of("subject", "touched", "mentioned");

  /** The first 100 events of committed attempts. */
  public static final WorldEventQuery FIRST =
      new WorldEventQuery(
          0,
          100,
          Optional.empty(),
          Optional.empty(),
          Set.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false);

  /**
   * Copies the set.
   *
   * @throws IllegalArgumentException if the limit is not from 1 to 1000, or a role is unknown
   */
  public WorldEventQuery {
    roles = Set.copyOf(roles);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("a page has 1 to 1000 events, not " + limit);
    }
    if (!ROLES.containsAll(roles)) {
      throw new IllegalArgumentException("the roles are " + ROLES + ", not " + roles);
    }
  }

  /**
   * A component.
   *
   * @param kind its kind, such as {@code perceive}
   * @param hash the SHA-256 of its canonical JSON
   */
  public record ComponentRef(String kind, String hash) {}

  /** The texts of the query. */
  List<String> texts() {
    return Stream.of(
            type.stream(),
            entity.stream(),
            component.stream().flatMap(it -> Stream.of(it.kind(), it.hash())))
        .flatMap(it -> it)
        .toList();
  }

  /** The same query after another number. */
  public WorldEventQuery after(long after) {
    return new WorldEventQuery(
        after, limit, type, entity, roles, fromTurn, toTurn, component, includesFailed);
  }

  /** The same query with another limit. */
  public WorldEventQuery withLimit(int limit) {
    return new WorldEventQuery(
        after, limit, type, entity, roles, fromTurn, toTurn, component, includesFailed);
  }

  /** The same query for events of a type. */
  public WorldEventQuery withType(String type) {
    return new WorldEventQuery(
        after,
        limit,
        Optional.of(type),
        entity,
        roles,
        fromTurn,
        toTurn,
        component,
        includesFailed);
  }

  /** The same query for events of an entity, in some roles or in all if none is given. */
  public WorldEventQuery withEntity(String entity, String... roles) {
    return new WorldEventQuery(
        after,
        limit,
        type,
        Optional.of(entity),
        Set.of(roles),
        fromTurn,
        toTurn,
        component,
        includesFailed);
  }

  /** The same query for some turns. */
  public WorldEventQuery withTurns(long from, long to) {
    return new WorldEventQuery(
        after,
        limit,
        type,
        entity,
        roles,
        Optional.of(from),
        Optional.of(to),
        component,
        includesFailed);
  }

  /** The same query for events that carry a component. */
  public WorldEventQuery withComponent(String kind, String hash) {
    return new WorldEventQuery(
        after,
        limit,
        type,
        entity,
        roles,
        fromTurn,
        toTurn,
        Optional.of(new ComponentRef(kind, hash)),
        includesFailed);
  }

  /** The same query with the events of failed attempts. */
  public WorldEventQuery includingFailed() {
    return new WorldEventQuery(
        after, limit, type, entity, roles, fromTurn, toTurn, component, true);
  }
}

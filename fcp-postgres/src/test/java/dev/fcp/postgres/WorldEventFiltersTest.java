package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.postgres.Attempt.Status;
import dev.fcp.spec.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every combination of filters of the audit, beside a filter in memory. */
class WorldEventFiltersTest {

  private static final int PAGE = 3;

  private final Worlds worlds = new Worlds();
  private final WorldStore store = worlds.store;
  private final String slug = worlds.create();
  private final List<String> hashes = new ArrayList<>();

  @AfterEach
  void close() {
    worlds.close();
  }

  /** Five turns, and after each a failed attempt at the next one. */
  @BeforeEach
  void makeTurns() {
    for (String prompt : List.of("1", "2")) {
      hashes.add(store.putComponent("perceive", CanonicalJson.of(prompt)).orElseThrow());
    }
    for (int turn = 1; turn <= 5; turn++) {
      attempt(turn).commit().orElseThrow();
      attempt(turn + 5).fail("no").orElseThrow();
    }
  }

  /** An attempt that adds a board and sees two boards, under one prompt or the other. */
  private WorldAttempt<?, ?> attempt(int number) {
    var attempt = worlds.start(slug);
    Map<String, String> components = Map.of("perceive", hashes.get(number % 2));
    Worlds.add(attempt.session().by(attempt.origin("ann", components)), "b" + number);
    for (String type : List.of("seen", "heard")) {
      attempt.record(
          new WorldOccurrence(
              type,
              Optional.of("board b" + number),
              Set.of("board b1", "board b2"),
              new TreeMap<>(type.equals("seen") ? components : Map.of()),
              CanonicalJson.of("{}")));
    }
    return attempt;
  }

  private static boolean matches(WorldEvent event, WorldEventQuery query) {
    return query.type().stream().allMatch(event.type()::equals)
        && query.fromTurn().stream().allMatch(it -> event.turn() >= it)
        && query.toTurn().stream().allMatch(it -> event.turn() <= it)
        && query.component().stream()
            .allMatch(it -> it.hash().equals(event.components().get(it.kind())))
        && query.entity().stream().allMatch(it -> hasRole(event, it, query.roles()))
        && (query.includesFailed() || event.attemptStatus() == Status.COMMITTED);
  }

  private static boolean hasRole(WorldEvent event, String entity, Set<String> roles) {
    return event.entities().stream()
        .anyMatch(
            it -> it.entityId().equals(entity) && (roles.isEmpty() || roles.contains(it.role())));
  }

  private List<WorldEventQuery> queries() {
    List<WorldEventQuery> queries = List.of(WorldEventQuery.FIRST.withLimit(PAGE));
    queries = with(queries, List.of(it -> it, it -> it.withType("seen"), it -> it.withType("x")));
    queries =
        with(
            queries,
            List.of(
                it -> it,
                it -> it.withEntity("board b1"),
                it -> it.withEntity("board b2", "subject"),
                it -> it.withEntity("board b2", "mentioned"),
                it -> it.withEntity("board b6", "touched", "subject"),
                it -> it.withEntity("board b99")));
    queries =
        with(
            queries,
            List.of(
                it -> it,
                it -> it.withTurns(2, 3),
                it -> it.withTurns(6, 9),
                it -> it.withTurns(3, 2)));
    queries =
        with(
            queries,
            List.of(
                it -> it,
                it -> it.withComponent("perceive", hashes.get(0)),
                it -> it.withComponent("intend", hashes.get(0))));
    return with(queries, List.of(it -> it, WorldEventQuery::includingFailed));
  }

  private static List<WorldEventQuery> with(
      List<WorldEventQuery> queries, List<UnaryOperator<WorldEventQuery>> filters) {
    return queries.stream()
        .flatMap(query -> filters.stream().map(filter -> filter.apply(query)))
        .toList();
  }

  private List<Long> allPages(WorldEventQuery query) {
    List<Long> seqs = new ArrayList<>();
    Optional<Long> cursor = Optional.of(0L);
    while (cursor.isPresent()) {
      WorldEvent.Page page = store.events(slug, query.after(cursor.get())).orElseThrow();
      page.events().forEach(it -> seqs.add(it.seq()));
      cursor = page.nextCursor();
    }
    return seqs;
  }

  @Test
  @Clause("WO-6")
  void the_pages_of_a_query_have_the_events_that_a_filter_in_memory_selects() {
    List<WorldEvent> all =
        store
            .events(slug, WorldEventQuery.FIRST.withLimit(1000).includingFailed())
            .orElseThrow()
            .events();
    assertThat(all).hasSize(5 * 3 + 5 * 4);
    for (WorldEventQuery query : queries()) {
      assertThat(allPages(query))
          .as(query.toString())
          .isEqualTo(all.stream().filter(it -> matches(it, query)).map(WorldEvent::seq).toList());
    }
    assertThat(queries()).filteredOn(it -> !allPages(it).isEmpty()).hasSizeGreaterThan(50);
  }
}

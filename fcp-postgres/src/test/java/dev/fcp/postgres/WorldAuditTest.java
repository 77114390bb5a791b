package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.postgres.WorldEvent.EntityRole;
import dev.fcp.postgres.WorldRefusal.Invalid;
import dev.fcp.spec.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The events of worlds, and under what they were made. */
class WorldAuditTest {

  private static final Scenario SCENARIO =
      Scenario.of(
          """
          {"domain": "notes", "profile": {"label": "plain", "components": {"perceive": {"p": 1}}},
           "requires": {"perception_emitted": ["perceive"], "board_added": ["perceive"]}}
          """);

  private final Worlds worlds = new Worlds();
  private final WorldStore store = worlds.store;
  private final String slug = worlds.create();

  @AfterEach
  void close() {
    worlds.close();
  }

  private List<WorldEvent> events(WorldEventQuery query) {
    return store.events(slug, query).orElseThrow().events();
  }

  private static String hash() {
    return SCENARIO.components().get("perceive").hash();
  }

  @Test
  @Clause("WO-6")
  void a_page_names_a_next_cursor_if_and_only_if_it_is_full() {
    List.of("a", "b", "c", "d").forEach(it -> worlds.turn(slug, it));
    WorldEventQuery query = WorldEventQuery.FIRST.withLimit(2);
    List<Long> seqs = new ArrayList<>();
    Optional<Long> cursor = Optional.of(0L);
    int pages = 0;
    while (cursor.isPresent()) {
      WorldEvent.Page page = store.events(slug, query.after(cursor.get())).orElseThrow();
      page.events().forEach(it -> seqs.add(it.seq()));
      assertThat(page.nextCursor().isPresent()).isEqualTo(page.events().size() == 2);
      cursor = page.nextCursor();
      pages++;
    }
    assertThat(seqs).containsExactly(1L, 2L, 3L, 4L);
    assertThat(pages).isEqualTo(3);
    for (int limit : List.of(0, 1001)) {
      assertThatThrownBy(() -> query.withLimit(limit)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  @Clause("WO-6")
  void an_event_has_its_subject_and_appears_once_whatever_its_roles() {
    var attempt = worlds.start(slug);
    Worlds.add(attempt, "a");
    attempt.record(
        new WorldOccurrence(
            "seen",
            Optional.of("board a"),
            Set.of("board a", "board b"),
            new TreeMap<>(),
            CanonicalJson.of("{\"x\":1.0}")));
    attempt.commit().orElseThrow();
    String board = new EntityRef("board", "a").toString();
    assertThat(events(WorldEventQuery.FIRST.withEntity(board)))
        .extracting(WorldEvent::seq)
        .containsExactly(1L, 2L);
    WorldEvent seen = events(WorldEventQuery.FIRST.withType("seen")).get(0);
    assertThat(seen.entityId()).contains("board a");
    assertThat(seen.entities())
        .containsExactly(
            new EntityRole("board a", "subject"),
            new EntityRole("board a", "mentioned"),
            new EntityRole("board b", "mentioned"));
    assertThat(seen.step()).isEmpty();
    assertThat(seen.event().text()).isEqualTo("{\"x\":1}");
    assertThat(events(WorldEventQuery.FIRST.withEntity("board b", "subject"))).isEmpty();
    assertThat(events(WorldEventQuery.FIRST.withEntity("board b", "mentioned", "touched")))
        .hasSize(1);
    assertThatThrownBy(() -> WorldEventQuery.FIRST.withEntity("x", "witness"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Clause("WO-6")
  void events_are_filtered_by_turns_type_and_status() {
    worlds.turn(slug, "a");
    worlds.start(slug).fail("no").orElseThrow();
    worlds.turn(slug, "b");
    worlds.turn(slug, "c");
    assertThat(events(WorldEventQuery.FIRST.withTurns(2, 3)))
        .extracting(WorldEvent::turn)
        .containsExactly(2L, 3L);
    WorldEventQuery failures = WorldEventQuery.FIRST.withType("attempt_failed");
    assertThat(events(failures)).isEmpty();
    assertThat(events(failures.includingFailed())).hasSize(1);
    assertThat(Worlds.refusal(store.events(slug, WorldEventQuery.FIRST.withType("\0"))))
        .isInstanceOf(Invalid.class);
  }

  @Test
  @Clause("WO-6")
  void what_an_attempt_undid_within_itself_is_no_event_and_what_it_undid_before_is_its_inverse() {
    worlds.turn(slug, "a");
    var attempt = worlds.start(slug);
    Worlds.add(attempt, "b");
    attempt.session().undo(2).orElseThrow();
    Worlds.add(attempt, "c");
    attempt.commit().orElseThrow();
    assertThat(events(WorldEventQuery.FIRST.withTurns(2, 2)))
        .extracting(WorldEvent::type, it -> it.entityId().orElse(""))
        .containsExactly(tuple("board_removed", "board a"), tuple("board_added", "board c"));
    assertThat(store.verify(slug).orElseThrow().isIntact()).isTrue();
  }

  @Test
  @Clause("WO-6")
  void occurrences_stand_between_the_steps_where_they_happened() {
    var attempt = worlds.start(slug);
    attempt.record(Worlds.occurrence("first", Map.of()));
    Worlds.add(attempt, "a");
    attempt.record(Worlds.occurrence("third", Map.of()));
    Worlds.add(attempt, "b");
    attempt.record(Worlds.occurrence("fifth", Map.of()));
    attempt.commit().orElseThrow();
    assertThat(events(WorldEventQuery.FIRST))
        .extracting(WorldEvent::type)
        .containsExactly("first", "board_added", "third", "board_added", "fifth");
  }

  @Test
  @Clause("WO-8")
  void events_carry_the_components_under_which_they_were_made() {
    String world = worlds.create(SCENARIO);
    var attempt = worlds.start(world);
    Worlds.add(
        attempt.session().by(attempt.origin("ann", Map.of("perceive", hash(), "model", "m-1"))),
        "a");
    attempt.record(Worlds.occurrence("perception_emitted", Map.of("perceive", hash())));
    attempt.record(Worlds.occurrence("turn_complete", Map.of()));
    attempt.commit().orElseThrow();
    List<WorldEvent> events = store.events(world, WorldEventQuery.FIRST).orElseThrow().events();
    assertThat(events)
        .extracting(WorldEvent::components)
        .containsExactly(
            new TreeMap<>(Map.of("perceive", hash())),
            new TreeMap<>(Map.of("perceive", hash())),
            new TreeMap<>());
    assertThat(events)
        .extracting(WorldEvent::profileLabel)
        .containsExactly(Optional.of("plain"), Optional.of("plain"), Optional.empty());
    assertThat(
            store
                .events(world, WorldEventQuery.FIRST.withComponent("perceive", hash()))
                .orElseThrow()
                .events())
        .hasSize(2);
    assertThat(store.uses("perceive", hash()))
        .filteredOn(it -> it.world().equals(world))
        .containsExactly(new ComponentUse(world, 1, attempt.id(), Attempt.Status.COMMITTED, 2));
    store.delete(world, "done").orElseThrow();
    assertThat(store.uses("perceive", hash()))
        .filteredOn(it -> it.world().equals(world))
        .containsExactly(new ComponentUse(world, 1, attempt.id(), Attempt.Status.COMMITTED, 2));
    assertThat(store.uses("intend", hash())).isEmpty();
    assertThat(store.uses("\0", hash())).isEmpty();
  }

  @Test
  @Clause("WO-8")
  void an_event_without_its_required_or_with_unknown_components_is_invalid_but_may_fail() {
    String world = worlds.create(SCENARIO);
    var attempt = worlds.start(world);
    Worlds.add(attempt, "a");
    assertThat(Worlds.refusal(attempt.commit()).message()).contains("board_added", "[perceive]");
    attempt.session().undo().orElseThrow();
    attempt.record(Worlds.occurrence("perception_emitted", Map.of("perceive", "0".repeat(64))));
    assertThat(Worlds.refusal(attempt.commit()).message()).contains("perceive", "0000");
    assertThat(store.get(world).orElseThrow().activeAttempt()).contains(attempt.id());
    attempt.fail("unknown component").orElseThrow();
    assertThat(store.get(world).orElseThrow().currentTurn()).isZero();
  }

  @Test
  @Clause("WO-16")
  void an_event_names_who_made_it() {
    var attempt = worlds.start(slug);
    Worlds.add(attempt, "a");
    Worlds.add(attempt.session().by(attempt.origin("ann", Map.of())), "b");
    attempt.record("bea", Worlds.occurrence("seen", Map.of()));
    attempt.record(Worlds.occurrence("thought", Map.of()));
    Worlds.add(attempt.session().by(attempt.origin("", Map.of())), "c");
    String worker = attempt.info().workerId();
    attempt.commit().orElseThrow();
    assertThat(events(WorldEventQuery.FIRST))
        .extracting(WorldEvent::actor)
        .containsExactly(worker, "ann", "bea", worker, worker);
  }

  @Test
  @Clause("WO-16")
  void what_was_undone_names_who_undid_it() {
    var first = worlds.start(slug);
    for (String board : List.of("a", "b", "c")) {
      Worlds.add(first.session().by(first.origin("maker of " + board, Map.of())), board);
    }
    first.commit().orElseThrow();
    var attempt = worlds.start(slug);
    attempt.session().by(attempt.origin("ann", Map.of())).undo().orElseThrow();
    attempt.session().by(attempt.origin("bea", Map.of())).undo(2).orElseThrow();
    attempt.session().by(attempt.origin("cid", Map.of())).redo().orElseThrow();
    attempt.commit().orElseThrow();
    assertThat(events(WorldEventQuery.FIRST.withTurns(2, 2)))
        .extracting(it -> it.entityId().orElse(""), WorldEvent::actor)
        .containsExactly(tuple("board c", "ann"), tuple("board b", "bea"));
  }

  @Test
  @Clause({"WO-9", "WO-16"})
  void an_actor_that_the_database_cannot_store_is_invalid_but_may_fail() {
    var attempt = worlds.start(slug);
    WorldOccurrence seen = Worlds.occurrence("seen", Map.of());
    for (String actor : List.of("", "a\0")) {
      assertThatThrownBy(() -> attempt.record(actor, seen))
          .isInstanceOf(IllegalArgumentException.class);
    }
    Worlds.add(attempt.session().by(attempt.origin("a\0", Map.of())), "a");
    assertThat(Worlds.refusal(attempt.commit()).message()).contains("board_added", "actor");
    attempt.fail("no").orElseThrow();
    assertThat(events(WorldEventQuery.FIRST.includingFailed()))
        .extracting(WorldEvent::type, WorldEvent::actor)
        .containsExactly(
            tuple("board_added", "a\ufffd"), tuple("attempt_failed", attempt.info().workerId()));
  }
}

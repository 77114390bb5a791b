package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.WorldRefusal.AlreadyExists;
import dev.fcp.postgres.WorldRefusal.Busy;
import dev.fcp.postgres.WorldRefusal.Deleted;
import dev.fcp.postgres.WorldRefusal.Invalid;
import dev.fcp.postgres.WorldRefusal.NotFound;
import dev.fcp.postgres.WorldRefusal.ScenarioNotFound;
import dev.fcp.postgres.WorldRefusal.TurnNotFound;
import dev.fcp.spec.Clause;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios, worlds and their turns. */
class WorldStoreTest {

  private final Worlds worlds = new Worlds();
  private final WorldStore store = worlds.store;

  @AfterEach
  void close() {
    worlds.close();
  }

  private static String json(String text) {
    return CanonicalJson.of(text.replace('\'', '"')).text();
  }

  private List<String> slugs(boolean includesDeleted, Scenario scenario) {
    return store.list(includesDeleted, Optional.of(scenario.hash())).stream()
        .map(World::slug)
        .toList();
  }

  private static Scenario named(String content) {
    return Scenario.of("{\"domain\":\"notes\",\"content\":{\"x\":\"%s\"}}".formatted(content));
  }

  @Test
  @Clause("WO-1")
  void a_new_world_is_active_at_turn_0_with_the_entities_of_its_scenario() {
    String slug = worlds.create(Worlds.boards("a", "b"));
    World world = store.get(slug).orElseThrow();
    assertThat(world.isActive()).isTrue();
    assertThat(world.currentTurn()).isZero();
    assertThat(world.attemptCount()).isZero();
    assertThat(world.activeAttempt()).isEmpty();
    assertThat(world.lastActivityAt()).isEqualTo(world.createdAt());
    TurnState seed = store.turn(slug, 0).orElseThrow();
    assertThat(seed.turn().ref()).isEqualTo("turn_000000");
    assertThat(seed.turn().attempt()).isEmpty();
    assertThat(seed.turn().entityCount()).isEqualTo(2);
    assertThat(seed.entities()).isEqualTo(Worlds.boards("a", "b").entities().orElseThrow());
    assertThat(store.events(slug, WorldEventQuery.FIRST).orElseThrow().events()).isEmpty();
  }

  @Test
  @Clause("WO-10")
  void a_world_is_created_by_name_hash_or_inline_data_and_remembers_how_without_any_content() {
    Scenario scenario = named(Worlds.fresh("secret"));
    String name = Worlds.fresh("scenario");
    store.putScenario(name, scenario).orElseThrow();
    List<ScenarioRef> references =
        List.of(
            new ScenarioRef.ByName(name),
            new ScenarioRef.ByHash(scenario.hash()),
            new ScenarioRef.Inline(scenario));
    List<String> created =
        references.stream()
            .map(it -> store.create(new NewWorld(Worlds.fresh("w"), "W", it)).orElseThrow())
            .map(it -> it.createdFrom().text())
            .toList();
    String hash = scenario.hash();
    assertThat(created)
        .containsExactly(
            json("{'kind':'name','input':'%s','resolved_hash':'%s'}".formatted(name, hash)),
            json("{'kind':'hash','input':'%s','resolved_hash':'%s'}".formatted(hash, hash)),
            json("{'kind':'inline_data','input':null,'resolved_hash':'%s'}".formatted(hash)));
  }

  @Test
  @Clause("WO-10")
  void a_scenario_counts_its_active_worlds() {
    Scenario scenario = named(Worlds.fresh("counted"));
    ScenarioRef reference = new ScenarioRef.Inline(scenario);
    assertThat(store.scenario(reference).orElseThrow().activeWorlds()).isZero();
    String slug = worlds.create(scenario);
    assertThat(store.scenario(reference).orElseThrow().activeWorlds()).isEqualTo(1);
    store.delete(slug, "done").orElseThrow();
    assertThat(store.scenario(reference).orElseThrow().activeWorlds()).isZero();
    assertThat(store.scenarios())
        .filteredOn(it -> it.scenario().equals(scenario))
        .singleElement()
        .returns(Optional.empty(), StoredScenario::name);
  }

  @Test
  @Clause("WO-10")
  void a_name_means_one_scenario_for_ever() {
    String name = Worlds.fresh("scenario");
    Scenario first = named(name);
    store.putScenario(name, first).orElseThrow();
    assertThat(store.putScenario(name, first).orElseThrow().name()).contains(name);
    assertThat(Worlds.refusal(store.putScenario(name, named("other" + name))))
        .isEqualTo(new AlreadyExists(true, name, " with other content; choose another name"));
    assertThat(Worlds.refusal(store.putScenario(name + "2", first)))
        .isEqualTo(new AlreadyExists(true, name, " with the same content; use that name"));
    assertThat(Worlds.refusal(store.scenario(new ScenarioRef.ByName(name + "2"))))
        .isEqualTo(new ScenarioNotFound(name + "2"));
  }

  @Test
  @Clause({"WO-1", "WO-10"})
  void a_world_that_cannot_be_created_leaves_nothing() {
    String slug = Worlds.fresh("w");
    ScenarioRef missing = new ScenarioRef.ByHash("0".repeat(64));
    assertThat(Worlds.refusal(store.create(new NewWorld(slug, "W", missing))))
        .isEqualTo(new ScenarioNotFound("0".repeat(64)));
    for (String scenario :
        List.of(
            "{'domain':'unknown'}",
            "{'domain':'counter'}",
            "{'domain':'notes','entities':[5]}",
            "{'domain':'notes','entities':[{'key':{'board':'a','note':''},'units':{}}]}",
            "{'domain':'notes','entities':[{'key':{'board':'a','note':'n'},"
                + "'units':{'text':'t','order':'V'}}]}")) {
      ScenarioRef reference = new ScenarioRef.Inline(Scenario.of(json(scenario)));
      assertThat(Worlds.refusal(store.create(new NewWorld(slug, "W", reference))))
          .as(scenario)
          .isInstanceOf(Invalid.class);
    }
    assertThat(Worlds.refusal(store.getIncludingDeleted(slug))).isEqualTo(new NotFound(slug));
    assertThat(worlds.sql.strings("SELECT name FROM fcp.documents WHERE name = ?", slug)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a b", "-a", "a-", "ä", "a\0", "a\ud800"})
  @Clause("WO-10")
  void a_slug_has_lower_case_letters_digits_and_inner_hyphens(String slug) {
    ScenarioRef notes = new ScenarioRef.Inline(Worlds.NOTES);
    assertThat(Worlds.refusal(store.create(new NewWorld(slug, "W", notes))))
        .isInstanceOf(Invalid.class);
    assertThat(Worlds.refusal(store.get(slug))).isEqualTo(new NotFound(slug));
    assertThat(Worlds.refusal(store.getIncludingDeleted(slug))).isEqualTo(new NotFound(slug));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0", "a\ud800", "\udc00", " "})
  @Clause("WO-9")
  void text_that_the_database_cannot_store_is_invalid(String text) {
    String slug = worlds.create();
    ScenarioRef notes = new ScenarioRef.Inline(Worlds.NOTES);
    List<WorldResult<?>> results =
        List.of(
            store.create(new NewWorld(Worlds.fresh("w"), text, notes)),
            store.putScenario(text, Worlds.NOTES),
            store.putComponent(text, CanonicalJson.of("{}")),
            store.worker(text),
            store.delete(slug, text));
    assertThat(results).map(Worlds::refusal).hasOnlyElementsOfType(Invalid.class);
  }

  @Test
  @Clause("WO-9")
  void json_that_the_database_cannot_store_is_refused_where_it_is_read() {
    for (String wrong :
        List.of(
            "\"\\u0000\"",
            "\"\\ud800\"",
            "{\"\\u0000\":1}",
            "{\"a\":1,\"a\":2}",
            "1e2000",
            "",
            "1 2")) {
      assertThatThrownBy(() -> CanonicalJson.of(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(CanonicalJson.of("{\"b\":1.50,\"a\":[1e2,-0.0,\"\\ud83d\\ude00\"]}").text())
        .isEqualTo("{\"a\":[100,0,\"\ud83d\ude00\"],\"b\":1.5}");
  }

  @Test
  @Clause({"WO-5", "WO-10"})
  void a_deleted_world_is_refused_listed_only_when_asked_and_its_slug_stays_taken() {
    Scenario scenario = named(Worlds.fresh("deleted"));
    String slug = worlds.create(scenario);
    String other = worlds.create(scenario);
    World deleted = store.delete(slug, "done").orElseThrow();
    assertThat(deleted.isActive()).isFalse();
    assertThat(deleted.deletedReason()).contains("done");
    Deleted refusal = new Deleted(slug, "done");
    WorldWorker worker = worlds.worker();
    List<WorldResult<?>> results =
        List.of(
            store.get(slug),
            store.delete(slug, "again"),
            store.startAttempt(slug, worker),
            store.attempts(slug),
            store.turn(slug, 0),
            store.turns(slug, 0, 1),
            store.stateAt(slug, 0),
            store.diff(slug, 0, 0),
            store.diffWorlds(other, slug),
            store.fork(slug, Optional.empty(), Worlds.fresh("w"), "F"),
            store.events(slug, WorldEventQuery.FIRST),
            store.verify(slug),
            store.planRollback(slug, new WorldRollback.Work.OfTurn(0)));
    assertThat(results).map(Worlds::refusal).containsOnly(refusal);
    assertThat(store.getIncludingDeleted(slug).orElseThrow()).isEqualTo(deleted);
    assertThat(slugs(false, scenario)).containsExactly(other);
    assertThat(slugs(true, scenario)).containsExactlyInAnyOrder(slug, other);
    assertThat(
            Worlds.refusal(store.create(new NewWorld(slug, "W", new ScenarioRef.Inline(scenario)))))
        .isInstanceOf(AlreadyExists.class);
  }

  @Test
  @Clause("WO-5")
  void a_world_is_deleted_only_when_idle() {
    String slug = worlds.create();
    var attempt = worlds.start(slug);
    assertThat(Worlds.refusal(store.delete(slug, "now"))).isInstanceOf(Busy.class);
    assertThat(store.get(slug).orElseThrow().activeAttempt()).contains(attempt.id());
    worlds.expire(slug);
    store.delete(slug, "now").orElseThrow();
    assertThat(Worlds.refusal(attempt.commit())).isInstanceOf(WorldRefusal.InvalidTransition.class);
  }

  @Test
  @Clause("WO-10")
  void a_world_knows_its_attempts_and_its_last_activity() {
    String slug = worlds.create();
    World before = store.get(slug).orElseThrow();
    worlds.turn(slug, "a");
    worlds.start(slug).fail("no").orElseThrow();
    World after = store.get(slug).orElseThrow();
    assertThat(after.attemptCount()).isEqualTo(2);
    assertThat(after.lastActivityAt()).isAfter(before.lastActivityAt());
    assertThat(after.lastActivityAt())
        .isEqualTo(store.attempts(slug).orElseThrow().get(1).endedAt().orElseThrow());
  }

  @Test
  @Clause("WO-2")
  void turns_are_numbered_and_read_page_by_page() {
    String slug = worlds.create();
    List.of("a", "b", "c").forEach(it -> worlds.turn(slug, it));
    Turn.Page page = store.turns(slug, 1, 2).orElseThrow();
    assertThat(page.turns()).extracting(Turn::ref).containsExactly("turn_000001", "turn_000002");
    assertThat(page.turns()).extracting(Turn::entityCount).containsExactly(1L, 2L);
    assertThat(page.nextTurn()).contains(3L);
    assertThat(store.turns(slug, 3, 2).orElseThrow().nextTurn()).isEmpty();
    assertThat(Worlds.refusal(store.turn(slug, 4))).isInstanceOf(TurnNotFound.class);
    assertThat(Worlds.refusal(store.turns(slug, 0, 0))).isInstanceOf(Invalid.class);
    assertThat(Worlds.refusal(store.turns(slug, 0, 1001))).isInstanceOf(Invalid.class);
  }

  @Test
  @Clause("WO-7")
  void a_state_is_found_by_its_time_and_of_several_the_later_one() {
    String slug =
        worlds.create(Scenario.of("{\"domain\":\"notes\",\"simulation_time\":100,\"chronon\":10}"));
    worlds.turn(slug, "a");
    var attempt = worlds.start(slug);
    assertThat(Worlds.refusal(attempt.commit(109))).isInstanceOf(Invalid.class);
    assertThat(attempt.commit(110).orElseThrow().simulationTime()).isEqualTo(110);
    assertThat(worlds.start(slug).commit(500).orElseThrow().turn()).isEqualTo(3);
    assertThat(worlds.turn(slug, "b").simulationTime()).isEqualTo(510);
    assertThat(
            List.of(100L, 109L, 110L, 499L, 500L, 1000L).stream()
                .map(time -> store.stateAt(slug, time).orElseThrow().turn().turn()))
        .containsExactly(0L, 0L, 2L, 2L, 3L, 4L);
    assertThat(Worlds.refusal(store.stateAt(slug, 99))).isInstanceOf(TurnNotFound.class);
  }

  @Test
  @Clause("WO-7")
  void the_last_time_there_is_does_not_end_a_world() {
    String slug =
        worlds.create(
            Scenario.of(
                "{\"domain\":\"notes\",\"simulation_time\":%d,\"chronon\":2}"
                    .formatted(Long.MAX_VALUE - 1)));
    worlds.start(slug).fail("no").orElseThrow();
    assertThat(List.of(worlds.turn(slug, "a"), worlds.turn(slug, "b")))
        .extracting(Turn::simulationTime)
        .containsOnly(Long.MAX_VALUE);
    assertThat(store.stateAt(slug, Long.MAX_VALUE).orElseThrow().turn().turn()).isEqualTo(2);
  }

  @Test
  @Clause("WO-7")
  void a_diff_of_turns_has_the_entities_and_the_events_between_them() {
    String slug = worlds.create(Worlds.boards("a", "b"));
    worlds.turn(slug, "c");
    var attempt = worlds.start(slug);
    attempt.session().step("x", step -> Worlds.rename(step, "a", "A")).orElseThrow();
    attempt.commit().orElseThrow();
    StateDiff diff = store.diff(slug, 0, 2).orElseThrow();
    assertThat(diff.added()).hasSize(1);
    assertThat(diff.removed()).isEmpty();
    assertThat(diff.changed())
        .singleElement()
        .extracting("key")
        .hasToString("{\"board\":\"a\",\"note\":\"\"}");
    assertThat(diff.events().events())
        .extracting(WorldEvent::type)
        .containsExactly("board_added", "board_modified");
    StateDiff back = store.diff(slug, 2, 1).orElseThrow();
    assertThat(back.changed()).hasSize(1);
    assertThat(back.events().events()).extracting(WorldEvent::turn).containsExactly(2L);
    assertThat(store.diff(slug, 1, 1).orElseThrow().isEmpty()).isTrue();
    assertThat(Worlds.refusal(store.diff(slug, 0, 3))).isInstanceOf(TurnNotFound.class);
  }

  @Test
  @Clause("WO-11")
  void a_fork_begins_with_a_copied_state_and_both_go_their_own_way() {
    String slug = worlds.create();
    worlds.turn(slug, "a");
    worlds.turn(slug, "b");
    String fork = Worlds.fresh("fork");
    World forked = store.fork(slug, Optional.of(1L), fork, "Fork").orElseThrow();
    assertThat(forked.createdFrom().text())
        .isEqualTo(
            json(
                "{'kind':'fork','input':'%s@1','resolved_hash':'%s'}"
                    .formatted(slug, Worlds.NOTES.hash())));
    TurnState copied = store.turn(fork, 0).orElseThrow();
    TurnState original = store.turn(slug, 1).orElseThrow();
    assertThat(copied.entities()).isEqualTo(original.entities());
    assertThat(copied.turn().simulationTime()).isEqualTo(original.turn().simulationTime());
    worlds.turn(fork, "c");
    assertThat(store.diffWorlds(slug, fork).orElseThrow().added()).hasSize(1);
    assertThat(store.diffWorlds(slug, fork).orElseThrow().removed()).hasSize(1);
    assertThat(store.get(slug).orElseThrow().currentTurn()).isEqualTo(2);
    assertThat(store.verify(fork).orElseThrow().isIntact()).isTrue();
    assertThat(Worlds.refusal(store.fork(slug, Optional.of(9L), Worlds.fresh("w"), "F")))
        .isInstanceOf(TurnNotFound.class);
    assertThat(Worlds.refusal(store.fork(slug, Optional.empty(), fork, "F")))
        .isInstanceOf(AlreadyExists.class);
  }

  @Test
  @Clause("WO-9")
  void a_state_has_no_content_of_its_scenario_and_is_put_together_with_it() {
    String slug = worlds.create(named("fixed"));
    TurnState state = store.turn(slug, 0).orElseThrow();
    assertThat(state.content().text()).isEqualTo("{\"x\":\"fixed\"}");
    assertThat(state.whole().text()).contains("\"content\":{\"x\":\"fixed\"}");
    assertThat(
            worlds.sql.strings(
                "SELECT state FROM fcp.world_turns JOIN fcp.worlds ON id = world_id WHERE slug = ?",
                slug))
        .containsExactly("[]");
  }

  @Test
  @Clause("WO-9")
  void the_hash_of_a_state_is_checked_whenever_it_is_read() {
    String slug = worlds.create(Worlds.boards("a", "b"));
    String other = worlds.create();
    String change =
        """
        UPDATE fcp.world_turns SET state = %s
        WHERE turn = 0 AND world_id = (SELECT id FROM fcp.worlds WHERE slug = ?)
        """;
    worlds.sql.update(change.formatted("state - 1 || '[{}]'"), slug);
    for (Runnable read :
        List.<Runnable>of(
            () -> store.turn(slug, 0),
            () -> store.stateAt(slug, 0),
            () -> store.diff(slug, 0, 0),
            () -> store.diffWorlds(other, slug),
            () -> store.fork(slug, Optional.empty(), Worlds.fresh("w"), "F"),
            () -> worlds.start(slug).stateBefore())) {
      assertThatThrownBy(read::run)
          .isInstanceOf(JournalException.class)
          .hasMessageContainingAll(slug, "turn_000000", "verify");
    }
  }
}

package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.postgres.WorldRefusal.Invalid;
import dev.fcp.postgres.WorldRefusal.TurnNotFound;
import dev.fcp.postgres.WorldRollback.Work;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Work in worlds that is rolled back as a new turn. */
class WorldRollbackTest {

  private final Worlds worlds = new Worlds();
  private final WorldStore store = worlds.store;
  private final String slug = worlds.create();
  private final WorldWorker worker = worlds.worker();
  private String prompt = "";

  @AfterEach
  void close() {
    worlds.close();
  }

  /** Turn 1: ann adds a and, under a prompt, b. Turn 2: bob adds c and renames a. */
  @BeforeEach
  void makeTurns() {
    prompt = store.putComponent("prompt", CanonicalJson.of("{\"text\":\"hi\"}")).orElseThrow();
    var first = worlds.start(slug, worker);
    add(first, "ann", Map.of(), "a");
    add(first, "ann", Map.of("prompt", prompt), "b");
    first.commit().orElseThrow();
    var second = worlds.start(slug, worker);
    add(second, "bob", Map.of(), "c");
    second
        .session()
        .by(second.origin("bob", Map.of()))
        .step("x", step -> Worlds.rename(step, "a", "A"))
        .orElseThrow();
    second.commit().orElseThrow();
  }

  private static void add(
      WorldAttempt<EntityModel<NoteKey, NoteEntity>, NoteEvent> attempt,
      String actor,
      Map<String, String> components,
      String board) {
    Worlds.add(attempt.session().by(attempt.origin(actor, components)), board);
  }

  private List<String> titles() {
    long turn = store.get(slug).orElseThrow().currentTurn();
    return store
        .turn(slug, turn)
        .orElseThrow()
        .entities()
        .node()
        .valueStream()
        .map(it -> it.path("units").path("board"))
        .map(JsonNode::stringValue)
        .toList();
  }

  @Test
  @Clause("WO-12")
  void a_turn_is_rolled_back_as_far_as_no_later_work_depends_on_it() {
    WorldRollback plan = store.planRollback(slug, new Work.OfTurn(1)).orElseThrow();
    assertThat(plan.turn()).isEmpty();
    assertThat(store.get(slug).orElseThrow().currentTurn()).isEqualTo(2);
    WorldRollback done = store.rollback(slug, worker, new Work.OfTurn(1), "eve").orElseThrow();
    assertThat(done.plan().events()).hasSameSizeAs(plan.plan().events());
    assertThat(done.turn().orElseThrow().turn()).isEqualTo(3);
    assertThat(titles()).containsExactly("A", "c");
    assertThat(store.verify(slug).orElseThrow().isIntact()).isTrue();
  }

  @Test
  @Clause("WO-12")
  void the_work_of_an_actor_is_rolled_back() {
    store.rollback(slug, worker, new Work.OfActor("bob"), "eve").orElseThrow();
    assertThat(titles()).containsExactly("a", "b");
    store.rollback(slug, worker, new Work.OfActor("ann"), "eve").orElseThrow();
    assertThat(titles()).isEmpty();
    assertThat(store.get(slug).orElseThrow().currentTurn()).isEqualTo(4);
  }

  @Test
  @Clause("WO-12")
  void the_work_under_a_component_is_rolled_back_as_a_turn_that_can_be_rolled_back_too() {
    Work work = new Work.OfComponent("prompt", prompt);
    store.rollback(slug, worker, work, "eve").orElseThrow();
    assertThat(titles()).containsExactly("A", "c");
    store.rollback(slug, worker, new Work.OfTurn(3), "eve").orElseThrow();
    assertThat(titles()).containsExactly("A", "b", "c");
  }

  @Test
  @Clause("WO-12")
  void a_rollback_of_nothing_is_refused_without_an_attempt() {
    List<Attempt> before = store.attempts(slug).orElseThrow();
    assertThat(Worlds.refusal(store.rollback(slug, worker, new Work.OfActor("nobody"), "eve")))
        .isInstanceOfSatisfying(
            Invalid.class,
            it -> assertThat(it.reason()).contains("none of this work is in effect"));
    assertThat(Worlds.refusal(store.rollback(slug, worker, new Work.OfTurn(9), "eve")))
        .isInstanceOf(TurnNotFound.class);
    assertThat(Worlds.refusal(store.planRollback(slug, new Work.OfTurn(9))))
        .isInstanceOf(TurnNotFound.class);
    assertThat(store.get(slug).orElseThrow().currentTurn()).isEqualTo(2);
    assertThat(store.get(slug).orElseThrow().activeAttempt()).isEmpty();
    assertThat(store.attempts(slug).orElseThrow()).isEqualTo(before);
  }

  @Test
  @Clause("WO-12")
  void a_rollback_of_work_that_later_work_overwrote_is_refused_without_an_attempt() {
    var third = worlds.start(slug, worker);
    third.session().step("y", step -> Worlds.rename(step, "a", "Z")).orElseThrow();
    third.commit().orElseThrow();
    store.rollback(slug, worker, new Work.OfActor("bob"), "eve").orElseThrow();
    List<Attempt> before = store.attempts(slug).orElseThrow();
    assertThat(Worlds.refusal(store.rollback(slug, worker, new Work.OfActor("bob"), "eve")))
        .isInstanceOf(Invalid.class);
    assertThat(store.attempts(slug).orElseThrow()).isEqualTo(before);
  }
}

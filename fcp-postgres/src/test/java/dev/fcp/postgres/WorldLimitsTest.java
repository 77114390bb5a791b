package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.WorldRefusal.Invalid;
import dev.fcp.postgres.WorldRefusal.NotFound;
import dev.fcp.postgres.WorldRefusal.ScenarioNotFound;
import dev.fcp.spec.Clause;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ids and names that are as long as an index of the database allows, and longer ones. */
class WorldLimitsTest {

  private static final int LIMIT = 2000;
  private static final String BOARD = "board ";

  private final Worlds worlds = new Worlds();
  private final WorldStore store = worlds.store;
  private final String slug = worlds.create();

  @AfterEach
  void close() {
    worlds.close();
  }

  /** Text of some bytes that cannot be compressed. */
  private static String noise(int sizeBytes) {
    return new Random(sizeBytes)
        .ints(sizeBytes, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static String tooLong() {
    return noise(LIMIT + 1);
  }

  private List<WorldEvent> events() {
    return store.events(slug, WorldEventQuery.FIRST.includingFailed()).orElseThrow().events();
  }

  @Test
  @Clause({"WO-6", "WO-9"})
  void an_entity_with_a_long_id_is_stored_and_one_with_a_longer_id_is_refused_with_the_limit() {
    String longest = noise(LIMIT - BOARD.length());
    worlds.turn(slug, longest);
    WorldEventQuery ofLongest = WorldEventQuery.FIRST.withEntity(BOARD + longest);
    assertThat(store.events(slug, ofLongest).orElseThrow().events()).hasSize(1);
    var attempt = worlds.start(slug);
    Worlds.add(attempt, longest + "x");
    assertThat(Worlds.refusal(attempt.commit()))
        .isInstanceOfSatisfying(
            Invalid.class,
            it ->
                assertThat(it.reason())
                    .contains("board_added", "2001 bytes", "the limit of 2000: board ")
                    .hasSizeLessThan(200));
    assertThat(store.get(slug).orElseThrow().activeAttempt()).contains(attempt.id());
    attempt.session().undo().orElseThrow();
    assertThat(attempt.commit().orElseThrow().turn()).isEqualTo(2);
    assertThat(events()).hasSize(1);
  }

  @Test
  @Clause("WO-3")
  void a_failed_attempt_leaves_an_entity_with_a_long_id_in_the_audit_shortened() {
    for (String id : List.of(tooLong(), "ä".repeat(LIMIT), "😀".repeat(LIMIT))) {
      var attempt = worlds.start(slug);
      Worlds.add(attempt, id);
      attempt.fail("too long").orElseThrow();
      WorldEvent added = events().get(events().size() - 2);
      String shown = added.entityId().orElseThrow();
      assertThat(shown).startsWith(BOARD + id.substring(0, 2)).endsWith("…");
      assertThat(shown.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(LIMIT);
      assertThat(added.event().text()).contains("not_stored", "limit of 2000");
    }
  }

  @Test
  @Clause({"WO-1", "WO-9"})
  void a_world_with_an_entity_with_a_long_id_is_not_created() {
    String other = Worlds.fresh("w");
    ScenarioRef scenario = new ScenarioRef.Inline(Worlds.boards("a", tooLong()));
    assertThat(Worlds.refusal(store.create(new NewWorld(other, "W", scenario))).message())
        .contains("the id of an entity", "limit of 2000");
    assertThat(Worlds.refusal(store.getIncludingDeleted(other))).isEqualTo(new NotFound(other));
  }

  @Test
  @Clause({"WO-8", "WO-10", "WO-14"})
  void names_that_are_too_long_are_refused_with_the_limit() {
    Scenario components =
        Scenario.of(
            "{\"domain\":\"notes\",\"profile\":{\"label\":\"x\",\"components\":{\"%s\":1}}}"
                .formatted(tooLong()));
    CanonicalJson empty = CanonicalJson.of("{}");
    List<WorldResult<?>> refused =
        List.of(
            store.putScenario(tooLong(), Worlds.NOTES),
            store.create(new NewWorld(Worlds.fresh("w"), "W", new ScenarioRef.Inline(components))),
            store.putComponent(tooLong(), empty),
            store.worker(tooLong()));
    assertThat(refused)
        .map(Worlds::refusal)
        .allSatisfy(it -> assertThat(it.message()).contains("2001 bytes", "the limit of 2000"));
    store.putScenario(noise(LIMIT), Worlds.boards(slug)).orElseThrow();
    store.putComponent(noise(LIMIT), empty).orElseThrow();
    try (WorldWorker worker = store.worker(noise(LIMIT)).orElseThrow()) {
      assertThat(worlds.start(slug, worker).commit().orElseThrow().turn()).isEqualTo(1);
    }
  }

  @Test
  @Clause("WO-10")
  void a_component_without_a_kind_is_refused() {
    Scenario scenario =
        Scenario.of("{\"domain\":\"notes\",\"profile\":{\"label\":\"x\",\"components\":{\"\":1}}}");
    NewWorld world = new NewWorld(Worlds.fresh("w"), "W", new ScenarioRef.Inline(scenario));
    assertThat(Worlds.refusal(store.create(world)).message()).contains("kind", "is empty");
  }

  private static WorldOccurrence occurrence(String type, String entity, String other, String kind) {
    return new WorldOccurrence(
        type,
        Optional.of(entity),
        Set.of(other),
        new TreeMap<>(Map.of(kind, "0".repeat(64))),
        CanonicalJson.of("{}"));
  }

  @Test
  @Clause("WO-6")
  void an_event_with_texts_that_are_too_long_is_refused_where_it_is_made() {
    for (int wrong = 0; wrong < 4; wrong++) {
      String[] texts = {"seen", "board a", "board b", "perceive"};
      texts[wrong] = tooLong();
      assertThatThrownBy(() -> occurrence(texts[0], texts[1], texts[2], texts[3]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the limit of 2000");
    }
    String prompt = store.putComponent(noise(LIMIT), CanonicalJson.of("{}")).orElseThrow();
    var attempt = worlds.start(slug);
    attempt.record(
        new WorldOccurrence(
            noise(LIMIT),
            Optional.of(noise(LIMIT)),
            Set.of(noise(LIMIT - 1)),
            new TreeMap<>(Map.of(noise(LIMIT), prompt)),
            CanonicalJson.of("{}")));
    attempt.commit().orElseThrow();
    assertThat(events()).singleElement().extracting(WorldEvent::type).isEqualTo(noise(LIMIT));
  }

  @Test
  @Clause("WO-8")
  void a_step_under_a_component_of_a_kind_that_is_too_long_is_refused() {
    var attempt = worlds.start(slug);
    Map<String, String> components = Map.of(tooLong(), "0".repeat(64));
    Worlds.add(attempt.session().by(attempt.origin("ann", components)), "a");
    assertThat(Worlds.refusal(attempt.commit()).message()).contains("unknown component");
    attempt.fail("no").orElseThrow();
    assertThat(events()).extracting(WorldEvent::components).containsOnly(new TreeMap<>());
  }

  @Test
  @Clause({"WO-6", "WO-10"})
  void nothing_is_found_by_a_text_that_is_too_long() {
    worlds.turn(slug, "a");
    String text = tooLong();
    for (WorldEventQuery query :
        List.of(
            WorldEventQuery.FIRST.withType(text),
            WorldEventQuery.FIRST.withEntity(text),
            WorldEventQuery.FIRST.withComponent(text, text))) {
      assertThat(store.events(slug, query).orElseThrow().events()).isEmpty();
    }
    assertThat(store.uses(text, text)).isEmpty();
    assertThat(Worlds.refusal(store.scenario(new ScenarioRef.ByName(text))))
        .isEqualTo(new ScenarioNotFound(text));
  }
}

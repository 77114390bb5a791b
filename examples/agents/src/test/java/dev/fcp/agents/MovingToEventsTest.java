package dev.fcp.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Tries;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each stage of moving an application to events, as docs/event-sourcing.md describes it. */
class MovingToEventsTest {

  private static final int PROGRAMS = 100;
  private static final int CALLS = 30;

  private static Session<EntityModel<String, Item>, AgentEvent> session() {
    return Session.inMemory(new AgentsDomain()).by(Origin.of("team"));
  }

  static Stream<Team> stages() {
    return Stream.of(
        new MutableTeam(),
        DualTeam.readingFields(new MutableTeam(), new EventTeam(session())),
        DualTeam.readingEvents(new MutableTeam(), new EventTeam(session())),
        new EventTeam(session()));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void the_application_behaves_alike_in_every_stage(Team team) {
    team.spawn("Gandalf", "make the build green");
    team.say("Gandalf", "Hurry.");
    team.changeState("Gandalf", "working");
    team.changeState("Gandalf", "working");
    team.say("Gandalf", "Hurry.");
    team.spawn("Bilbo", "write the guide");
    assertThat(team.agents()).containsExactly("Bilbo", "Gandalf");
    assertThat(team.state("Gandalf")).isEqualTo("working");
    assertThat(team.messages("Gandalf")).containsExactly("Hurry.", "Hurry.");
    assertThat(team.messages("Bilbo")).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> team.say("Frodo", "Hurry."));
    assertThatIllegalArgumentException().isThrownBy(() -> team.state("Frodo"));
  }

  @Test
  void the_fields_and_the_read_models_agree_after_random_programs() {
    for (int seed = 0; seed < Tries.of(PROGRAMS); seed++) {
      DualTeam team = DualTeam.readingFields(new MutableTeam(), new EventTeam(session()));
      Choices choices = Choices.random(new Random(seed), CALLS * 8);
      for (int i = 0; i < CALLS; i++) {
        call(team, choices);
        assertThat(team.differences()).isEmpty();
      }
      assertThat(team.agents()).isNotEmpty();
    }
  }

  private static void call(Team team, Choices choices) {
    String agent = choices.pick(List.of("Elrond", "Gandalf", "Bilbo"));
    if (!team.agents().contains(agent)) {
      team.spawn(agent, "work");
    } else if (choices.percent(50)) {
      team.changeState(agent, choices.pick(Item.Agent.STATES));
    } else {
      team.say(agent, choices.pick(List.of("a", "b")));
    }
  }

  @Test
  void a_write_that_bypasses_the_session_is_found() {
    MutableTeam fields = new MutableTeam();
    DualTeam team = DualTeam.readingFields(fields, new EventTeam(session()));
    team.spawn("Gandalf", "work");
    fields.changeState("Gandalf", "done");
    assertThat(team.differences())
        .containsExactly("state of Gandalf: the fields hold done, the events give idle");
  }

  @Test
  void without_fields_the_application_can_be_undone_and_asked_about_its_past() {
    Session<EntityModel<String, Item>, AgentEvent> session = session();
    Team team = new EventTeam(session);
    team.spawn("Gandalf", "work");
    HistoryPoint before = session.state().head();
    team.changeState("Gandalf", "done");
    session.undo().orElseThrow();
    assertThat(team.state("Gandalf")).isEqualTo("idle");
    session.redo().orElseThrow();
    assertThat(team.state("Gandalf")).isEqualTo("done");
    var past = session.views().viewAt(before).orElseThrow().model();
    assertThat(AgentQueries.tree(ReadModels.AGENTS.project(past)))
        .containsExactly("agent Gandalf (idle): \"work\"");
  }
}

package dev.fcp.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.eventlog.session.ReadModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.verbs.DocumentUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AgentReadModelsTest {

  private static final int PROGRAMS = 60;
  private static final int OPERATIONS = 40;

  private static final List<Projection<EntityModel<String, Item>, AgentEvent, ?>> ALL =
      List.of(
          ReadModels.AGENTS,
          ReadModels.MESSAGES,
          ReadModels.COMMITMENTS,
          ReadModels.ATTENTION,
          ReadModels.USAGE);

  @Test
  @Clause("PR-1")
  void every_read_model_equals_its_fold_from_scratch_after_random_programs() {
    int changes = 0;
    for (int seed = 0; seed < Tries.of(PROGRAMS); seed++) {
      var document =
          DocumentUnderTest.of(
              new AgentsLanguage(AgentVerbContractTest.CLOCK),
              AgentFiles.bytes(AgentVerbContractTest.PROJECT));
      var session = document.session();
      List<ReadModel<EntityModel<String, Item>, AgentEvent, ?>> readModels = new ArrayList<>();
      ALL.forEach(projection -> readModels.add(session.readModel(projection)));
      Choices choices = Choices.random(new Random(seed), OPERATIONS * 64);
      for (int i = 0; i < OPERATIONS; i++) {
        changes += document.run(AgentVerbProgramsTest.operation(choices)).isError() ? 0 : 1;
        if (choices.percent(15) && session.state().canUndo()) {
          document.undo();
        } else if (choices.percent(5) && session.state().canRedo()) {
          document.redo();
        }
        if (choices.percent(20)) {
          // So that they catch up with several steps.
          readModels.forEach(it -> assertThat(it.now().point()).isEqualTo(session.state().head()));
        }
      }
      readModels.forEach(it -> assertThat(it.verify().isValid()).isTrue());
      ALL.forEach(projection -> requireStorable(projection, session.model()));
    }
    assertThat(changes).isGreaterThan(20);
  }

  private static <R> void requireStorable(
      Projection<EntityModel<String, Item>, AgentEvent, R> projection,
      EntityModel<String, Item> model) {
    R value = projection.project(model);
    projection
        .codec()
        .ifPresent(codec -> assertThat(codec.decode(codec.encode(value))).isEqualTo(value));
  }

  @Test
  @Clause("PR-9")
  void the_small_ones_are_stored() {
    assertThat(ALL)
        .filteredOn(projection -> projection.codec().isPresent())
        .extracting(Projection::name)
        .containsExactly("agents", "commitments", "attention");
  }

  @Test
  void the_metrics_add_up_tokens_tool_time_and_attention() {
    var model =
        AgentFiles.read(
            AgentFiles.bytes(
                """
                received 1 agent:Gandalf input:100 output:10
                received 2 agent:Gandalf input:200 output:20
                received 3 agent:Bilbo input:7
                tool 1 agent:Gandalf at:2026-03-04T12:00:00Z end:2026-03-04T12:00:09Z tool:Bash
                tool 2 agent:Gandalf at:2026-03-04T12:01:00Z tool:Bash
                focus 1 at:2026-03-04T12:00:00Z target:agent:Gandalf
                focus 2 at:2026-03-04T12:01:00Z target:agent:Bilbo
                focus 3 at:2026-03-04T12:01:10Z target:agent:Gandalf
                focus 4 at:2026-03-04T12:01:30Z
                """));
    assertThat(
            AgentQueries.metrics(
                ReadModels.USAGE.project(model), ReadModels.ATTENTION.project(model)))
        .containsExactly(
            "agent Bilbo: 7 tokens in, 0 out; 0 tool calls, 0 s",
            "agent Gandalf: 300 tokens in, 30 out; 2 tool calls, 9 s",
            "attention to agent Bilbo: 10 s",
            "attention to agent Gandalf: 80 s");
    assertThat(ReadModels.ATTENTION.project(model).times().get("agent:Gandalf"))
        .isEqualTo(Duration.ofSeconds(80));
  }

  @Test
  void the_tree_and_the_board_group_what_belongs_together() {
    var model = AgentFiles.read(AgentFiles.bytes(AgentVerbContractTest.PROJECT));
    assertThat(AgentQueries.tree(ReadModels.AGENTS.project(model)))
        .containsExactly(
            "agent Elrond (working, started): \"coordinate\"",
            "  agent Gandalf (idle): \"make the build green\"",
            "  agent Bilbo (idle)");
    assertThat(AgentQueries.board(ReadModels.COMMITMENTS.project(model)))
        .containsExactly(
            "pending:",
            "  commitment 1 of Gandalf, pending: \"The build is green.\"; mvn verify",
            "verifying:",
            "  commitment 2 of Bilbo, verifying by Gandalf: \"The guide is written.\"");
  }
}

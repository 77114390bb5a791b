package dev.fcp.agents;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbProgramsContract;
import java.util.List;
import java.util.Map;

class AgentVerbProgramsTest extends VerbProgramsContract<EntityModel<String, Item>, AgentEvent> {

  private static final List<String> AGENTS = List.of("Elrond", "Gandalf", "Bilbo", "Frodo");
  private static final List<String> TEXTS =
      List.of("x", "\"a b\"", "\"two\\nlines\\n\"", "\"a\\rb\"", "\"\"", "\"| y\"", "\"12\"");
  private static final List<String> NUMBERS = List.of("1", "2", "3");

  @Override
  protected DocumentUnderTest<EntityModel<String, Item>, AgentEvent> document() {
    return DocumentUnderTest.of(
        new AgentsLanguage(AgentVerbContractTest.CLOCK),
        AgentFiles.bytes(AgentVerbContractTest.PROJECT));
  }

  @Override
  protected Generator<String> operations() {
    return AgentVerbProgramsTest::operation;
  }

  static String operation(Choices choices) {
    String agent = choices.pick(AGENTS);
    String text = choices.pick(TEXTS);
    String number = choices.pick(NUMBERS);
    return switch (choices.upTo(19)) {
      case 0 -> "spawn " + agent + " " + text + (choices.percent(50) ? " parent:Elrond" : "");
      case 1 -> "assign " + agent + " " + text;
      case 2 -> "state " + agent + " " + choices.pick(Item.Agent.STATES);
      case 3 -> "dismiss " + agent + " " + text;
      case 4 -> "ping " + agent;
      case 5 -> "select " + agent;
      case 6 -> choices.pick(List.of("focus", "focus " + agent, "focus plan.md"));
      case 7 -> "say " + agent + " " + text + " session:" + text;
      case 8 -> "reply " + agent + " " + text + " input:" + number + "0 output:7";
      case 9 -> "tool " + agent + " Bash " + text;
      case 10 -> "finish " + number + " " + text;
      case 11 -> "commit " + agent + " " + text + " assert:" + text;
      case 12 -> "verify " + number + " by:" + agent;
      case 13 -> "verify " + number + " " + choices.pick(List.of("passed", "failed"));
      case 14, 15 -> "write " + choices.pick(List.of("plan.md", "\"a b\"")) + " " + text;
      case 16 -> "delete plan.md";
      case 17 -> choices.pick(List.of("violation ", "unsent ", "transcript ")) + agent + " " + text;
      case 18 -> "corrupt " + text;
      default ->
          "remove " + choices.pick(List.of(agent, "\"sent 1\"", "\"tool 2\"", "\"focus 1\""));
    };
  }

  @Override
  protected Map<String, byte[]> files() {
    return Map.of(
        "project", AgentFiles.bytes(AgentVerbContractTest.PROJECT),
        "empty", new byte[0],
        "windows", AgentFiles.bytes("agent Frodo state:idle\r\n| a\r\n# end\r\n"),
        "cut", AgentFiles.bytes("# only a comment"),
        "text", AgentFiles.bytes("document plan.md\n|\n| x"));
  }

  @Override
  protected Domain<EntityModel<String, Item>, AgentEvent> freshDomain() {
    return new AgentsDomain();
  }
}

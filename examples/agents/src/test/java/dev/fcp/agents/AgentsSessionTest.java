package dev.fcp.agents;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs random programs on sessions of projects. */
class AgentsSessionTest extends SessionContract<EntityModel<String, Item>, AgentEvent> {

  AgentsSessionTest() {
    super(true);
  }

  @Override
  protected Domain<EntityModel<String, Item>, AgentEvent> domain() {
    return AgentFiles.DOMAIN;
  }

  @Override
  protected Generator<EntityModel<String, Item>> models() {
    return AgentFiles.any().map(AgentFiles::read);
  }

  @Override
  protected Generator<AgentEvent> events(EntityModel<String, Item> model) {
    return AgentFiles.events(model);
  }

  /** Generates changes of the assignment of the first agent. */
  @Override
  protected Generator<AgentEvent> mergeableEvents(EntityModel<String, Item> model) {
    Optional<Map.Entry<String, Item>> agent =
        model.entitiesInOrder().filter(it -> it.getValue() instanceof Item.Agent).findFirst();
    if (agent.isEmpty()) {
      return events(model);
    }
    String key = agent.get().getKey();
    return choices -> {
      String text = choices.pick(List.of("p", "q", "r"));
      String before = ((Item.Agent) model.at(key)).assignment();
      String after = before.equals(text) ? text + "!" : text;
      return AgentFiles.DOMAIN.changed(key, model, "assignment", Value.of(after));
    };
  }
}

package dev.fcp.agents;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.session.ReadModel;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.StepBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The application after it was moved: it has no state but the session and its read models. */
final class EventTeam implements Team {

  private static final AgentsDomain DOMAIN = new AgentsDomain();

  private final Session<EntityModel<String, Item>, AgentEvent> session;
  private final ReadModel<EntityModel<String, Item>, AgentEvent, PersistentMap<String, Item.Agent>>
      agents;
  private final ReadModel<
          EntityModel<String, Item>, AgentEvent, PersistentMap<String, Item.Message>>
      messages;

  EventTeam(Session<EntityModel<String, Item>, AgentEvent> session) {
    this.session = session;
    this.agents = session.readModel(ReadModels.AGENTS);
    this.messages = session.readModel(ReadModels.MESSAGES);
  }

  @Override
  public void spawn(String agent, String assignment) {
    step(
        "spawn " + agent,
        step ->
            step.emit(
                DOMAIN.added(
                    ItemSpec.agent(agent),
                    Item.Agent.idle(assignment, step.model().orderKeyAtEnd()))));
  }

  @Override
  public void changeState(String agent, String state) {
    step(
        state + " " + agent,
        step -> {
          if (!known(agent).state().equals(state)) {
            step.emit(
                DOMAIN.changed(ItemSpec.agent(agent), step.model(), "state", Value.of(state)));
          }
        });
  }

  @Override
  public void say(String agent, String text) {
    step(
        "say " + agent,
        step -> {
          known(agent);
          String key = ItemSpec.key("sent", Integer.toString(step.model().size() + 1));
          step.emit(
              DOMAIN.added(
                  key,
                  new Item.Sent(
                      agent,
                      "user",
                      Optional.empty(),
                      text,
                      Optional.empty(),
                      Optional.empty(),
                      step.model().orderKeyAtEnd())));
        });
  }

  private void step(
      String label, Consumer<StepBuilder<EntityModel<String, Item>, AgentEvent>> body) {
    session.step(label, body).orElseThrow();
  }

  @Override
  public List<String> agents() {
    return agents.now().value().keys().stream().map(ItemSpec::name).sorted().toList();
  }

  @Override
  public String state(String agent) {
    return known(agent).state();
  }

  private Item.Agent known(String agent) {
    return Optional.ofNullable(agents.now().value().get(ItemSpec.agent(agent)))
        .orElseThrow(() -> new IllegalArgumentException("there is no agent " + agent));
  }

  @Override
  public List<String> messages(String agent) {
    known(agent);
    return ReadModels.inOrder(messages.now().value()).stream()
        .map(Map.Entry::getValue)
        .filter(item -> item instanceof Item.Sent sent && sent.agent().equals(agent))
        .map(item -> ((Item.Sent) item).text())
        .toList();
  }
}

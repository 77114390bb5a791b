package dev.fcp.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The application while it is moved: it writes to its fields and to the session, in this order, so
 * that what the fields refuse is not recorded.
 *
 * @param fields the application as it was
 * @param events the application as it will be
 * @param reader which of the two answers
 */
record DualTeam(Team fields, Team events, Team reader) implements Team {

  /** The first stage: the fields answer. */
  static DualTeam readingFields(Team fields, Team events) {
    return new DualTeam(fields, events, fields);
  }

  /** The next stage: the read models answer. */
  static DualTeam readingEvents(Team fields, Team events) {
    return new DualTeam(fields, events, events);
  }

  /** What the fields and the read models answer differently; empty if nothing. */
  List<String> differences() {
    List<String> differences = new ArrayList<>();
    compare("agents", fields.agents(), events.agents(), differences);
    for (String agent : fields.agents().stream().filter(events.agents()::contains).toList()) {
      compare("state of " + agent, fields.state(agent), events.state(agent), differences);
      compare("messages of " + agent, fields.messages(agent), events.messages(agent), differences);
    }
    return differences;
  }

  private static void compare(String name, Object field, Object event, List<String> differences) {
    if (!Objects.equals(field, event)) {
      differences.add("%s: the fields hold %s, the events give %s".formatted(name, field, event));
    }
  }

  @Override
  public void spawn(String agent, String assignment) {
    fields.spawn(agent, assignment);
    events.spawn(agent, assignment);
  }

  @Override
  public void changeState(String agent, String state) {
    fields.changeState(agent, state);
    events.changeState(agent, state);
  }

  @Override
  public void say(String agent, String text) {
    fields.say(agent, text);
    events.say(agent, text);
  }

  @Override
  public List<String> agents() {
    return reader.agents();
  }

  @Override
  public String state(String agent) {
    return reader.state(agent);
  }

  @Override
  public List<String> messages(String agent) {
    return reader.messages(agent);
  }
}

package dev.fcp.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The application before it was moved to events: what it knows is in fields, and then lost. */
final class MutableTeam implements Team {

  private final Map<String, String> assignments = new TreeMap<>();
  private final Map<String, String> states = new TreeMap<>();
  private final Map<String, List<String>> messages = new TreeMap<>();

  @Override
  public void spawn(String agent, String assignment) {
    if (states.containsKey(agent)) {
      throw new IllegalArgumentException(agent + " exists already");
    }
    assignments.put(agent, assignment);
    states.put(agent, "idle");
    messages.put(agent, new ArrayList<>());
  }

  @Override
  public void changeState(String agent, String state) {
    known(states, agent);
    states.put(agent, state);
  }

  @Override
  public void say(String agent, String text) {
    known(messages, agent).add(text);
  }

  @Override
  public List<String> agents() {
    return List.copyOf(assignments.keySet());
  }

  @Override
  public String state(String agent) {
    return known(states, agent);
  }

  @Override
  public List<String> messages(String agent) {
    return List.copyOf(known(messages, agent));
  }

  private static <T> T known(Map<String, T> values, String agent) {
    if (!values.containsKey(agent)) {
      throw new IllegalArgumentException("there is no agent " + agent);
    }
    return Objects.requireNonNull(values.get(agent));
  }
}

package dev.fcp.agents;

import java.util.List;

/** What the rest of a small application calls to run its agents. */
interface Team {

  /** Adds an idle agent. */
  void spawn(String agent, String assignment);

  /** Changes the state of an agent to one of {@link Item.Agent#STATES}. */
  void changeState(String agent, String state);

  /** Sends a message to an agent. */
  void say(String agent, String text);

  /** The names of the agents, sorted. */
  List<String> agents();

  /** The state of an agent. */
  String state(String agent);

  /** The messages to an agent, oldest first. */
  List<String> messages(String agent);
}

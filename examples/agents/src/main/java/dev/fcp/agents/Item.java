package dev.fcp.agents;

import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.plaintext.Text;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An entity of a project. Its key is its kind and its name or number, such as {@code agent:Gandalf}
 * or {@code commitment:2}. Agents are referred to by name, times are ISO 8601 instants.
 */
sealed interface Item {

  /** The position among all items, which is the order of the lines in the file. */
  OrderKey order();

  /**
   * The project.
   *
   * @param selected the agent whose conversation the user looks at
   */
  record Project(Optional<String> folder, Optional<String> selected, OrderKey order)
      implements Item {}

  /**
   * An agent.
   *
   * @param state one of {@link #STATES}
   * @param trigger what led to the state
   * @param parent the agent that spawned it
   * @param dismissed why it was dismissed
   * @param pings how often it was pinged
   */
  record Agent(
      String assignment,
      String state,
      Optional<String> trigger,
      Optional<String> parent,
      Optional<String> dismissed,
      int pings,
      OrderKey order)
      implements Item {

    static final List<String> STATES = List.of("idle", "working", "waiting", "verifying", "done");

    public Agent {
      requireOneOf(STATES, state);
    }

    /** A new agent without a parent. */
    static Agent idle(String assignment, OrderKey order) {
      return new Agent(
          assignment, "idle", Optional.empty(), Optional.empty(), Optional.empty(), 0, order);
    }
  }

  /** A message to or of an agent. */
  sealed interface Message extends Item {

    /** The name of the agent. */
    String agent();
  }

  /**
   * A message to an agent.
   *
   * @param role who speaks, such as {@code user}
   * @param blocks the content blocks as JSON, if there is more than text
   */
  record Sent(
      String agent,
      String role,
      Optional<String> session,
      String text,
      Optional<String> blocks,
      Optional<String> at,
      OrderKey order)
      implements Message {

    public Sent {
      requireTime(at);
    }
  }

  /**
   * A message of an agent.
   *
   * @param blocks the content blocks as JSON, if there is more than text
   * @param input how many tokens were read for it
   * @param output how many tokens it has
   */
  record Received(
      String agent,
      Optional<String> session,
      String text,
      Optional<String> blocks,
      int input,
      int output,
      Optional<String> at,
      OrderKey order)
      implements Message {

    public Received {
      requireTime(at);
    }
  }

  /** A call of a tool by an agent; it is over once it has an end. */
  record Tool(
      String agent,
      String tool,
      String input,
      Optional<String> at,
      Optional<String> end,
      Optional<String> output,
      boolean failed,
      OrderKey order)
      implements Item {

    public Tool {
      requireTime(at);
      requireTime(end);
    }
  }

  /**
   * What an agent promised.
   *
   * @param assertion how to check it
   * @param status one of {@link #STATUSES}
   * @param verifier another agent, which checks it or did so
   */
  record Commitment(
      String agent,
      String description,
      Optional<String> assertion,
      String status,
      Optional<String> verifier,
      Optional<String> output,
      OrderKey order)
      implements Item {

    static final List<String> STATUSES = List.of("pending", "verifying", "passed", "failed");

    public Commitment {
      requireOneOf(STATUSES, status);
      if (verifier.equals(Optional.of(agent))) {
        throw new IllegalArgumentException(agent + " cannot verify its own commitment");
      }
      if (verifier.isEmpty() && !status.equals("pending")) {
        throw new IllegalArgumentException("a commitment that is " + status + " needs a verifier");
      }
    }
  }

  /** A document; several agents can undo their own characters of its text. */
  record Document(Text body, OrderKey order) implements Item {}

  /**
   * From a time on, the user pays attention to an item.
   *
   * @param target its key; empty if the user is away
   */
  record Focus(Optional<String> target, String at, OrderKey order) implements Item {

    public Focus {
      requireTime(Optional.of(at));
    }
  }

  /** An agent broke a rule. */
  record Violation(String agent, String rule, String detail, OrderKey order) implements Item {}

  /** A prompt could not be sent to an agent. */
  record Unsent(String agent, String error, String prompt, OrderKey order) implements Item {}

  /** A session cannot be continued. */
  record Corrupt(String session, String reason, OrderKey order) implements Item {}

  /** A line of a transcript that means nothing to this program. */
  record Opaque(String agent, String line, OrderKey order) implements Item {}

  private static void requireOneOf(List<String> known, String value) {
    if (!known.contains(value)) {
      throw new IllegalArgumentException(
          ItemText.shorten(value) + " is not one of " + String.join(", ", known));
    }
  }

  private static void requireTime(Optional<String> time) {
    try {
      time.ifPresent(Instant::parse);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          ItemText.shorten(time.orElse("")) + " is not a time in ISO 8601", e);
    }
  }
}

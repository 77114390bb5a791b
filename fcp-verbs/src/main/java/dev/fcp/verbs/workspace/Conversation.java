package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The calls of one connection. It assigns an origin to each call, with the message to which the
 * call belongs: the message sent with the call; otherwise the one last set by the action {@code
 * message}; otherwise a generated message, shared by calls with at most 60 seconds between them.
 * Thread-safe.
 */
public final class Conversation {

  /** The longest pause between two calls that share a generated message. */
  public static final Duration MAX_PAUSE = Duration.ofSeconds(60);

  /** The provenance key of the prompt that the action {@code message} sets. */
  static final String PROMPT_KEY = "asked";

  private final String session;
  private final InstantSource clock;
  private Optional<Message> currentMessage = Optional.empty();
  private Optional<Instant> lastCallTime = Optional.empty();
  private int runCount;

  /** A message set by the action {@code message}. */
  private record Message(String id, Optional<String> prompt) {}

  /**
   * A conversation without calls.
   *
   * @param session a unique id of the connection
   * @param clock the clock that measures pauses
   */
  public Conversation(String session, InstantSource clock) {
    this.session = Objects.requireNonNull(session, "session");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * The origin of the next call. Must be called once for each call, in order.
   *
   * @param actor the calling actor
   * @param sentMessage the message sent with the call
   * @param provenance provenance notes about the call
   */
  public synchronized Origin nextOrigin(
      String actor, Optional<String> sentMessage, Map<String, String> provenance) {
    Instant now = clock.instant();
    boolean isNewRun = lastCallTime.map(last -> last.plus(MAX_PAUSE).isBefore(now)).orElse(true);
    runCount += isNewRun ? 1 : 0;
    lastCallTime = Optional.of(now);
    Map<String, String> allProvenance = new TreeMap<>(provenance);
    if (sentMessage.isEmpty()) {
      currentMessage
          .flatMap(Message::prompt)
          .ifPresent(prompt -> allProvenance.put(PROMPT_KEY, prompt));
    }
    String message =
        sentMessage
            .or(() -> currentMessage.map(Message::id))
            .orElseGet(() -> session + "-" + runCount);
    return Origin.of(actor, session, message).withProvenance(allProvenance);
  }

  /** Sets the message of the next calls. */
  synchronized void setMessage(String id, Optional<String> prompt) {
    currentMessage = Optional.of(new Message(id, prompt));
  }
}

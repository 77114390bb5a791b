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
 * What is said over one connection, call by call: it gives each call its origin, and with it the
 * message that the call belongs to. That is the message sent with the call; else the one that the
 * action {@code message} set last; else a run of calls, which a pause of more than 60 seconds ends.
 * Safe for use by several threads.
 */
public final class Conversation {

  /** The longest pause between two calls of a run. */
  public static final Duration MAX_PAUSE = Duration.ofSeconds(60);

  /** Under this name the provenance of an origin keeps what was asked. */
  static final String PROMPT_KEY = "asked";

  private final String session;
  private final InstantSource clock;
  private Optional<Message> currentMessage = Optional.empty();
  private Optional<Instant> lastCallTime = Optional.empty();
  private int runCount;

  /** A message as the action {@code message} set it. */
  private record Message(String id, Optional<String> prompt) {}

  /**
   * A conversation in which nothing was said.
   *
   * @param session an id that no other connection has
   * @param clock measures pauses
   */
  public Conversation(String session, InstantSource clock) {
    this.session = Objects.requireNonNull(session, "session");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * The origin of the next call; asked once for each call, in their order.
   *
   * @param actor who calls
   * @param sentMessage the message that was sent with the call
   * @param provenance what else is known about the call
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

  /** Says which message the next calls belong to. */
  synchronized void setMessage(String id, Optional<String> prompt) {
    currentMessage = Optional.of(new Message(id, prompt));
  }
}

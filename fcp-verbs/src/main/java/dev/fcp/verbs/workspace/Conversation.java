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
  public static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /** Under this name the provenance of an origin keeps what was asked. */
  static final String ASKED = "asked";

  private final String session;
  private final InstantSource clock;
  private Optional<Message> set = Optional.empty();
  private Optional<Instant> lastCall = Optional.empty();
  private int runs;

  /** A message as the action {@code message} set it. */
  private record Message(String id, Optional<String> asked) {}

  /**
   * A conversation in which nothing was said.
   *
   * @param session an id that no other connection has
   * @param clock tells how long a pause was
   */
  public Conversation(String session, InstantSource clock) {
    this.session = Objects.requireNonNull(session, "session");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * The origin of the next call; asked once for each call, in their order.
   *
   * @param actor who calls
   * @param sent the message that was sent with the call
   * @param provenance what else is known about the call
   */
  public synchronized Origin next(
      String actor, Optional<String> sent, Map<String, String> provenance) {
    Instant now = clock.instant();
    boolean paused = lastCall.map(last -> last.plus(LONGEST_PAUSE).isBefore(now)).orElse(true);
    runs += paused ? 1 : 0;
    lastCall = Optional.of(now);
    Map<String, String> known = new TreeMap<>(provenance);
    if (sent.isEmpty()) {
      set.flatMap(Message::asked).ifPresent(asked -> known.put(ASKED, asked));
    }
    String message = sent.or(() -> set.map(Message::id)).orElseGet(() -> session + "-" + runs);
    return Origin.of(actor, session, message).with(known);
  }

  /** Says which message the next calls belong to. */
  synchronized void begin(String id, Optional<String> asked) {
    set = Optional.of(new Message(id, asked));
  }
}

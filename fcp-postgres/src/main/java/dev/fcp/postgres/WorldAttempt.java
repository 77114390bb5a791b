package dev.fcp.postgres;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Sets;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.math.LongMath;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.postgres.AttemptEvents.Pending;
import dev.fcp.postgres.AttemptEvents.Timed;
import dev.fcp.postgres.WorldRefusal.CommitRaceLost;
import dev.fcp.postgres.WorldRefusal.InvalidTransition;
import dev.fcp.postgres.WorldRefusal.LeaseInvalid;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * An attempt at the next turn of a world. Its session works on values in memory: nothing is written
 * and no transaction is open until the attempt is committed or fails. Thread-safe.
 *
 * @param <M> the model of the domain
 * @param <E> the events of the domain
 */
public final class WorldAttempt<M, E> {

  /** The type of the last event of a failed attempt. */
  static final String ATTEMPT_FAILED = "attempt_failed";

  private final PostgresJournals journals;
  private final WorldSettings settings;
  private final WorldRow world;
  private final Attempt info;
  private final CommittedState<M, E> before;
  private final Consumer<CommittedState<M, E>> committed;
  private final WorldWorker worker;
  private final BufferedJournal journal;
  private final Session<M, E> session;
  private final HistoryPoint start;
  private final List<Timed> occurrences = new ArrayList<>();
  private volatile Optional<JournalException> snapshotFailure = Optional.empty();

  /**
   * An attempt that has started.
   *
   * @param before the state at which it begins
   * @param committed receives the state after its commit
   */
  WorldAttempt(
      PostgresJournals journals,
      WorldSettings settings,
      WorldRow world,
      Attempt info,
      CommittedState<M, E> before,
      WorldWorker worker,
      Consumer<CommittedState<M, E>> committed) {
    this.worker = worker;
    this.journals = journals;
    this.settings = settings;
    this.world = world;
    this.info = info;
    this.before = before;
    this.committed = committed;
    this.journal = before.newJournal();
    this.session =
        Session.resume(before.state(), journal, settings.sessions())
            .by(origin(info.workerId(), Map.of()));
    this.start = before.state().head();
  }

  /** The id of the attempt. */
  public UUID id() {
    return info.id();
  }

  /** The attempt as it was when it began. */
  public Attempt info() {
    return info;
  }

  /** The domain of the world. */
  public Domain<M, E> domain() {
    return before.state().domain();
  }

  /** The scenario of the world. */
  public Scenario scenario() {
    return before.scenario();
  }

  /** The state at which the attempt began. */
  public TurnState stateBefore() {
    return TurnRows.state(journals.database(), world, scenario().content(), info.turnBefore());
  }

  /**
   * The session in which the turn is made. Its steps have the attempt as their session and the turn
   * as their message; {@link Session#by} with an {@link #origin} names another actor.
   */
  public Session<M, E> session() {
    return session;
  }

  /**
   * The origin of steps of an actor in this attempt.
   *
   * @param components what the actor runs under: hashes of stored components by kind
   */
  public Origin origin(String actor, Map<String, String> components) {
    return Origin.of(actor, info.id().toString(), Turn.ref(info.attemptedTurn()))
        .withProvenance(components);
  }

  /** Adds an event of the worker that changes nothing; it is stored when the attempt ends. */
  public void record(WorldOccurrence occurrence) {
    record(info.workerId(), occurrence);
  }

  /**
   * Adds an event that changes nothing; it is stored when the attempt ends.
   *
   * @param actor who made it
   * @throws IllegalArgumentException if the actor is blank, or the database cannot store it
   */
  public void record(String actor, WorldOccurrence occurrence) {
    if (actor.isBlank()) {
      throw new IllegalArgumentException("an event has an actor");
    }
    Timed timed =
        new Timed(
            occurrence,
            CanonicalJson.storable(actor),
            journal.lastNumber(),
            settings.sessions().clock().instant());
    synchronized (occurrences) {
      occurrences.add(timed);
    }
  }

  private List<Timed> occurrences() {
    synchronized (occurrences) {
      return List.copyOf(occurrences);
    }
  }

  /**
   * Says how far the attempt is; also a heartbeat.
   *
   * @return the attempt as it is stored now
   */
  public WorldResult<Attempt> heartbeat(String progress) {
    return WorldStore.answer(() -> {
      WorldRefusedException.requireStorable("the progress", progress);
      AttemptRows.heartbeat(journals.database(), info.id(), progress, settings.attemptLease());
      Attempt now = AttemptRows.find(journals.database(), world, info.id());
      if (now.status() != Attempt.Status.RUNNING) {
        throw new WorldRefusedException(
            new InvalidTransition(info.id(), now.status(), "continued"));
      }
      return now;
    });
  }

  /** Commits the turn; it takes the chronon of the scenario. */
  public WorldResult<Turn> commit() {
    return commit(timeAfter());
  }

  /**
   * Commits the turn: its steps, its state and its events, in one transaction. Committing the same
   * again returns the same turn, so that the call can be repeated after an exception, which leaves
   * open whether the turn was committed.
   *
   * @param simulationTime the time in the world after the turn, not before that of the turn before
   * @throws JournalException if the database cannot be used
   */
  public WorldResult<Turn> commit(long simulationTime) {
    return WorldStore.answer(() -> {
      Content<M, E> content = content(simulationTime);
      TurnRows.Located turn;
      try {
        turn =
            journals
                .database()
                .runInTransaction(
                    "world " + world.slug(), connection -> commit(connection, content));
      } catch (JournalException e) {
        if (Database.isMissingReference(e)) {
          requireStoredComponents(content.events().events());
        }
        throw e;
      }
      worker.remove(info.id());
      storeSnapshots();
      committed.accept(before.next(turn, content.after(), content.entities(), journal));
      return turn.info();
    });
  }

  /**
   * What a commit stores.
   *
   * @param after the state at its end
   * @param entities the entities of that state
   */
  private record Content<M, E>(
      SessionState<M, E> after,
      List<EncodedRecord> records,
      AttemptEvents<M, E> events,
      TurnRows.Entities entities,
      long simulationTime) {

    String hash() {
      Hasher hasher = Hashing.sha256().newHasher().putLong(simulationTime);
      records.forEach(it -> hasher.putString(it.json() + "\n", StandardCharsets.UTF_8));
      events.events().forEach(it -> it.hashInto(hasher));
      return hasher.hash().toString();
    }
  }

  private Content<M, E> content(long simulationTime) {
    SessionState<M, E> after = session.state();
    return new Content<>(
        after,
        journal.added(after.recordNumber()).stream().map(EncodedRecord::of).toList(),
        events(after),
        before.entities().of(domain(), after.model()),
        simulationTime);
  }

  private long timeBefore() {
    return before.turn().info().simulationTime();
  }

  /** The time after the turn if it takes the chronon of the scenario; it ends with the last one. */
  private long timeAfter() {
    return LongMath.saturatedAdd(timeBefore(), scenario().chronon());
  }

  private TurnRows.Located commit(Connection connection, Content<M, E> content)
      throws SQLException {
    AttemptEvents<M, E> events = content.events();
    long simulationTime = content.simulationTime();
    String contentHash = content.hash();
    WorldRow now = WorldRow.lock(connection, world.slug());
    Attempt attempt = AttemptRows.lock(connection, now, info.id());
    if (attempt.status() == Attempt.Status.COMMITTED
        && contentHash.equals(committedHash(connection))) {
      return TurnRows.find(connection, now, info.attemptedTurn());
    }
    requireRunning(now, attempt, "committed");
    require(
        simulationTime >= timeBefore(),
        "simulation time %d is before that of %s, %d"
            .formatted(simulationTime, before.turn().info().ref(), timeBefore()));
    events.events().forEach(this::requireStorable);
    appendAll(connection, content.records());
    TurnRows.Located turn =
        TurnRows.insert(
            connection,
            now.id(),
            info.attemptedTurn(),
            content.entities(),
            simulationTime,
            Optional.of(info.id()),
            content.after().recordNumber(),
            content.after().head());
    Database.update(
        connection,
        """
        UPDATE fcp.attempts SET status = 'committed', produced_turn = attempted_turn,
          produced_turn_ref = ?, content_hash = ?, delta = ?::jsonb,
          ended_at = greatest(clock_timestamp(), started_at), committed_at = clock_timestamp()
        WHERE id = ?
        """,
        Turn.ref(info.attemptedTurn()),
        contentHash,
        events.delta().text(),
        info.id());
    long nextEventSeq =
        AuditRows.append(
            connection,
            now,
            attempt,
            Attempt.Status.COMMITTED,
            simulationTime,
            scenario().profileLabel(),
            events.events());
    now.endAttempt(connection, info.attemptedTurn(), nextEventSeq);
    return turn;
  }

  private void appendAll(Connection connection, List<EncodedRecord> records) throws SQLException {
    RecordAppender appender =
        new RecordAppender(world.document(journals.database()), journals.settings());
    int count = appender.append(connection, journal.committedCount(), records, Optional.empty());
    if (count != records.size()) {
      throw new JournalException(
          "world %s: its journal was changed by other means; verify shows what is damaged"
              .formatted(world.slug()));
    }
  }

  private AttemptEvents<M, E> events(SessionState<M, E> after) {
    return AttemptEvents.of(after, start, journal, occurrences(), info.workerId());
  }

  private String committedHash(Connection connection) throws SQLException {
    return Database.queryFirst(
            connection,
            row -> row.getString(1),
            "SELECT content_hash FROM fcp.attempts WHERE id = ?",
            info.id())
        .orElse("");
  }

  /** Refuses to end an attempt that has ended, or that lost its world. */
  private void requireRunning(WorldRow now, Attempt attempt, String wanted) {
    if (attempt.status() != Attempt.Status.RUNNING) {
      throw new WorldRefusedException(new InvalidTransition(info.id(), attempt.status(), wanted));
    }
    now.ifActive();
    if (!now.activeAttempt().equals(Optional.of(info.id()))) {
      throw new WorldRefusedException(new LeaseInvalid(info.id()));
    }
    if (now.currentTurn() != info.turnBefore()) {
      throw new WorldRefusedException(
          new CommitRaceLost(info.id(), info.turnBefore(), now.currentTurn()));
    }
  }

  private static void require(boolean isValid, String message) {
    if (!isValid) {
      throw WorldRefusedException.invalid(message);
    }
  }

  private void requireStorable(Pending event) {
    Set<String> missing = AttemptEvents.missingKinds(scenario(), event);
    require(
        missing.isEmpty(),
        "event %s must carry components of the kinds %s; it lacks %s"
            .formatted(event.type(), scenario().requiredKinds(event.type()), missing));
    require(
        event.notStored().isEmpty(),
        "event %s cannot be stored: %s".formatted(event.type(), event.notStored().orElse("")));
    event
        .components()
        .forEach((kind, hash) ->
            require(
                IndexedText.isOne(kind) && CanonicalJson.isStorable(hash),
                "event %s carries an unknown component; store it first".formatted(event.type())));
  }

  /** Names the component for which the database refused an event. */
  private void requireStoredComponents(List<Pending> events) {
    Set<Map.Entry<String, String>> stored =
        journals
            .database()
            .run("the components", it -> ScenarioRows.stored(it, components(events)));
    for (Pending event : events) {
      event
          .components()
          .entrySet()
          .forEach(component ->
              require(
                  stored.contains(component),
                  "event %s carries an unknown component %s %s; store it first"
                      .formatted(event.type(), component.getKey(), component.getValue())));
    }
  }

  private static Set<Map.Entry<String, String>> components(List<Pending> events) {
    return events.stream()
        .flatMap(event -> event.components().entrySet().stream())
        .collect(Collectors.toSet());
  }

  /** Snapshots only make opening faster, so a failure does not matter. */
  private void storeSnapshots() {
    try {
      journal.storeSnapshots();
    } catch (JournalException e) {
      snapshotFailure = Optional.of(e);
    }
  }

  /** Why the last commit could not store a snapshot, which only makes the next start slower. */
  public Optional<JournalException> snapshotFailure() {
    return snapshotFailure;
  }

  /**
   * Ends the attempt without a turn. No step enters the journal; the events enter the audit, with
   * {@code attempt_failed} as the last one.
   *
   * @param reason why, for people
   * @throws JournalException if the database cannot be used
   */
  public WorldResult<Attempt> fail(String reason) {
    return WorldStore.answer(() -> {
      Attempt failed =
          journals
              .database()
              .runInTransaction("world " + world.slug(), connection -> fail(connection, reason));
      worker.remove(info.id());
      return failed;
    });
  }

  private Attempt fail(Connection connection, String reason) throws SQLException {
    require(!reason.isBlank(), "a failed attempt needs a reason");
    String storable = CanonicalJson.replaceNotStorable(reason);
    AttemptEvents<M, E> events = events(session.state());
    Set<Map.Entry<String, String>> stored =
        ScenarioRows.stored(connection, components(events.events()));
    List<Pending> audited = new ArrayList<>();
    for (Pending event : events.events()) {
      // A failure is never refused for a component that is not stored.
      audited.add(event.withComponents(Sets.intersection(event.components().entrySet(), stored)));
    }
    if (audited.isEmpty() || !audited.get(audited.size() - 1).type().equals(ATTEMPT_FAILED)) {
      audited.add(
          new Pending(
              ATTEMPT_FAILED,
              info.workerId(),
              Optional.empty(),
              Optional.empty(),
              List.of(),
              ImmutableSortedMap.of(),
              CanonicalJson.of(CanonicalJson.object().put("reason", storable)),
              Optional.empty(),
              settings.sessions().clock().instant()));
    }
    WorldRow now = WorldRow.lock(connection, world.slug());
    Attempt attempt = AttemptRows.lock(connection, now, info.id());
    requireRunning(now, attempt, "failed");
    Database.update(
        connection,
        """
        UPDATE fcp.attempts SET status = 'failed', failure_reason = ?, delta = ?::jsonb,
          ended_at = greatest(clock_timestamp(), started_at)
        WHERE id = ?
        """,
        storable,
        events.delta().text(),
        info.id());
    long nextEventSeq =
        AuditRows.append(
            connection,
            now,
            attempt,
            Attempt.Status.FAILED,
            timeAfter(),
            scenario().profileLabel(),
            audited);
    now.endAttempt(connection, now.currentTurn(), nextEventSeq);
    return AttemptRows.lock(connection, now, info.id());
  }
}

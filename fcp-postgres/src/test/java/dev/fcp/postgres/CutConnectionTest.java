package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.postgres.CuttingProxy.Cut;
import dev.fcp.postgres.CuttingProxy.Sender;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The connection is cut at each message of a step in turn. A step is committed exactly if it was
 * acknowledged, or is found when the journal is opened again.
 */
class CutConnectionTest {

  private static final String APPLICATION = "cut";

  /** More messages than a step has. */
  private static final int MAX_MESSAGES = 60;

  private final CuttingProxy proxy = new CuttingProxy(PostgresServer.url(), APPLICATION);
  private final PostgresJournals journals =
      PostgresJournals.connect(proxy.url(), PostgresSettings.defaults().withMaxConnections(1));
  private final PostgresDatabase database = PostgresServer.database();
  private final PostgresJournals direct = PostgresServer.journals();
  private final List<String> outcomes = new ArrayList<>();

  @AfterEach
  void close() {
    journals.close();
    direct.close();
    database.close();
    proxy.close();
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "CLIENT, true", "SERVER, false", "SERVER, true"})
  void a_step_is_committed_exactly_if_acknowledged_or_found_by_asking(
      Sender sender, boolean isTorn) {
    sweep(sender, isTorn, false);
    assertThat(outcomes).contains("acknowledged", "unknown");
  }

  @ParameterizedTest
  @CsvSource({"CLIENT, false", "SERVER, true"})
  void so_is_a_step_under_the_lock(Sender sender, boolean isTorn) {
    sweep(sender, isTorn, true);
    assertThat(outcomes).contains("acknowledged", "unknown");
  }

  private void sweep(Sender sender, boolean isTorn, boolean isLocked) {
    boolean isCut = true;
    for (int message = 1; isCut; message++) {
      assertThat(message).as("messages of a step").isLessThan(MAX_MESSAGES);
      isCut = isCutAt(new Cut(sender, message, isTorn), isLocked);
    }
  }

  /** Makes a step; returns whether the connection was cut. */
  private boolean isCutAt(Cut cut, boolean isLocked) {
    String name = PostgresServer.newName();
    PostgresJournal journal = journals.openOrCreate(name);
    Session<Counter, CounterEvent> session = Counters.created(journal);
    proxy.arm(cut);
    Optional<JournalException> failure = failureOfStep(session, journal, isLocked);
    boolean isCut = proxy.disarm();
    requireConsistent(session, name, failure, cut.toString());
    return isCut;
  }

  private static Optional<JournalException> failureOfStep(
      Session<Counter, CounterEvent> session, Journal journal, boolean isLocked) {
    try (Journal.WriteLock lock = isLocked ? journal.acquireWriteLock() : () -> {}) {
      assertThat(lock).isNotNull();
      assertThat(Counters.add(session, 1)).isInstanceOf(Outcome.Committed.class);
      return Optional.empty();
    } catch (JournalException e) {
      return Optional.of(e);
    }
  }

  private void requireConsistent(
      Session<Counter, CounterEvent> session,
      String name,
      Optional<JournalException> failure,
      String cut) {
    awaitEndOfConnections();
    Session<Counter, CounterEvent> reopened = Counters.resumed(direct.open(name));
    List<StepId> found = reopened.state().history().steps().stream().map(Step::id).toList();
    assertThat(reopened.verify().isValid()).isTrue();
    if (failure.isEmpty()) {
      assertThat(found).as(cut).hasSize(1);
      outcomes.add("acknowledged");
    } else if (failure.get() instanceof OutcomeUnknownException unknown) {
      assertThat(unknown).as(cut).hasMessageContainingAll(name, "it is read-only now");
      assertThat(unknown.steps()).as(cut).hasSize(1).containsAll(found);
      assertThatThrownBy(() -> Counters.add(session, 2)).isSameAs(unknown);
      assertThat(session.model().value()).isZero();
      outcomes.add("unknown");
    } else {
      assertThat(found).as(cut + ": " + failure.get()).isEmpty();
      outcomes.add("not written");
    }
  }

  /** Waits until the server has finished what it received over the connection that was cut. */
  private void awaitEndOfConnections() {
    while (!database
        .strings(
            "SELECT pid FROM pg_stat_activity WHERE application_name = ? AND state <> 'idle'",
            APPLICATION)
        .isEmpty()) {
      Thread.onSpinWait();
    }
  }
}

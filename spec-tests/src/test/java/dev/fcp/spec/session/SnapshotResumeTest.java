package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Exchanger;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** A session that is resumed from a snapshot behaves like one that folded all records. */
@Clause("SE-21")
class SnapshotResumeTest {

  @Provide
  Arbitrary<List<SessionOperation>> programs() {
    return SessionPrograms.programs(0, 30);
  }

  @Property(tries = 200)
  @Tag("many")
  void any_operations_after_any_snapshot_have_the_same_result(
      @ForAll("programs") List<SessionOperation> before,
      @ForAll("programs") List<SessionOperation> after) {
    InMemoryJournal journal = InMemoryJournal.empty();
    var driver =
        driver(
            CounterSessions.opened(
                " 07 # seven\n", new AlwaysSnapshotJournal(journal), SessionSettings.standard()),
            new AlwaysSnapshotJournal(journal));
    run(driver, before, "a");
    InMemoryJournal continued = InMemoryJournal.of(journal.lines());
    InMemoryJournal plain = InMemoryJournal.of(journal.lines());
    var folded = driver(CounterSessions.resumed(plain), plain);
    var restored = driver(CounterSessions.resumed(journal), journal);
    var handedOver =
        driver(
            Session.resume(driver.session().state(), continued, SessionSettings.standard()),
            continued);
    assertThat(journal.snapshotNumbers()).isNotEmpty();
    for (int i = 0; i < after.size(); i++) {
      assertThat(restored.observe()).isEqualTo(folded.observe());
      assertThat(handedOver.observe()).isEqualTo(folded.observe());
      var result = folded.run(after.get(i), "b" + i);
      assertThat(restored.run(after.get(i), "b" + i)).isEqualTo(result);
      assertThat(handedOver.run(after.get(i), "b" + i)).isEqualTo(result);
    }
    assertThat(restored.observe()).isEqualTo(folded.observe());
    assertThat(handedOver.observe()).isEqualTo(folded.observe());
    assertThat(restored.session().state().sourcesForWriting())
        .isEqualTo(folded.session().state().sourcesForWriting());
  }

  private static SessionProgramRunner<Counter, CounterEvent> driver(
      Session<Counter, CounterEvent> session, Journal journal) {
    return SessionProgramRunner.of(
        session, limits -> CounterSessions.resumed(journal), CounterProgramEvents.EVENTS);
  }

  private static void run(
      SessionProgramRunner<Counter, CounterEvent> driver,
      List<SessionOperation> program,
      String label) {
    for (int i = 0; i < program.size(); i++) {
      driver.run(program.get(i), label + i);
    }
  }

  @Example
  void a_state_before_the_last_record_is_rejected() {
    InMemoryJournal journal = InMemoryJournal.empty();
    var session = CounterSessions.withThreeSteps(journal);
    var state = session.state();
    session.undo();
    assertThatThrownBy(() -> Session.resume(state, journal, SessionSettings.standard()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a state after record 4");
  }

  @Example
  void a_snapshot_with_another_digest_is_not_used() {
    InMemoryJournal journal = InMemoryJournal.empty();
    var session = CounterSessions.withThreeSteps(new AlwaysSnapshotJournal(journal));
    Snapshot good = journal.snapshot(4).orElseThrow();
    journal.writeSnapshot(
        Snapshot.of(
            4,
            good.state(),
            CounterSessions.DOMAIN
                .modelCodec()
                .encode(new dev.fcp.spec.domains.counter.Counter(99))));
    assertThat(CounterSessions.value(CounterSessions.resumed(journal)))
        .isEqualTo(CounterSessions.value(session));
  }

  @Example
  void the_first_snapshot_of_a_file_contains_its_bytes_instead_of_the_model() {
    InMemoryJournal journal = InMemoryJournal.empty();
    var session =
        CounterSessions.opened(
            " 07 # seven\n", new AlwaysSnapshotJournal(journal), SessionSettings.standard());
    CounterSessions.add(session, 2);
    assertThat(journal.snapshot(1).orElseThrow().model()).asString().isEqualTo(" 07 # seven\n");
    assertThat(journal.snapshot(2).orElseThrow().model())
        .isEqualTo(CounterSessions.DOMAIN.modelCodec().encode(session.model()));
  }

  @Example
  void a_model_that_was_read_from_no_file_is_in_its_first_snapshot() {
    InMemoryJournal journal = InMemoryJournal.empty();
    Counter model = new Counter(5);
    var session =
        Session.open(
            CounterSessions.DOMAIN,
            new ReadResult.Readable<>(model, Source.of(new byte[0])),
            Origin.of("ann"),
            new AlwaysSnapshotJournal(journal),
            SessionSettings.standard());
    assertThat(CounterSessions.value(session)).isEqualTo(5);
    assertThat(CounterSessions.value(CounterSessions.resumed(journal))).isEqualTo(5);
  }

  @Example
  void one_thread_writes_a_snapshot_while_others_make_steps() throws InterruptedException {
    Exchanger<Boolean> exchanger = new Exchanger<>();
    List<Long> written = new CopyOnWriteArrayList<>();
    var session =
        CounterSessions.created(
            new AlwaysSnapshotJournal(
                InMemoryJournal.empty(),
                snapshot -> {
                  written.add(snapshot.recordNumber());
                  if (snapshot.recordNumber() == 2) {
                    exchange(exchanger);
                    exchange(exchanger);
                  }
                }));
    Thread other = Thread.ofPlatform().start(() -> CounterSessions.add(session, 1));
    exchange(exchanger);
    CounterSessions.add(session, 2);
    exchange(exchanger);
    other.join();
    assertThat(written).containsExactly(1L, 2L);
    assertThat(CounterSessions.value(session)).isEqualTo(3);
  }

  private static void exchange(Exchanger<Boolean> exchanger) {
    try {
      exchanger.exchange(true);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Example
  @Clause("JN-14")
  void only_steps_that_are_old_and_many_enough_are_pruned() {
    var session = CounterSessions.created();
    for (int i = 0; i < 120; i++) {
      CounterSessions.add(session, 1);
    }
    Instant now = Instant.now();
    RetentionPolicy standard = RetentionPolicy.standard();
    assertThat(standard.expiredCount(session.state(), now)).isZero();
    assertThat(standard.expiredCount(session.state(), now.plus(Duration.ofDays(8)))).isEqualTo(70);
    RetentionPolicy longer = new RetentionPolicy(50, Duration.ofDays(7), 120);
    assertThat(longer.expiredCount(session.state(), now.plus(Duration.ofDays(8)))).isZero();
    RetentionPolicy forever = new RetentionPolicy(50, Duration.ofSeconds(Long.MAX_VALUE), 100);
    assertThat(forever.expiredCount(session.state(), Instant.MAX)).isZero();
  }
}

package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Snapshot;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** A session that begins at a snapshot does what one does that folded all records. */
@Clause("SE-21")
class SnapshotResumeTest {

  @Provide
  Arbitrary<List<SessionOp>> programs() {
    return SessionPrograms.programs(0, 30);
  }

  @Property(tries = 200)
  @Tag("many")
  void whatever_is_done_after_any_snapshot_gives_the_same(
      @ForAll("programs") List<SessionOp> before, @ForAll("programs") List<SessionOp> after) {
    InMemoryJournal journal = InMemoryJournal.empty();
    var driver =
        driver(
            Sessions.opened(" 07 # seven\n", new EagerJournal(journal), SessionSettings.standard()),
            new EagerJournal(journal));
    run(driver, before, "a");
    InMemoryJournal plain = InMemoryJournal.of(journal.lines());
    var folded = driver(Sessions.resumed(plain), plain);
    var restored = driver(Sessions.resumed(journal), journal);
    assertThat(journal.snapshots()).isNotEmpty();
    for (int i = 0; i < after.size(); i++) {
      assertThat(restored.observe()).isEqualTo(folded.observe());
      assertThat(restored.run(after.get(i), "b" + i)).isEqualTo(folded.run(after.get(i), "b" + i));
    }
    assertThat(restored.observe()).isEqualTo(folded.observe());
    assertThat(restored.session().state().sourcesForWriting())
        .isEqualTo(folded.session().state().sourcesForWriting());
  }

  private static SessionDriver<Counter, CounterEvent> driver(
      Session<Counter, CounterEvent> session, Journal journal) {
    return SessionDriver.of(session, limits -> Sessions.resumed(journal), CounterWords.VOCABULARY);
  }

  private static void run(
      SessionDriver<Counter, CounterEvent> driver, List<SessionOp> program, String label) {
    for (int i = 0; i < program.size(); i++) {
      driver.run(program.get(i), label + i);
    }
  }

  @Example
  void a_snapshot_with_another_digest_is_not_used() {
    InMemoryJournal journal = InMemoryJournal.empty();
    var session = Sessions.withThreeSteps(new EagerJournal(journal));
    Snapshot good = journal.snapshot(4).orElseThrow();
    journal.keep(
        Snapshot.of(
            4,
            good.state(),
            Sessions.DOMAIN.modelCodec().encode(new dev.fcp.spec.domains.counter.Counter(99))));
    assertThat(Sessions.value(Sessions.resumed(journal))).isEqualTo(Sessions.value(session));
  }

  @Example
  @Clause("JN-14")
  void only_steps_that_are_old_and_many_enough_are_let_go() {
    var session = Sessions.created();
    for (int i = 0; i < 120; i++) {
      Sessions.add(session, 1);
    }
    Instant now = Instant.now();
    Retention standard = Retention.standard();
    assertThat(standard.expired(session.state(), now)).isZero();
    assertThat(standard.expired(session.state(), now.plus(Duration.ofDays(8)))).isEqualTo(70);
    Retention longer = new Retention(50, Duration.ofDays(7), 120);
    assertThat(longer.expired(session.state(), now.plus(Duration.ofDays(8)))).isZero();
  }
}

package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Sessions against the naive interpreter, after every operation of random programs. */
@Clause({
  "SE-1", "SE-2", "SE-3", "SE-4", "SE-6", "SE-7", "SE-24", "SE-25", "SE-26", "BT-1", "BT-3", "BT-4",
  "BT-5"
})
class SessionComparisonTest {

  private static final CounterDomain DOMAIN = new CounterDomain();

  @Provide
  Arbitrary<List<SessionOp>> programs() {
    return SessionPrograms.programs();
  }

  @Property(tries = 600)
  void a_session_does_what_lists_of_whole_models_do(
      @ForAll("programs") List<SessionOp> program, @ForAll boolean fromFile) {
    InMemoryJournal journal = InMemoryJournal.empty();
    SessionDriver driver = SessionDriver.of(opened(fromFile, journal));
    NaiveSession naive = new NaiveSession(fromFile ? 7 : 0, fromFile);
    assertThat(driver.observe()).isEqualTo(naive.observe());
    for (int i = 0; i < program.size(); i++) {
      assertThat(driver.run(program.get(i), "" + i)).isEqualTo(naive.run(program.get(i), "" + i));
      assertThat(driver.observe()).isEqualTo(naive.observe());
      assertThat(journal.lastNumber()).isEqualTo(naive.records());
    }
  }

  @Property(tries = 200)
  void a_session_that_is_resumed_anywhere_goes_on_as_if_nothing_had_happened(
      @ForAll("programs") List<SessionOp> program, @ForAll boolean fromFile) {
    InMemoryJournal journal = InMemoryJournal.empty();
    SessionDriver driver = SessionDriver.of(opened(fromFile, journal));
    NaiveSession naive = new NaiveSession(fromFile ? 7 : 0, fromFile);
    for (int i = 0; i < program.size(); i++) {
      driver = SessionDriver.of(Session.resume(DOMAIN, journal, SessionSettings.standard()));
      naive.reopened();
      driver.run(program.get(i), "" + i);
      naive.run(program.get(i), "" + i);
      assertThat(driver.observe()).isEqualTo(naive.observe());
    }
  }

  private static Session<Counter, CounterEvent> opened(boolean fromFile, InMemoryJournal journal) {
    SessionSettings settings = SessionSettings.standard();
    if (!fromFile) {
      return Session.create(DOMAIN, SessionDriver.ORIGIN, journal, settings);
    }
    byte[] bytes = " 07 # seven\n".getBytes(StandardCharsets.US_ASCII);
    if (DOMAIN.format().read(bytes) instanceof ReadResult.Readable<Counter> file) {
      return Session.open(DOMAIN, file, SessionDriver.ORIGIN, journal, settings);
    }
    throw new AssertionError("unreadable");
  }
}

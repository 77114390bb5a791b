package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static dev.fcp.spec.session.CounterSessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.DriftException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Models that differ from the recorded digests. */
class DriftTest {

  private static final String DIGEST_OF_THREE = CounterSessions.DOMAIN.digest(new Counter(3)).hex();

  private final InMemoryJournal journal = InMemoryJournal.empty();

  /** A domain whose inverse events subtract too much while a flag is set. */
  private static final class LossyInversionDomain extends ForwardingDomain<Counter, CounterEvent> {
    private boolean isLossy = true;

    LossyInversionDomain() {
      super(new CounterDomain());
    }

    @Override
    public CounterEvent invert(CounterEvent event) {
      return isLossy && event instanceof CounterEvent.Added(var n)
          ? new CounterEvent.Added(-n - 1)
          : super.invert(event);
    }
  }

  @Test
  @Clause("SE-10")
  void an_undo_with_a_wrong_result_names_the_step_and_moves_nothing() {
    LossyInversionDomain domain = new LossyInversionDomain();
    Session<Counter, CounterEvent> session = lossyDomain(domain);
    Observation before = Observation.of(session.state());
    HistoryPoint step = session.state().head();
    assertThatThrownBy(() -> session.with(options("undo")).undo(1))
        .isInstanceOfSatisfying(DriftException.class, e -> assertThat(e.point()).isEqualTo(step))
        .hasMessageContaining("the digest should be n=0")
        .hasMessageContaining("it is n=-1");
    assertThat(Observation.of(session.state())).isEqualTo(before);
    domain.isLossy = false;
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isZero();
  }

  @Test
  @Clause({"HI-2", "SE-10"})
  void a_switch_or_jump_with_a_wrong_result_moves_nothing() {
    LossyInversionDomain domain = new LossyInversionDomain();
    Session<Counter, CounterEvent> session = lossyDomain(domain);
    HistoryPoint first = session.state().head();
    add(session, 7);
    Observation before = Observation.of(session.state());
    List<String> lines = journal.lines();
    assertThatThrownBy(() -> session.with(options("switch")).branches().switchTo(first))
        .isInstanceOf(DriftException.class)
        .hasMessageContaining("it is n=4");
    assertThatThrownBy(() -> session.with(options("jump")).branches().jumpTo(first))
        .isInstanceOf(DriftException.class)
        .hasMessageContaining("it is n=4");
    assertThat(Observation.of(session.state())).isEqualTo(before);
    assertThat(journal.lines()).isEqualTo(lines);
    domain.isLossy = false;
    assertThat(session.with(options("jump")).branches().jumpTo(first))
        .isInstanceOf(Outcome.Moved.class);
    assertThat(value(session)).isEqualTo(5);
  }

  private Session<Counter, CounterEvent> lossyDomain(LossyInversionDomain domain) {
    Session<Counter, CounterEvent> session =
        Session.create(domain, CounterSessions.ANN, journal, SessionSettings.standard());
    add(session, 5);
    return session;
  }

  @Test
  @Clause("SE-10")
  void an_event_that_was_changed_in_the_journal_is_found_when_it_is_read() {
    withThreeSteps(journal);
    assertThatThrownBy(() -> resumedWith(2, line -> line.replace("\"n\":2", "\"n\":7")))
        .isInstanceOf(DriftException.class)
        .hasMessageContaining("it is n=8");
  }

  @Test
  @Clause("SE-10")
  void an_event_that_does_not_apply_is_drift_too() {
    withThreeSteps(journal);
    String set = "{\"type\":\"set\",\"after\":3,\"before\":2}";
    assertThatThrownBy(
            () -> resumedWith(2, line -> line.replace("{\"type\":\"added\",\"n\":2}", set)))
        .isInstanceOf(DriftException.class)
        .hasMessageContaining("does not apply: counter it.value is 1, expected 2");
  }

  @Test
  @Clause("SE-10")
  void a_digest_that_was_changed_in_the_journal_is_drift() {
    withThreeSteps(journal);
    assertThatThrownBy(() -> resumedWith(2, DriftTest::withOtherHash))
        .isInstanceOf(DriftException.class)
        .hasMessageContaining("the digest should be n=3 " + "0".repeat(32));
  }

  @Test
  @Clause("SE-11")
  void a_digest_of_another_version_is_recomputed_and_reported_as_unverified() {
    Session<Counter, CounterEvent> first = withThreeSteps(journal);
    StepId two = first.state().undoableSteps(2).get(0).id();
    Session<Counter, CounterEvent> session =
        resumedWith(2, line -> withOtherHash(line).replace("\"version\":1", "\"version\":0"));
    assertThat(session.state().unverifiedPoints()).containsExactly(HistoryPoint.after(two));
    assertThat(session.verify().unverifiedPoints()).containsExactly(HistoryPoint.after(two));
    assertThat(session.verify().isValid()).isTrue();
    session.with(options("undo")).undo(1);
    assertThat(session.digest().hex()).isEqualTo(DIGEST_OF_THREE);
    session.with(options("undo")).undo(1);
    session.with(options("redo")).redo(2);
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("SE-11")
  void a_base_of_another_version_is_reported_as_unverified() {
    withThreeSteps(journal);
    Session<Counter, CounterEvent> session =
        resumedWith(0, line -> line.replace("\"version\":1", "\"version\":0"));
    assertThat(session.state().unverifiedPoints()).containsExactly(HistoryPoint.BASE);
    session.with(options("undo")).undo(3);
    assertThat(value(session)).isZero();
  }

  @Test
  @Clause("SE-12")
  void a_stale_digest_is_found_at_opening() {
    ForwardingDomain<Counter, CounterEvent> staleDigestDomain =
        new ForwardingDomain<>(new CounterDomain()) {
          @Override
          public Digest digest(Counter model) {
            return super.digest(new Counter(model.value() - 1));
          }
        };
    assertThatThrownBy(() ->
            Session.create(
                staleDigestDomain, CounterSessions.ANN, journal, SessionSettings.standard()))
        .isInstanceOf(DriftException.class)
        .hasMessageStartingWith("the base: the digest should be n=-1");
    assertThat(journal.lastNumber()).isZero();
  }

  @Test
  @Clause("SE-12")
  void a_digest_that_becomes_stale_is_found_by_verify() {
    ForwardingDomain<Counter, CounterEvent> stuck =
        new ForwardingDomain<>(new CounterDomain()) {
          @Override
          public Digest digestFromScratch(Counter model) {
            return super.digestFromScratch(new Counter(Math.min(model.value(), 1)));
          }
        };
    Session<Counter, CounterEvent> session =
        Session.create(stuck, CounterSessions.ANN, journal, SessionSettings.standard());
    add(session, 1);
    assertThat(session.verify().isValid()).isTrue();
    add(session, 1);
    assertThat(session.verify().isValid()).isFalse();
    assertThat(session.state().undoableSteps(9))
        .extracting(Step::label)
        .containsExactly("+1", "+1");
  }

  private static String withOtherHash(String line) {
    return line.replace(DIGEST_OF_THREE, "0".repeat(32));
  }

  private Session<Counter, CounterEvent> resumedWith(int index, UnaryOperator<String> change) {
    List<String> lines = new java.util.ArrayList<>(journal.lines());
    String changed = change.apply(lines.get(index));
    assertThat(changed).isNotEqualTo(lines.get(index));
    lines.set(index, changed);
    return CounterSessions.resumed(InMemoryJournal.of(lines));
  }
}

package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.fcp.eventlog.EventLog;
import dev.fcp.eventlog.LogState;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.domains.text.TextDomain;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A null argument throws, and neither the state nor the journal changes. */
@Clause("SE-8")
class NullArgumentsTest {

  /** Calls that do not compile where null is checked. */
  private interface Call<S> {
    void on(S subject);
  }

  @SuppressWarnings("NullAway")
  private static <T> T absent() {
    return null;
  }

  private static <M, E> List<Call<Session<M, E>>> calls(E event) {
    List<Call<Session<M, E>>> calls = new ArrayList<>();
    calls.add(session -> session.step("label", step -> step.emit(absent())));
    calls.add(session -> session.step(NullArgumentsTest.<String>absent(), it -> it.emit(event)));
    calls.add(session -> session.batch(NullArgumentsTest.<String>absent(), batch -> {}));
    calls.add(session -> session.step(NullArgumentsTest.<EditOptions>absent(), it -> {}));
    calls.add(session -> session.batch(NullArgumentsTest.<EditOptions>absent(), batch -> {}));
    calls.add(session ->
        session.batch(
            "label",
            batch -> batch.step(EditOptions.of("a", Origin.of("ann")), it -> it.emit(absent()))));
    calls.add(session -> session.by(absent()).step("label", step -> step.emit(event)));
    calls.add(session -> session.by(Origin.of(absent())).step("label", it -> it.emit(event)));
    calls.add(session -> session.with(absent()).step("label", step -> step.emit(event)));
    calls.add(session -> session.by(absent()).undo());
    calls.add(session -> session.checkpoint(absent()));
    calls.add(session -> session.undoTo(absent()));
    calls.add(session -> session.bailTo(absent()));
    calls.add(session -> session.squashTo(absent()));
    calls.add(session -> session.prune(absent()));
    calls.add(session -> session.listen(absent()));
    calls.add(session -> session.addGuard(absent()));
    calls.add(session -> session.rollbacks().plan(absent()));
    return calls;
  }

  private static <M, E> void assertUnchangedByNull(Domain<M, E> domain, E event) {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<M, E> session =
        Session.create(domain, Origin.of("ann"), journal, SessionSettings.standard());
    session.step("first", step -> step.emit(event));
    SessionState<M, E> before = session.state();
    List<Call<Session<M, E>>> calls = calls(event);
    for (int i = 0; i < calls.size(); i++) {
      Call<Session<M, E>> call = calls.get(i);
      assertThatNullPointerException().as("call %d", i).isThrownBy(() -> call.on(session));
      assertThat(session.state().model()).isEqualTo(before.model());
      assertThat(session.state().head()).isEqualTo(before.head());
      assertThat(journal.read(1)).filteredOn(record -> !record.steps().isEmpty()).hasSize(1);
    }
  }

  @Test
  void the_message_names_the_options_that_are_null() {
    Session<String, TextDomain.Edit> session = Session.inMemory(new TextDomain());
    List<Call<Session<String, TextDomain.Edit>>> calls =
        List.of(
            it -> it.step(NullArgumentsTest.<EditOptions>absent(), step -> {}),
            it -> it.batch(NullArgumentsTest.<EditOptions>absent(), batch -> {}),
            it -> it.with(absent()));
    for (Call<Session<String, TextDomain.Edit>> call : calls) {
      assertThatNullPointerException().isThrownBy(() -> call.on(session)).withMessage("options");
    }
  }

  @Test
  void a_session_does_not_change() {
    assertUnchangedByNull(new CounterDomain(), new CounterEvent.Added(1));
  }

  @Test
  void a_session_over_a_domain_without_codecs_does_not_change() {
    assertUnchangedByNull(new TextDomain(), new TextDomain.Edit(0, "", "a"));
  }

  @Test
  @Clause("EL-2")
  void a_log_does_not_change() {
    EventLog<String> log = EventLog.empty();
    log.append("a");
    LogState<String> before = log.state();
    List<Call<EventLog<String>>> calls =
        List.of(
            it -> it.append(absent()),
            it -> it.checkpoint(absent()),
            it -> it.undoTo(absent()),
            it -> it.replaceLast(1, absent()));
    for (Call<EventLog<String>> call : calls) {
      assertThatNullPointerException().isThrownBy(() -> call.on(log));
      assertThat(log.state()).isEqualTo(before);
    }
  }
}

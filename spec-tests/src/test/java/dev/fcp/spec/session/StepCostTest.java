package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Board;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The work of a step: calls of the domain, and allocated memory. */
@Clause("SE-2")
class StepCostTest {

  private static final int STEPS = 2_000;

  private static final int STEPS_BETWEEN_KEPT_MODELS = 512;

  private final Map<String, Integer> calls = new HashMap<>();

  @Test
  void a_step_checks_and_replays_its_event_and_digests_its_model_once() {
    Session<Counter, CounterEvent> session = countedSession();
    calls.clear();
    CounterSessions.add(session, 1);
    assertThat(calls)
        .containsEntry("check", 1)
        .containsEntry("replay", 1)
        .containsEntry("digest", 1);
  }

  @Test
  void each_step_of_a_batch_is_checked_replayed_and_digested_once() {
    Session<Counter, CounterEvent> session = countedSession();
    calls.clear();
    EditOptions options = CounterSessions.options("add");
    session.batch(
        options,
        batch -> {
          for (int i = 0; i < 50; i++) {
            batch.step(options, builder -> builder.emit(new CounterEvent.Added(1)));
          }
        });
    assertThat(calls)
        .containsEntry("check", 50)
        .containsEntry("replay", 50)
        .containsEntry("digest", 50);
  }

  @Test
  void a_copy_of_a_session_replays_nothing() {
    Session<Counter, CounterEvent> session = countedSession();
    CounterSessions.add(session, 1);
    calls.clear();
    Session<Counter, CounterEvent> copy = session.copyTo(InMemoryJournal.empty());
    assertThat(calls).doesNotContainKeys("replay", "invert", "digestFromScratch");
    assertThat(copy.undo()).isInstanceOf(Outcome.Moved.class);
    assertThat(CounterSessions.value(copy)).isZero();
  }

  @Test
  @Clause("HI-2")
  void a_jump_replays_at_most_the_steps_between_two_kept_models() {
    Session<Counter, CounterEvent> session = countedSession();
    IntStream.range(0, 32 * STEPS).forEach(i -> CounterSessions.add(session, 1));
    List<StepId> steps = session.state().history().stepIds();
    for (int target : new int[] {0, 30 * STEPS, 1, STEPS - 1}) {
      calls.clear();
      assertThat(session.branches().jumpTo(HistoryPoint.after(steps.get(target))))
          .isInstanceOf(Outcome.Moved.class);
      assertThat(CounterSessions.value(session)).isEqualTo(target + 1);
      int replayed = calls.getOrDefault("replay", 0) + calls.getOrDefault("invert", 0);
      assertThat(replayed).isLessThanOrEqualTo(STEPS_BETWEEN_KEPT_MODELS);
    }
  }

  private Session<Counter, CounterEvent> countedSession() {
    return Session.create(
        countingCalls(), CounterSessions.ANN, InMemoryJournal.empty(), SessionSettings.standard());
  }

  @SuppressWarnings("unchecked") // The proxy implements the interface by the domain itself.
  private Domain<Counter, CounterEvent> countingCalls() {
    return (Domain<Counter, CounterEvent>)
        Proxy.newProxyInstance(
            Domain.class.getClassLoader(),
            new Class<?>[] {Domain.class},
            (proxy, method, arguments) -> {
              calls.merge(method.getName(), 1, Integer::sum);
              return method.invoke(CounterSessions.DOMAIN, arguments);
            });
  }

  @Test
  void a_step_allocates_little_beside_its_line_and_more_steps_allocate_no_more_each() {
    long bytesOfFirstSteps = bytesPerStep(STEPS);
    assertThat(bytesOfFirstSteps).isLessThan(20_000);
    assertThat(bytesPerStep(16 * STEPS)).isLessThan(bytesOfFirstSteps + 1_000);
  }

  /** The bytes allocated by each of the last steps of a session. */
  private static long bytesPerStep(int steps) {
    NotesDomain domain = new NotesDomain();
    Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session =
        Session.create(
            domain, Origin.of("ann"), InMemoryJournal.empty(), SessionSettings.standard());
    NoteKey board = NoteKey.board("b");
    session.step(
        "new", builder -> builder.emit(domain.added(board, new Board("0", OrderKey.initial(0)))));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int i = 1; i <= steps; i++) {
      before = i == steps - STEPS / 2 ? threads.getCurrentThreadAllocatedBytes() : before;
      NoteEvent event =
          domain.changed(board, session.model(), "board", Value.of(String.valueOf(i)));
      session.step("rename", builder -> builder.emit(event)).orElseThrow();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / (STEPS / 2);
  }
}

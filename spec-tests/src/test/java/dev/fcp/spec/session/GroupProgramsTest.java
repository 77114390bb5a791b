package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionGroup;
import dev.fcp.eventlog.session.Subscription;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import dev.fcp.spec.generator.Tries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;

/** A group of two sessions, compared with two lists of numbers and the index of the active one. */
@Clause("SE-30")
class GroupProgramsTest {

  private static final int MEMBER_COUNT = 2;
  private static final int MIN_COUNT = 100;

  /** The kinds of operations on a group or a member. */
  private enum Kind {
    ADD,
    UNDO_OF_MEMBER,
    BOTH,
    ACTIVATE,
    DEACTIVATE,
    UNDO,
    REDO
  }

  /** An operation, with the member that it applies to, if any. */
  private record Op(Kind kind, int member, int n) {}

  /** The numbers added to a counter, some of which are undone. */
  private static final class Numbers {

    private final List<Integer> numbers = new ArrayList<>();
    private int cursor;

    boolean move(int by) {
      int before = cursor;
      cursor = Math.max(0, Math.min(numbers.size(), cursor + by));
      return cursor != before;
    }

    void add(int n) {
      numbers.subList(cursor, numbers.size()).clear();
      numbers.add(n);
      cursor++;
    }

    int sum() {
      return numbers.subList(0, cursor).stream().mapToInt(n -> n).sum();
    }
  }

  /** How often one operation followed another one in all programs. */
  private final Map<String, Integer> pairs = new HashMap<>();

  private final List<Session<Counter, CounterEvent>> sessions =
      List.of(CounterSessions.created(), CounterSessions.created(InMemoryJournal.empty()));
  private final List<Numbers> numbers = List.of(new Numbers(), new Numbers());
  private final SessionGroup group = new SessionGroup();
  private final List<Subscription> members =
      sessions.stream().<Subscription>map(group::add).toList();
  private final List<String> notifications = new ArrayList<>();
  private final List<String> expectedNotifications = new ArrayList<>();
  private Optional<Integer> active = Optional.empty();

  @Provide
  Arbitrary<List<Op>> programs() {
    Generator<Op> ops =
        choices ->
            new Op(
                choices.pick(List.of(Kind.values())),
                choices.upTo(MEMBER_COUNT - 1),
                choices.between(1, 9));
    return ops.arbitraryList(60, 70, 3);
  }

  @Trials(140)
  void a_group_behaves_like_two_lists_of_numbers(@ForAll("programs") List<Op> program) {
    new GroupProgramsTest().run(program);
    for (int i = 1; i < program.size(); i++) {
      pairs.merge(program.get(i - 1).kind() + " " + program.get(i).kind(), 1, Integer::sum);
    }
  }

  private void run(List<Op> program) {
    assertThat(members).hasSize(MEMBER_COUNT);
    group.listen(change -> notifications.add(describe(change)));
    for (Op operation : program) {
      assertThat(execute(operation)).as("%s", operation).isInstanceOf(expectedOutcome(operation));
      requireTheSame();
    }
  }

  @AfterProperty
  void every_operation_followed_every_one_often() {
    for (Kind first : Kind.values()) {
      for (Kind second : Kind.values()) {
        assertThat(pairs)
            .hasEntrySatisfying(
                first + " " + second,
                times -> assertThat(times).isGreaterThanOrEqualTo(Tries.of(MIN_COUNT)));
      }
    }
  }

  private void requireTheSame() {
    for (int i = 0; i < MEMBER_COUNT; i++) {
      assertThat(sessions.get(i).model().value()).isEqualTo(numbers.get(i).sum());
    }
    Optional<Numbers> now = active.map(numbers::get);
    assertThat(group.active()).isEqualTo(active.map(sessions::get));
    assertThat(group.canUndo()).isEqualTo(now.filter(it -> it.cursor > 0).isPresent());
    assertThat(group.canRedo())
        .isEqualTo(now.filter(it -> it.cursor < it.numbers.size()).isPresent());
    assertThat(group.undoLabel())
        .isEqualTo(now.filter(it -> it.cursor > 0).map(it -> "+" + it.numbers.get(it.cursor - 1)));
    assertThat(notifications).isEqualTo(expectedNotifications);
  }

  private Outcome execute(Op op) {
    Session<Counter, CounterEvent> member = sessions.get(op.member());
    return switch (op.kind()) {
      case ADD -> CounterSessions.add(member, op.n());
      case UNDO_OF_MEMBER -> member.with(CounterSessions.options("undo")).undo(1);
      case BOTH ->
          member.step(
              CounterSessions.options("both"),
              builder -> {
                builder.emit(new CounterEvent.Added(op.n()));
                CounterSessions.add(sessions.get(1 - op.member()), op.n());
              });
      case ACTIVATE -> {
        group.activate(member);
        yield new Outcome.Unchanged();
      }
      case DEACTIVATE -> {
        group.deactivate();
        yield new Outcome.Unchanged();
      }
      case UNDO -> group.undo(op.n() % 3);
      case REDO -> group.redo(op.n() % 3);
    };
  }

  /** Applies an operation to the lists and returns the expected outcome. */
  private Class<? extends Outcome> expectedOutcome(Op op) {
    return switch (op.kind()) {
      case ADD -> {
        numbers.get(op.member()).add(op.n());
        expectNotification(op.member(), SessionChange.Kind.COMMITTED);
        yield Outcome.Committed.class;
      }
      case UNDO_OF_MEMBER -> expectedMove(Optional.of(op.member()), -1, SessionChange.Kind.UNDONE);
      case BOTH -> Outcome.Refused.class;
      case ACTIVATE -> expectedActivation(Optional.of(op.member()));
      case DEACTIVATE -> expectedActivation(Optional.empty());
      case UNDO -> expectedMove(active, -(op.n() % 3), SessionChange.Kind.UNDONE);
      case REDO -> expectedMove(active, op.n() % 3, SessionChange.Kind.REDONE);
    };
  }

  private Class<? extends Outcome> expectedMove(
      Optional<Integer> member, int by, SessionChange.Kind kind) {
    if (member.isEmpty() || !numbers.get(member.get()).move(by)) {
      return Outcome.Unchanged.class;
    }
    expectNotification(member.get(), kind);
    return Outcome.Moved.class;
  }

  private Class<? extends Outcome> expectedActivation(Optional<Integer> member) {
    if (!active.equals(member)) {
      active = member;
      expectedNotifications.add("active " + member);
    }
    return Outcome.Unchanged.class;
  }

  private void expectNotification(int member, SessionChange.Kind kind) {
    Stream.of(member)
        .filter(it -> active.equals(Optional.of(it)))
        .forEach(it -> expectedNotifications.add(it + " " + kind));
  }

  private String describe(SessionGroup.Change change) {
    return switch (change) {
      case SessionGroup.Change.Activated(var session) -> "active " + session.map(sessions::indexOf);
      case SessionGroup.Change.Changed(var session, SessionChange what) ->
          sessions.indexOf(session) + " " + what.kind();
    };
  }
}

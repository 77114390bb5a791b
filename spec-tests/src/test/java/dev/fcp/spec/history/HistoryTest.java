package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.spec.Clause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.Size;

/** A tree of steps, compared with lists of parents. */
@Clause("SE-13")
class HistoryTest {

  private static final Digest DIGEST = new Digest(1, "", 0, 0);

  /** A point by number: 0 is the base, n is after the n-th step. */
  private static HistoryPoint pointAfter(int number) {
    return number == 0 ? HistoryPoint.BASE : HistoryPoint.after(id(number));
  }

  private static StepId id(int number) {
    return new StepId("%026d".formatted(number));
  }

  private static Step<String> step(int number, int parent) {
    return new Step<>(
        id(number),
        pointAfter(parent),
        "step " + number,
        Origin.of("ann"),
        Instant.EPOCH,
        List.of("event"),
        DIGEST,
        Reversal.NONE,
        List.of(),
        EditorSelection.NONE,
        false);
  }

  /** Step n is made at an earlier point that the n-th choice picks. */
  private static int parentOf(int number, List<Integer> choices) {
    return Math.floorMod(choices.get(number - 1), Math.min(number, 4)) + Math.max(0, number - 4);
  }

  private static History<String> tree(List<Integer> choices) {
    History<String> history = History.empty();
    for (int number = 1; number <= choices.size(); number++) {
      history = history.with(step(number, parentOf(number, choices)));
    }
    return history;
  }

  private static List<Integer> naivePath(int number, List<Integer> choices) {
    List<Integer> path = new ArrayList<>();
    for (int at = number; at > 0; at = parentOf(at, choices)) {
      path.add(0, at);
    }
    return path;
  }

  @Property(tries = 100)
  @Tag("many")
  void paths_depths_ancestors_and_forks_are_those_of_the_parents(
      @ForAll @Size(max = 40) List<Integer> choices) {
    History<String> history = tree(choices);
    for (int one = 0; one <= choices.size(); one++) {
      List<Integer> path = naivePath(one, choices);
      assertThat(history.depth(pointAfter(one))).isEqualTo(path.size());
      assertThat(history.stepsTo(pointAfter(one)).stream().map(Step::id))
          .containsExactlyElementsOf(path.stream().map(HistoryTest::id).toList());
      for (int other = 0; other <= choices.size(); other += 3) {
        checkPair(history, choices, one, other);
      }
    }
  }

  private static void checkPair(
      History<String> history, List<Integer> choices, int one, int other) {
    List<Integer> path = naivePath(one, choices);
    List<Integer> otherPath = naivePath(other, choices);
    boolean ancestor = other == 0 || path.contains(other);
    assertThat(history.isAncestor(pointAfter(other), pointAfter(one))).isEqualTo(ancestor);
    int common = 0;
    for (int number : path) {
      common = otherPath.contains(number) ? number : common;
    }
    assertThat(history.fork(pointAfter(one), pointAfter(other))).isEqualTo(pointAfter(common));
  }

  @Example
  void a_deep_history_can_be_queried_at_any_depth() {
    History<String> history = History.empty();
    for (int number = 1; number <= 100_000; number++) {
      history = history.with(step(number, number - 1));
    }
    assertThat(history.depth(pointAfter(100_000))).isEqualTo(100_000);
    assertThat(history.isAncestor(pointAfter(7), pointAfter(100_000))).isTrue();
    assertThat(history.isAncestor(pointAfter(100_000), pointAfter(7))).isFalse();
    assertThat(history.fork(pointAfter(100_000), pointAfter(50_000))).isEqualTo(pointAfter(50_000));
  }

  @Example
  void steps_are_listed_in_the_order_they_were_made_and_can_be_found() {
    History<String> history = tree(List.of(0, 0, 1));
    assertThat(history.steps()).extracting(Step::id).containsExactly(id(1), id(2), id(3));
    assertThat(history.find(id(2))).map(Step::label).contains("step 2");
    assertThat(history.find(id(9))).isEmpty();
    assertThatThrownBy(() -> history.step(id(9))).isInstanceOf(NoSuchElementException.class);
  }

  @Example
  void the_newest_use_of_a_name_is_the_one_that_counts() {
    NamedState first = new NamedState(NamedState.Kind.CHECKPOINT, "a", pointAfter(1));
    NamedState second = new NamedState(NamedState.Kind.CHECKPOINT, "a", pointAfter(2));
    NamedState branch = new NamedState(NamedState.Kind.BRANCH, "b", pointAfter(0));
    History<String> history = tree(List.of(0, 1)).with(first).with(second).with(branch);
    assertThat(history.named("a")).contains(second);
    assertThat(history.named(NamedState.Kind.CHECKPOINT)).containsExactly(second);
    assertThat(history.named(NamedState.Kind.BRANCH)).containsExactly(branch);
    assertThat(history.named("c")).isEmpty();
  }

  @Example
  void an_existing_step_and_a_missing_point_are_refused() {
    History<String> history = tree(List.of(0));
    assertThatThrownBy(() -> history.with(step(1, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is there already");
    assertThatThrownBy(() -> history.with(step(3, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no step " + id(2).ulid());
    NamedState nowhere = new NamedState(NamedState.Kind.CHECKPOINT, "x", pointAfter(2));
    assertThatThrownBy(() -> history.with(nowhere)).isInstanceOf(IllegalArgumentException.class);
  }

  @Example
  void a_history_does_not_change_after_it_was_read() {
    History<String> one = tree(List.of(0));
    History<String> two = one.with(step(2, 1)).with(step(3, 1));
    assertThat(one.steps()).hasSize(1);
    assertThat(two.steps()).hasSize(3);
    assertThat(one.find(id(2))).isEmpty();
  }

  @Example
  void a_step_without_events_is_refused() {
    Step<String> step = step(1, 0);
    assertThatThrownBy(() -> step.map(event -> null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() ->
            new Step<>(
                step.id(),
                step.parent(),
                "nothing",
                step.origin(),
                step.time(),
                List.of(),
                DIGEST,
                Reversal.NONE,
                List.of(),
                EditorSelection.NONE,
                false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"nothing\" has no events");
  }
}

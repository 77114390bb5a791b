package dev.fcp.eventlog.history.planner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StepIndexTest {

  private static final EntityRef NOTE = new EntityRef("note", "1");

  /** An event is the units that it writes; it reformats them if the first one is empty. */
  private static final class UnitsDomain implements Domain<String, List<String>> {
    @Override
    public String empty() {
      return "";
    }

    @Override
    public String replay(List<String> event, String model) {
      return model;
    }

    @Override
    public List<String> invert(List<String> event) {
      return event;
    }

    @Override
    public Optional<Conflict> check(List<String> event, String model) {
      return Optional.empty();
    }

    @Override
    public Digest digest(String model) {
      return Digest.of(model, model);
    }

    @Override
    public boolean reformats(List<String> event) {
      return event.get(0).isEmpty();
    }

    @Override
    public Touches touches(List<String> event) {
      Set<Unit> units =
          event.stream()
              .filter(name -> !name.isEmpty())
              .map(name -> new Unit(NOTE, name))
              .collect(Collectors.toSet());
      return new Touches(units, Set.of(), Set.of());
    }
  }

  private static StepIndex.IndexedStep<List<String>> step(int number, List<List<String>> events) {
    return step(number, HistoryPoint.BASE, number, 0, events);
  }

  private static StepIndex.IndexedStep<List<String>> step(
      int number, HistoryPoint parent, int record, int index, List<List<String>> events) {
    Step<List<String>> step =
        new Step<>(
            StepId.ofBits(1, number),
            parent,
            "step",
            Origin.of("ann"),
            Instant.EPOCH,
            events,
            Digest.of("", ""),
            Reversal.NONE,
            List.of(),
            EditorSelection.NONE,
            false);
    return new StepIndex.IndexedStep<>(step.id(), parent, record, index, Optional.of(step));
  }

  @Test
  void a_write_that_reformats_a_unit_is_read_back_as_one() {
    UnitsDomain domain = new UnitsDomain();
    var steps =
        List.of(
            step(0, List.of(List.of("text", "colour"), List.of("size"))),
            step(1, List.of(List.of("", "text", "size"))));
    List<Write> expected = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      List<List<String>> events = steps.get(i).step().orElseThrow().events();
      for (int j = 0; j < events.size(); j++) {
        expected.addAll(Write.of(domain, i, j, events.get(j)));
      }
    }
    assertThat(expected).extracting(Write::reformats).containsExactly(false, false, true, true);
    StepIndex index = StepIndex.decode(StepIndex.of(domain, steps).encode());
    List<Write> found = new ArrayList<>();
    index.writes(NOTE, StepIndex.hash(NOTE), (step, write) -> found.add(write));
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Property(tries = 100)
  void steps_are_where_they_were_and_write_what_they_wrote(@ForAll Random random) {
    UnitsDomain domain = new UnitsDomain();
    List<StepIndex.IndexedStep<List<String>>> steps = new ArrayList<>();
    int record = 0;
    int index = 0;
    for (int i = 0; i < 400; i++) {
      List<String> units = List.of("unit" + random.nextInt(200), "unit" + random.nextInt(200));
      int parent = random.nextInt(10) == 0 ? random.nextInt(i + 20) - 20 : i - 1;
      HistoryPoint at =
          parent == -1 ? HistoryPoint.BASE : HistoryPoint.after(StepId.ofBits(1, parent));
      steps.add(step(i, at, record, index, List.of(units, units)));
      boolean isBatch = random.nextInt(10) == 0;
      record += isBatch ? 0 : random.nextInt(10) == 0 ? 3 : 1;
      index = isBatch ? index + 1 : 0;
    }
    StepIndex read = StepIndex.decode(StepIndex.of(domain, steps).encode());
    List<Integer> writers = new ArrayList<>();
    read.writes(
        NOTE,
        StepIndex.hash(NOTE),
        (step, write) -> {
          assertThat(write.units()).isEqualTo(Set.copyOf(events(steps, step).get(0)));
          writers.add(step);
        });
    assertThat(writers).hasSize(800).isSorted();
    for (int i = 0; i < read.size(); i++) {
      var step = steps.get(i);
      assertThat(read.id(i)).isEqualTo(step.id());
      assertThat(read.indexOf(step.id())).isEqualTo(i);
      assertThat(read.parent(i)).isEqualTo(step.parent());
      assertThat(read.recordIndex(i)).isEqualTo(step.recordIndex());
      assertThat(read.indexInRecord(i)).isEqualTo(step.index());
      assertThat(i == 0 || read.followsPrevious(i) == step.parent().isAfter(read.id(i - 1)))
          .isTrue();
    }
  }

  private static List<List<String>> events(
      List<StepIndex.IndexedStep<List<String>>> steps, int step) {
    return steps.get(step).step().orElseThrow().events();
  }
}

package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.HistoricalViews;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A counter as it was, by a clock that the test sets. */
class HistoricalViewsTest {

  private static final Origin ANN = Origin.of("ann");
  private static final CounterDomain DOMAIN = new CounterDomain();

  private Instant now = at(0);
  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<Counter, CounterEvent> session =
      Session.create(
          DOMAIN,
          ANN,
          journal,
          new SessionSettings(() -> now, new UlidGenerator(() -> now, new Random(3))));

  private static Instant at(int second) {
    return Instant.parse("2026-01-02T03:04:05Z").plusSeconds(second);
  }

  private static EditOptions options(String label) {
    return EditOptions.of(label, ANN);
  }

  private StepId add(int second, int n) {
    now = at(second);
    session.step(options("+" + n), builder -> builder.emit(new CounterEvent.Added(n)));
    return session.state().head().step().orElseThrow();
  }

  private void undo(int second, int count) {
    now = at(second);
    session.with(options("undo")).undo(count);
  }

  private Optional<Integer> valueAt(int second) {
    return session.views().viewAt(at(second)).map(view -> view.model().value());
  }

  @Test
  @Clause("HI-4")
  void each_point_can_be_viewed_from_any_cursor_position() {
    StepId one = add(1, 1);
    StepId two = add(2, 2);
    undo(3, 1);
    add(4, 4);
    assertThat(session.views().viewAt(HistoryPoint.after(two)))
        .contains(
            new HistoricalViews.View<>(
                HistoryPoint.after(two), 5, new Counter(3), DOMAIN.digest(new Counter(3))));
    assertThat(session.views().viewAt(HistoryPoint.after(one)).map(HistoricalViews.View::model))
        .contains(new Counter(1));
    assertThat(session.views().viewAt(HistoryPoint.BASE).map(HistoricalViews.View::model))
        .contains(new Counter(0));
    assertThat(session.views().viewAt(HistoryPoint.after(new StepId("0".repeat(26))))).isEmpty();
    assertThat(session.model()).isEqualTo(new Counter(5));
    assertThat(journal.lastNumber()).isEqualTo(5);
  }

  /** A domain that can no longer make models. */
  private static final class PausableDomain extends ForwardingDomain<Counter, CounterEvent> {

    private boolean isPaused;

    PausableDomain() {
      super(DOMAIN);
    }

    @Override
    public Counter replay(CounterEvent event, Counter model) {
      if (isPaused) {
        throw new AssertionError("a model is made");
      }
      return super.replay(event, model);
    }
  }

  @Test
  @Clause("HI-4")
  void the_point_at_a_time_is_found_without_building_the_model() {
    StepId one = add(10, 1);
    add(20, 2);
    undo(30, 1);
    add(40, 4);
    var domain = new PausableDomain();
    var views = Session.resume(domain, journal, SessionSettings.standard()).views();
    domain.isPaused = true;
    assertThat(views.positionAt(at(35)))
        .contains(new HistoricalViews.Position(HistoryPoint.after(one), 4));
    assertThat(views.positionAt(at(5)))
        .contains(new HistoricalViews.Position(HistoryPoint.BASE, 1));
    assertThat(views.positionAt(at(-5))).isEmpty();
    assertThatThrownBy(() -> views.viewAt(at(35))).hasMessage("a model is made");
  }

  @Test
  @Clause("HI-4")
  void a_view_at_a_time_reflects_the_undos_and_switches_before_it() {
    StepId one = add(10, 1);
    add(20, 2);
    undo(30, 2);
    add(40, 4);
    now = at(50);
    session.with(options("switch")).branches().switchTo(HistoryPoint.after(one));
    session.with(options("name")).checkpoint("one");
    assertThat(valueAt(-1)).isEmpty();
    assertThat(valueAt(0)).contains(0);
    assertThat(valueAt(19)).contains(1);
    assertThat(valueAt(20)).contains(3);
    assertThat(valueAt(39)).contains(0);
    assertThat(valueAt(40)).contains(4);
    assertThat(valueAt(99)).contains(1);
  }

  @Test
  @Clause("HI-4")
  void a_time_means_the_last_record_not_after_it_even_if_a_clock_went_backwards() {
    add(30, 1);
    add(10, 2);
    add(20, 4);
    assertThat(valueAt(10)).contains(3);
    assertThat(valueAt(15)).contains(3);
    assertThat(valueAt(20)).contains(7);
    assertThat(valueAt(30)).contains(7);
    assertThat(valueAt(5)).contains(0);
  }

  @Test
  @Clause("HI-4")
  void the_document_can_be_viewed_as_it_was_after_each_record() {
    List<Counter> models = new ArrayList<>(List.of(session.model()));
    session.listen(change -> models.add(session.model()));
    for (int n : new int[] {1, 2, -1}) {
      session.step(
          options("typed").merging("k", Duration.ofHours(1)),
          builder -> builder.emit(new CounterEvent.Added(n)));
    }
    session.step(
        options("typed").merging("k", Duration.ofHours(1)),
        builder -> builder.emit(new CounterEvent.Added(-2)));
    add(1, 8);
    undo(2, 1);
    for (int number = 1; number <= journal.lastNumber(); number++) {
      assertThat(session.views().viewAfter(number).map(HistoricalViews.View::model))
          .contains(models.get(number - 1));
    }
    assertThat(models).hasSize(7);
    assertThat(session.views().viewAfter(0)).isEmpty();
    assertThat(session.views().viewAfter(8)).isEmpty();
  }

  @Test
  @Clause("HI-5")
  void the_events_between_two_points_lead_from_one_to_the_other() {
    StepId one = add(1, 1);
    undo(2, 1);
    StepId two = add(3, 5);
    assertThat(session.views().compare(HistoryPoint.after(one), HistoryPoint.after(two)))
        .hasValueSatisfying(events -> {
          Counter model = new Counter(1);
          for (CounterEvent event : events) {
            model = DOMAIN.replay(event, model);
          }
          assertThat(model).isEqualTo(new Counter(5));
        });
    assertThat(session.views().compare(HistoryPoint.after(one), HistoryPoint.after(one)))
        .contains(List.of());
    StepId nowhere = new StepId("0".repeat(26));
    assertThat(session.views().compare(HistoryPoint.after(one), HistoryPoint.after(nowhere)))
        .isEmpty();
  }
}

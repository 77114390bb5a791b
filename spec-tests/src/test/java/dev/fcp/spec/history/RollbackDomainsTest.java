package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EventTypes;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.text.LineBasedFormat;
import dev.fcp.eventlog.text.LineEntitySpec;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Rollbacks of events with relative values, of notes that block each other, and of changed kinds.
 */
class RollbackDomainsTest extends TwoAuthorsFixture {

  /** Notes whose texts are numbers: a change of a text adds the difference of the two it names. */
  private static final class TallyDomain
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

    TallyDomain() {
      super(DOMAIN);
    }

    private static boolean isAddition(NoteEvent event) {
      return event.change() instanceof Change.Modified<NoteKey, NoteEntity> change
          && change.units().contains("text");
    }

    private static int number(Value text) {
      return text.asText().isEmpty() ? 0 : Integer.parseInt(text.asText());
    }

    /** An event with the texts that it leads from and to in a model. */
    private static NoteEvent rebasedEvent(NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
      if (!(isAddition(event)
          && model.find(event.change().key()).orElse(null) instanceof Note it)) {
        return event;
      }
      var change = (Change.Modified<NoteKey, NoteEntity>) event.change();
      int added = number(change.after().at("text")) - number(change.before().at("text"));
      int sum = number(Value.of(it.text())) + added;
      return DOMAIN.changed(change.key(), model, "text", Value.of(Integer.toString(sum)));
    }

    @Override
    public EntityModel<NoteKey, NoteEntity> replay(
        NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
      return super.replay(rebasedEvent(event, model), model);
    }

    @Override
    public Optional<Conflict> check(NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
      return super.check(rebasedEvent(event, model), model);
    }

    @Override
    public Optional<NoteEvent> rebase(NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
      return isAddition(event) ? Optional.empty() : super.rebase(event, model);
    }
  }

  /** Notes to which another text adds nothing. */
  private static final class TitledDomain
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

    TitledDomain() {
      super(DOMAIN);
    }

    @Override
    public boolean addsNothing(NoteEvent event) {
      return event.change() instanceof Change.Modified<NoteKey, NoteEntity> change
          && change.units().equals(Set.of("text"));
    }
  }

  /** Notes no two of which have the same text, unless it is empty. */
  private static final class DistinctTallyDomain
      extends ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> {

    DistinctTallyDomain() {
      super(DOMAIN);
    }

    @Override
    public Optional<Conflict> check(NoteEvent event, EntityModel<NoteKey, NoteEntity> model) {
      Optional<Conflict> conflict = super.check(event, model);
      return conflict.isPresent()
          ? conflict
          : duplicateText(event.change().key(), replay(event, model));
    }

    private static Optional<Conflict> duplicateText(
        NoteKey key, EntityModel<NoteKey, NoteEntity> model) {
      for (NoteKey other : model.keysInOrder(BOARD)) {
        if (!other.equals(key)
            && model.find(key).orElse(null) instanceof Note(var text, var up, var see, var order)
            && model.at(other) instanceof Note it
            && !text.isEmpty()
            && text.equals(it.text())) {
          Unit unit = new Unit(DOMAIN.spec().ref(other), "text");
          return Optional.of(
              Conflict.at(unit, "two notes say " + text).withBlockingUnits(List.of(unit)));
        }
      }
      return Optional.empty();
    }
  }

  private void begin(ForwardingDomain<EntityModel<NoteKey, NoteEntity>, NoteEvent> domain) {
    session = Session.create(domain, ANN, InMemoryJournal.empty(), SessionSettings.standard());
    board(ANN);
  }

  @Test
  @Clause("RB-1")
  void a_removed_tally_is_restored_with_all_additions() {
    begin(new TallyDomain());
    add(ANN, "a");
    set(ANN, "a", "text", "5");
    set(ANN, "a", "text", "7");
    StepId removed = remove(AGENT, "a");
    assertThat(plan(removed).isSuccess()).isTrue();
    rollBack(removed);
    assertThat(text("a")).isEqualTo("7");
  }

  @Test
  @Clause("RB-1")
  void a_tally_is_restored_each_time_it_was_removed() {
    begin(new TallyDomain());
    add(ANN, "a");
    rollBack(remove(AGENT, "a"));
    set(ANN, "a", "text", "5");
    StepId removed = remove(AGENT, "a");
    assertThat(plan(removed).isComplete()).isTrue();
    rollBack(removed);
    assertThat(text("a")).isEqualTo("5");
  }

  @Test
  @Clause({"RB-1", "RB-4"})
  void a_removed_tally_is_restored_without_the_rolled_back_additions() {
    begin(new TallyDomain());
    add(ANN, "a");
    set(ANN, "a", "text", "5");
    StepId added = set(AGENT, "a", "text", "7");
    StepId removed = remove(AGENT, "a");
    rollBack(added, removed);
    assertThat(text("a")).isEqualTo("5");
  }

  @Test
  @Clause({"RB-2", "RB-4"})
  void events_that_add_nothing_to_an_entity_go_and_come_back_with_its_creation() {
    begin(new TitledDomain());
    StepId creation = add(AGENT, "a");
    set(ANN, "a", "text", "another title");
    StepId rollback = rollBack(creation);
    assertThat(has("a")).isFalse();
    rollBack(rollback);
    assertThat(text("a")).isEqualTo("another title");
    add(ANN, "b");
    StepId written = set(ANN, "a", "see", "b");
    assertThat(plan(creation).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(written));
  }

  @Test
  @Clause("RB-5")
  void additions_to_a_recreated_tally_cannot_be_rebased() {
    begin(new TallyDomain());
    add(ANN, "a");
    StepId added = set(ANN, "a", "text", "5");
    StepId removed = remove(AGENT, "a");
    StepId recreation = add(AGENT, "a");
    var plan = plan(removed, recreation);
    assertThat(plan.failures()).isEmpty();
    assertThat(plan.conflicts())
        .hasSize(2)
        .allSatisfy(skipped -> {
          assertThat(skipped.conflict().reason())
              .isEqualTo("others were made since that cannot be told apart");
          assertThat(skipped.blockingSteps()).containsExactly(added);
        });
  }

  @Test
  @Clause("RB-5")
  void only_the_writer_of_the_blocking_unit_is_named() {
    begin(new DistinctTallyDomain());
    add(ANN, "a");
    add(ANN, "b");
    set(ANN, "a", "text", "one");
    StepId renamed = set(AGENT, "a", "text", "two");
    StepId taken = set(ANN, "b", "text", "one");
    set(ANN, "b", "see", "a");
    rollBack(set(ANN, "b", "text", "three"));
    assertThat(plan(renamed).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(taken));
  }

  /** A line of a list: a heading or an item. */
  sealed interface Line {

    record Heading(String text, OrderKey order) implements Line {}

    record Item(String text, OrderKey order) implements Line {}

    static Line read(String line, OrderKey order) {
      return line.startsWith("#") ? new Heading(line.substring(1), order) : new Item(line, order);
    }

    static String write(Line line) {
      return switch (line) {
        case Heading(var text, var order) -> "#" + text;
        case Item(var text, var order) -> text;
      };
    }
  }

  /** What happens to lines. */
  sealed interface LineEvent {

    Change<String, Line> change();

    record Added(Change.Created<String, Line> change) implements LineEvent {}

    record Removed(Change.Deleted<String, Line> change) implements LineEvent {}

    record Changed(Change.Modified<String, Line> change) implements LineEvent {}
  }

  private static final LineEntitySpec<Line> SPEC =
      new LineEntitySpec<>("line", MethodHandles.lookup(), Line.class, Line::read, Line::write);

  private static final EntityDomain<String, Line, LineEvent> LINES =
      new EntityDomain<>(
          "lines",
          EventTypes.of(SPEC, LineEvent::change)
              .created("line_added", LineEvent.Added.class, LineEvent.Added::new)
              .deleted("line_removed", LineEvent.Removed.class, LineEvent.Removed::new)
              .modified("line_changed", LineEvent.Changed.class, LineEvent.Changed::new),
          new LineBasedFormat<>(SPEC, "lines"));

  private final Session<EntityModel<String, Line>, LineEvent> lines =
      Session.create(LINES, ANN, InMemoryJournal.empty(), SessionSettings.standard());

  private StepId line(LineEvent event) {
    Outcome outcome = lines.step(EditOptions.of("work", AGENT), builder -> builder.emit(event));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return ((Outcome.Committed) outcome).steps().get(0);
  }

  @Test
  @Clause({"RB-1", "RB-4"})
  void an_entity_recreated_as_another_kind_gets_its_former_kind_back() {
    Line item = new Line.Item("apples", OrderKey.initial(1));
    line(LINES.added("1", item));
    StepId removed = line(LINES.removed("1", lines.model()));
    StepId recreation = line(LINES.added("1", new Line.Heading("fruit", OrderKey.initial(1))));
    var plan = lines.rollbacks().plan(RollbackSelection.of(removed, recreation));
    Outcome outcome =
        lines
            .with(EditOptions.of("roll back", ANN))
            .rollbacks()
            .rollback(plan, Mode.ALL_OR_NOTHING);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    assertThat(lines.model().at("1")).isEqualTo(item);
  }
}

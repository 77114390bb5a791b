package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.DeclaredDomain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.LineFormat;
import dev.fcp.eventlog.entity.LineSpec;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.Vocabulary;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.Item.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rollbacks where events tell differences, notes stand in each other's way, or kinds change. */
class RollbackDomainsTest extends NotesOfTwo {

  /** Notes whose texts are numbers: a change of a text adds the difference of the two it names. */
  private static final class Tallies
      extends ForwardingDomain<EntityModel<NoteKey, Item>, NoteEvent> {

    Tallies() {
      super(DOMAIN);
    }

    private static boolean isAddition(NoteEvent event) {
      return event.change() instanceof Change.Modified<NoteKey, Item> change
          && change.units().contains("text");
    }

    private static int number(Value text) {
      return text.asText().isEmpty() ? 0 : Integer.parseInt(text.asText());
    }

    /** An event with the texts that it leads from and to in a model. */
    private static NoteEvent told(NoteEvent event, EntityModel<NoteKey, Item> model) {
      if (!(isAddition(event)
          && model.find(event.change().key()).orElse(null) instanceof Note it)) {
        return event;
      }
      var change = (Change.Modified<NoteKey, Item>) event.change();
      int added = number(change.after().at("text")) - number(change.before().at("text"));
      int sum = number(Value.of(it.text())) + added;
      return DOMAIN.changed(change.key(), model, "text", Value.of(Integer.toString(sum)));
    }

    @Override
    public EntityModel<NoteKey, Item> replay(NoteEvent event, EntityModel<NoteKey, Item> model) {
      return super.replay(told(event, model), model);
    }

    @Override
    public Optional<Conflict> check(NoteEvent event, EntityModel<NoteKey, Item> model) {
      return super.check(told(event, model), model);
    }

    @Override
    public Optional<NoteEvent> rebase(NoteEvent event, EntityModel<NoteKey, Item> model) {
      return isAddition(event) ? Optional.empty() : super.rebase(event, model);
    }
  }

  /** Notes no two of which have the same text, unless it is empty. */
  private static final class Distinct
      extends ForwardingDomain<EntityModel<NoteKey, Item>, NoteEvent> {

    Distinct() {
      super(DOMAIN);
    }

    @Override
    public Optional<Conflict> check(NoteEvent event, EntityModel<NoteKey, Item> model) {
      Optional<Conflict> conflict = super.check(event, model);
      return conflict.isPresent() ? conflict : alike(event.change().key(), replay(event, model));
    }

    private static Optional<Conflict> alike(NoteKey key, EntityModel<NoteKey, Item> model) {
      for (NoteKey other : model.inOrder(BOARD)) {
        if (!other.equals(key)
            && model.find(key).orElse(null) instanceof Note(var text, var up, var see, var order)
            && model.at(other) instanceof Note it
            && !text.isEmpty()
            && text.equals(it.text())) {
          Unit unit = new Unit(DOMAIN.spec().ref(other), "text");
          return Optional.of(Conflict.at(unit, "two notes say " + text).blaming(List.of(unit)));
        }
      }
      return Optional.empty();
    }
  }

  private void begin(ForwardingDomain<EntityModel<NoteKey, Item>, NoteEvent> domain) {
    session = Session.create(domain, ANN, InMemoryJournal.empty(), SessionSettings.standard());
    board(ANN);
  }

  @Test
  @Clause("RB-1")
  void a_tally_that_was_removed_comes_back_with_all_that_was_added_to_it() {
    begin(new Tallies());
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
  void a_tally_comes_back_each_time_that_it_was_removed() {
    begin(new Tallies());
    add(ANN, "a");
    rollBack(remove(AGENT, "a"));
    set(ANN, "a", "text", "5");
    StepId removed = remove(AGENT, "a");
    assertThat(plan(removed).isWhole()).isTrue();
    rollBack(removed);
    assertThat(text("a")).isEqualTo("5");
  }

  @Test
  @Clause({"RB-1", "RB-4"})
  void a_tally_that_was_removed_comes_back_without_what_was_taken_back_with_it() {
    begin(new Tallies());
    add(ANN, "a");
    set(ANN, "a", "text", "5");
    StepId added = set(AGENT, "a", "text", "7");
    StepId removed = remove(AGENT, "a");
    rollBack(added, removed);
    assertThat(text("a")).isEqualTo("5");
  }

  @Test
  @Clause("RB-5")
  void what_was_added_to_a_tally_that_was_made_anew_since_cannot_be_told() {
    begin(new Tallies());
    add(ANN, "a");
    StepId added = set(ANN, "a", "text", "5");
    StepId removed = remove(AGENT, "a");
    StepId again = add(AGENT, "a");
    var plan = plan(removed, again);
    assertThat(plan.failures()).isEmpty();
    assertThat(plan.conflicts())
        .hasSize(2)
        .allSatisfy(skipped -> {
          assertThat(skipped.conflict().reason())
              .isEqualTo("others were made since that cannot be told apart");
          assertThat(skipped.by()).containsExactly(added);
        });
  }

  @Test
  @Clause("RB-5")
  void who_wrote_the_unit_that_is_in_the_way_is_named_and_nobody_else_who_wrote_since() {
    begin(new Distinct());
    add(ANN, "a");
    add(ANN, "b");
    set(ANN, "a", "text", "one");
    StepId renamed = set(AGENT, "a", "text", "two");
    StepId taken = set(ANN, "b", "text", "one");
    set(ANN, "b", "see", "a");
    rollBack(set(ANN, "b", "text", "three"));
    assertThat(plan(renamed).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(taken));
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

  private static final LineSpec<Line> SPEC =
      new LineSpec<>("line", MethodHandles.lookup(), Line.class, Line::read, Line::write);

  private static final DeclaredDomain<String, Line, LineEvent> LINES =
      new DeclaredDomain<>(
          "lines",
          SPEC,
          Vocabulary.of(SPEC, LineEvent::change)
              .created("line_added", Line.class, LineEvent.Added.class, LineEvent.Added::new)
              .deleted("line_removed", Line.class, LineEvent.Removed.class, LineEvent.Removed::new)
              .modified(
                  "line_changed", Line.class, LineEvent.Changed.class, LineEvent.Changed::new),
          new LineFormat<>(SPEC, "lines"));

  private final Session<EntityModel<String, Line>, LineEvent> lines =
      Session.create(LINES, ANN, InMemoryJournal.empty(), SessionSettings.standard());

  private StepId line(LineEvent event) {
    Outcome outcome = lines.step(Intent.of("work", AGENT), stage -> stage.emit(event));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return ((Outcome.Committed) outcome).steps().get(0);
  }

  @Test
  @Clause({"RB-1", "RB-4"})
  void what_was_made_anew_as_another_kind_becomes_what_it_was() {
    Line item = new Line.Item("apples", OrderKey.atLoading(1));
    line(LINES.added("1", item));
    StepId removed = line(LINES.removed("1", lines.model()));
    StepId again = line(LINES.added("1", new Line.Heading("fruit", OrderKey.atLoading(1))));
    var plan = lines.rollbacks().plan(Selection.of(removed, again));
    Outcome outcome =
        lines.rollbacks().rollback(Intent.of("roll back", ANN), plan, Mode.ALL_OR_NOTHING);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    assertThat(lines.model().at("1")).isEqualTo(item);
  }
}

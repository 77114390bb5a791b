package dev.fcp.spec.plaintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.plaintext.InsertionIds;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.plaintext.TextEdit;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.spec.domains.pages.Page;
import dev.fcp.spec.domains.pages.PageEvent;
import dev.fcp.spec.domains.pages.PagesDomain;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** A session on one page, of which several authors edit the text. */
final class TextSession {

  static final PagesDomain DOMAIN = new PagesDomain();
  static final String KEY = "1";

  final Journal journal;
  final Session<EntityModel<String, Page>, PageEvent> session;
  private final Map<String, InsertionIds> ids = new HashMap<>();
  private final Random random = new Random(1);

  private TextSession(Journal journal, Session<EntityModel<String, Page>, PageEvent> session) {
    this.journal = journal;
    this.session = session;
  }

  /** A session on a new page with a text, which nobody typed. */
  static TextSession of(String body) {
    Journal journal = InMemoryJournal.empty();
    var session = Session.create(DOMAIN, Origin.of("base"), journal, SessionSettings.standard());
    TextSession created = new TextSession(journal, session);
    Page page = new Page("page", Text.of(body), session.model().orderKeyAtEnd());
    created.committed(options("base"), builder -> builder.emit(DOMAIN.added(KEY, page)));
    return created;
  }

  /** The same document, loaded from its journal. */
  TextSession reloaded() {
    return new TextSession(journal, Session.resume(DOMAIN, journal, SessionSettings.standard()));
  }

  Text text() {
    return session.model().at(KEY).body();
  }

  String body() {
    return text().toString();
  }

  InsertionIds ids(String author) {
    return ids.computeIfAbsent(author, any -> new InsertionIds(random));
  }

  /** Replaces the first occurrence of a part of the text; an empty one is the beginning. */
  StepId replace(String author, String part, String by) {
    return replace(options(author), part, by);
  }

  /** Replaces the first occurrence of a part of the text, in a step with some options. */
  StepId replace(EditOptions options, String part, String by) {
    return splice(options, offsetOf(part), part.codePointCount(0, part.length()), by);
  }

  /** Types right after the first occurrence of a part of the text, in a step with some options. */
  StepId type(EditOptions options, String after, String typed) {
    return splice(options, offsetOf(after) + after.codePointCount(0, after.length()), 0, typed);
  }

  private int offsetOf(String part) {
    int at = body().indexOf(part);
    assertThat(at).as("\"%s\" in \"%s\"", part, body()).isNotNegative();
    return body().codePointCount(0, at);
  }

  /** Types right after the first occurrence of a part of the text. */
  StepId type(String author, String after, String typed) {
    return type(options(author), after, typed);
  }

  StepId splice(String author, int offset, int deleted, String inserted) {
    return splice(options(author), offset, deleted, inserted);
  }

  private StepId splice(EditOptions options, int offset, int deleted, String inserted) {
    return edit(options, text().splice(offset, deleted, inserted, ids(options.origin().actor())));
  }

  StepId edit(String author, TextEdit edit) {
    return edit(options(author), edit);
  }

  private StepId edit(EditOptions options, TextEdit edit) {
    return committed(
        options,
        builder -> builder.emit(DOMAIN.edited(KEY, builder.model(), PagesDomain.BODY, edit)));
  }

  /** Discards all but the newest steps. */
  void prune(int keptSteps) {
    assertThat(session.prune(new RetentionPolicy(keptSteps, Duration.ZERO, 0)))
        .isInstanceOf(Outcome.Recorded.class);
  }

  /** Inserts a text and replaces it by others, as one gesture. */
  void compose(String author, int offset, String... texts) {
    try (var gesture = by(author).beginGesture("compose")) {
      int length = 0;
      for (String typed : texts) {
        TextEdit edit = text().splice(offset, length, typed, ids(author));
        Outcome outcome =
            gesture.step(
                step -> step.emit(DOMAIN.edited(KEY, step.model(), PagesDomain.BODY, edit)));
        assertThat(outcome).isInstanceOf(Outcome.Committed.class);
        length = typed.codePointCount(0, typed.length());
      }
    }
  }

  private StepId committed(
      EditOptions options, Consumer<StepBuilder<EntityModel<String, Page>, PageEvent>> body) {
    Outcome outcome = session.step(options, body);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return newest().id();
  }

  Step<PageEvent> newest() {
    return session.state().undoableSteps(1).get(0);
  }

  static EditOptions options(String author) {
    return EditOptions.of("edit", Origin.of(author));
  }

  private Session<EntityModel<String, Page>, PageEvent> by(String author) {
    return session.with(options(author));
  }

  /** Undoes the newest own step of an author. */
  void undoOwn(String author) {
    Outcome outcome =
        by(author).rollbacks().undoOwn(StepFilter.sameActorAndSession(Origin.of(author))).outcome();
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  void redoOwn(String author) {
    Outcome outcome =
        by(author).rollbacks().redoOwn(StepFilter.sameActorAndSession(Origin.of(author))).outcome();
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  /** Rolls back a step or several; returns the plan. */
  RollbackPlan<PageEvent> rollBack(String author, StepId... steps) {
    return rollBack(author, RollbackSelection.of(steps));
  }

  RollbackPlan<PageEvent> rollBack(String author, RollbackSelection selection) {
    RollbackPlan<PageEvent> plan = by(author).rollbacks().plan(selection);
    Outcome outcome = by(author).rollbacks().rollback(plan, Mode.BEST_EFFORT);
    assertThat(outcome)
        .isInstanceOf(plan.events().isEmpty() ? Outcome.Unchanged.class : Outcome.Committed.class);
    return plan;
  }
}

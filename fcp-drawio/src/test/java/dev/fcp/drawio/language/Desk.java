package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.Limits;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.QueryRunner;
import dev.fcp.verbs.run.View;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A person at work on one diagram. */
final class Desk {

  static final Origin ANN = Origin.of("ann");

  private static final DrawioLanguage LANGUAGE = new DrawioLanguage();

  private static final byte[] SHOP = shop();

  private final Session<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> session;
  private final OperationRunner<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> runner =
      new OperationRunner<>(LANGUAGE, Limits.STANDARD);

  private Desk(Session<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> session) {
    this.session = session;
  }

  /** With a new diagram. */
  static Desk empty() {
    return new Desk(
        Session.create(
            LANGUAGE.domain(), ANN, InMemoryJournal.empty(), SessionSettings.standard()));
  }

  /** With a diagram from a file. */
  static Desk of(byte[] file) {
    return switch (LANGUAGE.domain().format().read(file)) {
      case ReadResult.Readable<EntityModel<DiagramKey, DiagramEntity>> readable ->
          new Desk(
              Session.open(
                  LANGUAGE.domain(),
                  readable,
                  ANN,
                  InMemoryJournal.empty(),
                  SessionSettings.standard()));
      case ReadResult.Unreadable<EntityModel<DiagramKey, DiagramEntity>> refused ->
          throw new AssertionError(refused.toString());
    };
  }

  static Desk of(String file) {
    return of(file.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * With a small shop: Web reads DB and Cache, which are the group Backend; a note on the layer
   * Notes; Outer, which holds Inner; a second page.
   */
  static Desk atShop() {
    return of(SHOP);
  }

  private static byte[] shop() {
    Desk desk = empty();
    desk.done("title Shop");
    desk.done("add svc Web at:40,40");
    desk.done("add db DB at:300,40");
    desk.done("add box Cache at:300,200");
    desk.done("connect Web -> DB label:reads");
    desk.done("connect Web -> Cache");
    desk.done("group DB Cache as:Backend");
    desk.done("layer create Notes");
    desk.done("add note Todo layer:Notes at:600,40");
    desk.done("add container Outer at:600,300");
    desk.done("add box Inner in:Outer");
    desk.done("page add Second");
    desk.done("add box Other page:Second");
    return desk.bytes();
  }

  EntityModel<DiagramKey, DiagramEntity> model() {
    return session.model();
  }

  Session<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> session() {
    return session;
  }

  Domain<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> domain() {
    return LANGUAGE.domain();
  }

  /** What a save would write. */
  byte[] bytes() {
    return LANGUAGE.domain().format().write(model(), session.state().sourcesForWriting());
  }

  Answer run(String operation) {
    return runner.run(session, View.initial(), List.of(operation), Intent.of(operation, ANN));
  }

  /** Does something that has to succeed, and gives its line. */
  String done(String operation) {
    Answer answer = run(operation);
    assertThat(answer.isError()).describedAs(answer.text()).isFalse();
    assertThat(answer.lines()).hasSize(2);
    return answer.lines().get(0);
  }

  /** Tries something that has to be refused and to change nothing; gives the lines that say why. */
  List<String> refused(String operation) {
    EntityModel<DiagramKey, DiagramEntity> before = model();
    Answer answer = run(operation);
    assertThat(answer.isError()).describedAs(answer.text()).isTrue();
    assertThat(model()).isEqualTo(before);
    assertThat(session.digest()).isEqualTo(domain().digest(before));
    return answer.lines().subList(1, answer.lines().size() - 1);
  }

  /** The events of the newest step. */
  List<DiagramEvent> events() {
    return session.state().recent(1).stream().map(Step::events).findFirst().orElse(List.of());
  }

  void undo() {
    assertThat(session.undo(Intent.of("undo", ANN), 1)).isInstanceOf(Outcome.Moved.class);
  }

  void redo() {
    assertThat(session.redo(Intent.of("redo", ANN), 1)).isInstanceOf(Outcome.Moved.class);
  }

  String ask(String query) {
    Answer answer =
        new QueryRunner<>(LANGUAGE.queries(), Limits.STANDARD)
            .answer(model(), View.initial(), query);
    return answer.text();
  }

  /** The operation that a refusal suggests. */
  static Optional<String> suggestion(List<String> refusal) {
    return refusal.stream()
        .filter(line -> line.startsWith("  try: "))
        .map(line -> line.substring(7))
        .findFirst();
  }
}

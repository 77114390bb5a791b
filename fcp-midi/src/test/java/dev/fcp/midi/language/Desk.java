package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.Limits;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.QueryRunner;
import dev.fcp.verbs.run.View;
import java.util.List;
import java.util.Optional;

/** A person at work on one song. */
final class Desk {

  static final Origin ANN = Origin.of("ann");

  private static final MidiLanguage LANGUAGE = new MidiLanguage();

  private static final byte[] WALTZ = waltz();

  private final Session<EntityModel<SongKey, SongEntity>, SongEvent> session;
  private final OperationRunner<EntityModel<SongKey, SongEntity>, SongEvent> runner =
      new OperationRunner<>(LANGUAGE, Limits.STANDARD);

  private Desk(Session<EntityModel<SongKey, SongEntity>, SongEvent> session) {
    this.session = session;
  }

  /** With a new song. */
  static Desk empty() {
    return new Desk(
        Session.create(
            LANGUAGE.domain(), ANN, InMemoryJournal.empty(), SessionSettings.standard()));
  }

  /** With a song from a file. */
  static Desk of(byte[] file) {
    return switch (LANGUAGE.domain().format().read(file)) {
      case ReadResult.Readable<EntityModel<SongKey, SongEntity>> readable ->
          new Desk(
              Session.open(
                  LANGUAGE.domain(),
                  readable,
                  ANN,
                  InMemoryJournal.empty(),
                  SessionSettings.standard()));
      case ReadResult.Unreadable<EntityModel<SongKey, SongEntity>> refused ->
          throw new AssertionError(refused.toString());
    };
  }

  /**
   * With a small song of three tracks: Waltz holds tempo, signatures and a marker; Piano plays a
   * chord and a melody; Drums play on channel 10.
   */
  static Desk atWaltz() {
    return of(WALTZ);
  }

  private static byte[] waltz() {
    Desk desk = empty();
    desk.done("title Waltz");
    desk.done("tempo 120");
    desk.done("time-sig 3/4");
    desk.done("key-sig D major");
    desk.done("track add Piano program:piano");
    desk.done("track add Drums channel:10");
    desk.done("note Piano D3 F#3 A3 at:1.1,2.1 dur:dotted-half vel:mp");
    desk.done("note Piano F#5 at:1.1,1.2,2.3 vel:90");
    desk.done("note Piano A5 at:2.1 dur:half vel:f");
    desk.done("note Drums kick at:1.1,2.1 dur:eighth");
    desk.done("cc Piano sustain on at:1.1");
    desk.done("bend Piano 100 at:2.3");
    desk.done("marker End at:2.1");
    return desk.bytes();
  }

  EntityModel<SongKey, SongEntity> model() {
    return session.model();
  }

  Session<EntityModel<SongKey, SongEntity>, SongEvent> session() {
    return session;
  }

  Domain<EntityModel<SongKey, SongEntity>, SongEvent> domain() {
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
    EntityModel<SongKey, SongEntity> before = model();
    Answer answer = run(operation);
    assertThat(answer.isError()).describedAs(answer.text()).isTrue();
    assertThat(model()).isEqualTo(before);
    assertThat(session.digest()).isEqualTo(domain().digest(before));
    return answer.lines().subList(1, answer.lines().size() - 1);
  }

  /** The events of the newest step. */
  List<SongEvent> events() {
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

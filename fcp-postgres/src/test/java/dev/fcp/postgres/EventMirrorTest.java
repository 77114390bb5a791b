package dev.fcp.postgres;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.postgres.EventMirror.MirrorResult;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table with the events of documents that are elsewhere. */
class EventMirrorTest {

  private static final NotesDomain DOMAIN = new NotesDomain();

  private final PostgresJournals journals = PostgresServer.journals();
  private final PostgresDatabase database = PostgresServer.database();
  private final EventMirror mirror = journals.eventMirror();
  private final Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session =
      Session.create(DOMAIN, Origin.of("ann"), InMemoryJournal.empty(), SessionSettings.standard());

  @BeforeEach
  void empty_the_table() {
    database.update("DELETE FROM fcp.vault_events");
  }

  @AfterEach
  void close() {
    database.close();
    journals.close();
  }

  private void addBoard(String key, String title, Origin origin) {
    addBoard(session, key, title, origin);
  }

  private static void addBoard(
      Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session,
      String key,
      String title,
      Origin origin) {
    Outcome outcome =
        session.step(
            EditOptions.of("add " + key, origin),
            step ->
                step.emit(
                    new NoteEvent.BoardAdded(
                        new Created<>(
                            NoteKey.board(key),
                            new NoteEntity.Board(title, OrderKey.initial(0))))));
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
  }

  private void addTwo() {
    addBoard("a", "First", Origin.of("bot", "S", "m1"));
    addBoard("b", "Second", Origin.of("ann"));
  }

  private MirrorResult mirror() {
    return mirror.mirror(DOMAIN, session.state());
  }

  private List<String> rows() {
    return database.strings(
        "SELECT concat_ws(' ', session_id, coalesce(message_id, 'none'), event_type, entity_type,"
            + " entity_id, status) FROM fcp.vault_events ORDER BY created_at, id");
  }

  @Test
  void an_event_is_a_row_with_its_session_message_entity_and_content() {
    addTwo();
    assertThat(mirror()).isEqualTo(new MirrorResult(2, 2, 0, 0));
    assertThat(rows())
        .containsExactly("S m1 board_added board a pending", " none board_added board b pending");
    assertThat(
            database.strings(
                "SELECT payload ->> 'type' FROM fcp.vault_events WHERE message_id = 'm1'"))
        .containsExactly("board_added");
    assertThat(database.strings("SELECT id FROM fcp.vault_events ORDER BY created_at, id"))
        .isEqualTo(
            session.state().history().stepIds().stream().map(id -> id.ulid() + "#0").toList());
  }

  @Test
  void mirroring_again_changes_nothing_and_then_only_what_is_new() {
    addTwo();
    mirror();
    assertThat(mirror()).isEqualTo(new MirrorResult(2, 0, 0, 0));
    addBoard("c", "Third", Origin.of("bot", "S", "m2"));
    assertThat(mirror()).isEqualTo(new MirrorResult(3, 1, 0, 0));
  }

  @Test
  void a_saved_step_is_applied() {
    addTwo();
    mirror();
    assertThat(session.markSaved()).isInstanceOf(Outcome.Recorded.class);
    assertThat(mirror()).isEqualTo(new MirrorResult(2, 0, 2, 0));
    assertThat(rows()).allMatch(row -> row.endsWith(" applied"));
  }

  @Test
  void a_step_that_a_failed_save_was_to_write_is_failed_once_it_is_no_longer_applied() {
    InMemoryJournal journal = InMemoryJournal.empty();
    var before = Session.create(DOMAIN, Origin.of("ann"), journal, SessionSettings.standard());
    addBoard(before, "a", "First", Origin.of("bot", "S", "m1"));
    HistoryPoint point = before.state().head();
    String hash = "0".repeat(64);
    var files = List.of(new SavedFile("a.md", Optional.empty(), Optional.of(hash)));
    Instant time = Instant.now();
    Origin ann = Origin.of("ann");
    journal.append(journal.lastNumber(), new JournalRecord.Saving(time, ann, hash, point, files));
    var saving = Session.resume(DOMAIN, journal, SessionSettings.standard());
    assertThat(mirror.mirror(DOMAIN, saving.state())).isEqualTo(new MirrorResult(1, 1, 0, 0));
    assertThat(rows()).containsExactly("S m1 board_added board a pending");
    journal.append(
        journal.lastNumber(), new JournalRecord.Failed(time, ann, hash, point, "disk full"));
    var failed = Session.resume(DOMAIN, journal, SessionSettings.standard());
    assertThat(failed.with(EditOptions.of("undo", ann)).undo()).isInstanceOf(Outcome.Moved.class);
    assertThat(mirror.mirror(DOMAIN, failed.state())).isEqualTo(new MirrorResult(1, 0, 1, 0));
    assertThat(rows()).containsExactly("S m1 board_added board a failed");
  }

  @Test
  void an_undone_step_has_no_row_until_it_is_redone() {
    addTwo();
    mirror();
    Outcome undone = session.with(EditOptions.of("undo", Origin.of("ann"))).undo();
    assertThat(undone).isInstanceOf(Outcome.Moved.class);
    assertThat(mirror()).isEqualTo(new MirrorResult(1, 0, 0, 1));
    Outcome redone = session.with(EditOptions.of("redo", Origin.of("ann"))).redo();
    assertThat(redone).isInstanceOf(Outcome.Moved.class);
    assertThat(mirror()).isEqualTo(new MirrorResult(2, 1, 0, 0));
  }

  @Test
  void a_reversed_event_stays_and_the_rollback_has_its_own_row() {
    addTwo();
    var selection = new RollbackSelection.Matching(StepFilter.ANY.withMessage("m1"));
    Outcome outcome =
        session
            .with(EditOptions.of("rollback", Origin.of("ann", "T", "m9")))
            .rollbacks()
            .rollback(session.rollbacks().plan(selection), Mode.BEST_EFFORT);
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    assertThat(mirror().eventCount()).isEqualTo(3);
    assertThat(rows())
        .containsExactly(
            "S m1 board_added board a pending",
            " none board_added board b pending",
            "T m9 board_removed board a pending");
  }

  @Test
  void what_the_database_cannot_hold_is_escaped_in_a_string() {
    addBoard("a", "nul \u0000, lone \uD800, \\u0000", Origin.of("bot", "S\u0000", "m1"));
    assertThat(mirror()).isEqualTo(new MirrorResult(1, 1, 0, 0));
    assertThat(database.strings("SELECT session_id FROM fcp.vault_events"))
        .containsExactly("S\uFFFD");
    assertThat(database.strings("SELECT payload #>> '{}' FROM fcp.vault_events").get(0))
        .startsWith("{\"type\":\"board_added\"")
        .contains("nul \\u0000, lone \\uD800, \\\\u0000");
  }

  @Test
  void ids_that_an_index_cannot_hold_are_shortened() {
    String id =
        new Random(1).ints(3000, 'a', 'z' + 1).mapToObj(Character::toString).collect(joining());
    addBoard("a", "First", Origin.of("bot", "S" + id, "m" + id));
    assertThat(mirror()).isEqualTo(new MirrorResult(1, 1, 0, 0));
    assertThat(mirror()).isEqualTo(new MirrorResult(1, 0, 0, 0));
    for (String column : List.of("session_id", "message_id")) {
      assertThat(database.strings("SELECT substr(%s, 2) FROM fcp.vault_events".formatted(column)))
          .singleElement(InstanceOfAssertFactories.STRING)
          .startsWith(id.substring(0, 600))
          .endsWith("…");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x#0 | t | applied | {} | id_is_that_of_an_event",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV#0 | '' | applied | {} | type_is_a_name",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV#0 | t | done | {} | status_is_known",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV#0 | t | applied | 3 | payload_is_an_event"
      })
  void a_wrong_row_cannot_be_written(
      String id, String type, String status, String payload, String constraint) {
    assertThatThrownBy(() ->
            database.update(
                "INSERT INTO fcp.vault_events VALUES (?, 'S', NULL, ?, 'file', 'a.md', ?,"
                    + " ?::jsonb, now())",
                id,
                type,
                status,
                payload))
        .hasMessageContaining(constraint);
    assertThat(rows()).isEmpty();
  }

  @Test
  void rows_are_found_by_session_message_and_pending_status() {
    assertThat(
            database.strings(
                "SELECT indexdef FROM pg_indexes WHERE tablename = 'vault_events' ORDER BY 1"))
        .anyMatch(it -> it.endsWith("(session_id, created_at DESC, id DESC)"))
        .anyMatch(it -> it.endsWith("(message_id, created_at DESC, id DESC)"))
        .anyMatch(it -> it.endsWith("(status, created_at) WHERE (status = 'pending'::text)"));
  }
}

package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.spec.Clause;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records that cannot follow those before them are refused with their number. */
@Clause("SE-1")
class DamagedJournalTest {

  private static final String UNKNOWN_STEP = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

  private final List<String> lines = new ArrayList<>();

  @BeforeEach
  void record_three_steps_and_an_undo() {
    InMemoryJournal journal = InMemoryJournal.empty();
    withThreeSteps(journal).with(options("undo")).undo(2);
    lines.addAll(journal.lines());
  }

  @Test
  void a_line_that_is_not_json() {
    lines.set(3, "{\"type\":\"committed\",");
    refused(4, "no JSON");
  }

  @Test
  void a_record_of_an_unknown_type() {
    lines.set(3, lines.get(3).replace("\"committed\"", "\"guessed\""));
    refused(4, "no journal record is of type \"guessed\"");
  }

  @Test
  void a_step_with_an_event_of_an_unknown_type() {
    lines.set(3, lines.get(3).replace("\"added\"", "\"guessed\""));
    refused(4, "no counter event");
  }

  @Test
  void a_journal_that_begins_in_the_middle() {
    lines.remove(0);
    refused(1, "a journal begins with \"opened\"");
  }

  @Test
  void a_step_that_is_missing() {
    lines.remove(2);
    refused(3, "does not follow");
  }

  @Test
  void a_duplicate_step() {
    lines.add(3, lines.get(2));
    refused(4, "does not follow");
  }

  @Test
  void a_document_that_is_opened_twice() {
    lines.add(lines.get(0));
    refused(6, "the document is open already");
  }

  @Test
  void a_move_to_a_missing_step() {
    lines.set(4, lines.get(4).replaceAll("\"place\":\"[^\"]*\"", point(UNKNOWN_STEP)));
    refused(5, "moves to step " + UNKNOWN_STEP + ", which is not on the undo stack");
  }

  @Test
  void a_name_a_save_or_an_external_version_at_a_missing_step() {
    String rest = "\"origin\":{}," + point(UNKNOWN_STEP) + ",\"time\":\"2026-01-01T00:00:00Z\"}";
    lines.add("{\"type\":\"named\",\"kind\":\"checkpoint\",\"name\":\"x\"," + rest);
    refused(6, "there is no step " + UNKNOWN_STEP);
    lines.set(5, "{\"type\":\"saved\",\"hash\":\"x\"," + rest);
    refused(6, "there is no step " + UNKNOWN_STEP);
    lines.set(
        5, "{\"type\":\"external\",\"fit\":\"whole\",\"steps\":[],\"source\":\"NQ==\"," + rest);
    refused(6, "there is no step " + UNKNOWN_STEP);
  }

  @Test
  void a_step_that_cannot_be_pruned() {
    String rest = point(UNKNOWN_STEP) + ",\"time\":\"2026-01-01T00:00:00Z\"}";
    lines.add("{\"type\":\"retained\",\"origin\":{}," + rest);
    refused(6, "cannot be discarded");
  }

  @Test
  void a_journal_of_another_domain_or_of_a_later_format_is_refused_but_not_damaged() {
    String opened = lines.get(0);
    lines.set(0, opened.replace("\"counter\"", "\"song\""));
    refusedUndamaged(
        "the journal is of the domain \"song\", not \"counter\"; open it with its own domain");
    lines.set(0, opened.replace("\"formatVersion\":1", "\"formatVersion\":2"));
    refusedUndamaged("the format of the journal is 2, this release reads 1");
  }

  private void refusedUndamaged(String message) {
    assertThatThrownBy(() -> CounterSessions.resumed(InMemoryJournal.of(lines)))
        .isExactlyInstanceOf(JournalException.class)
        .hasMessage(message);
  }

  @Test
  void a_source_that_cannot_be_read() {
    lines.set(0, lines.get(0).replace("{\"type\"", "{\"source\":\"eA==\",\"type\""));
    refused(1, "cannot be read at byte 0: no counter");
  }

  @Test
  void an_empty_journal_cannot_be_resumed_and_a_nonempty_one_cannot_be_started() {
    assertThatThrownBy(() -> CounterSessions.resumed(InMemoryJournal.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the journal holds no record");
    assertThatThrownBy(() -> CounterSessions.created(InMemoryJournal.of(lines)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the journal holds 5 records already");
  }

  private static String point(String step) {
    return "\"place\":\"" + step + "\"";
  }

  private void refused(long number, String reason) {
    assertThatThrownBy(() -> CounterSessions.resumed(InMemoryJournal.of(lines)))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageStartingWith("record " + number + ": ")
        .hasMessageContaining(reason)
        .hasMessageEndingWith("; the " + (number - 1) + " records before it are good");
  }
}

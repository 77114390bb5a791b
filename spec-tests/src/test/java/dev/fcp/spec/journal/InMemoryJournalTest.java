package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.spec.Clause;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryJournalTest {

  private final InMemoryJournal journal = InMemoryJournal.empty();

  @Test
  @Clause("JN-1")
  void records_are_numbered_from_one() {
    assertThat(journal.lastNumber()).isZero();
    assertThat(journal.append(0, saving("a"))).isEqualTo(new Journal.AppendResult.Written(1));
    assertThat(journal.append(1, saving("b"))).isEqualTo(new Journal.AppendResult.Written(2));
    assertThat(journal.read(1)).containsExactly(saving("a"), saving("b"));
    assertThat(journal.read(2)).containsExactly(saving("b"));
    assertThat(journal.read(3)).isEmpty();
  }

  @Test
  @Clause("JN-2")
  void an_append_with_a_stale_number_is_refused() {
    journal.append(0, saving("a"));
    assertThat(journal.append(0, saving("b"))).isEqualTo(new Journal.AppendResult.Stale(1));
    assertThat(journal.append(2, saving("b"))).isEqualTo(new Journal.AppendResult.Stale(1));
    assertThat(journal.read(1)).containsExactly(saving("a"));
  }

  @Test
  @Clause("JN-3")
  void a_returned_list_does_not_change() {
    journal.append(0, saving("a"));
    List<JournalRecord> read = journal.read(1);
    journal.append(1, saving("b"));
    assertThat(read).containsExactly(saving("a"));
  }

  @Test
  @Clause("JN-10")
  void a_damaged_line_is_found_when_it_is_read() {
    journal.append(0, saving("a"));
    InMemoryJournal damaged = InMemoryJournal.of(List.of(journal.lines().get(0), "[]"));
    assertThat(damaged.read(1)).hasSize(2).first().isEqualTo(saving("a"));
    assertThatThrownBy(() -> damaged.read(2).get(0))
        .isInstanceOfSatisfying(
            DamagedRecordException.class, e -> assertThat(e.recordNumber()).isEqualTo(2));
  }

  @Test
  @Clause("JN-1")
  void a_missing_record_number_is_an_illegal_argument() {
    assertThatThrownBy(() -> journal.read(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> journal.read(2)).isInstanceOf(IllegalArgumentException.class);
  }

  private static JournalRecord saving(String hash) {
    return new JournalRecord.Saving(Instant.EPOCH, Origin.of("ann"), hash, HistoryPoint.BASE);
  }
}

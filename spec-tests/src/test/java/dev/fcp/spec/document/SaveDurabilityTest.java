package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Call;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Saves of documents whose journals are forced at every step, in intervals, or never. */
@Clause("DO-14")
class SaveDurabilityTest {

  @TempDir private Path folder;
  private final List<Kind> calls = new ArrayList<>();
  private boolean forcesFail;

  static Stream<Durability> levels() {
    return Stream.of(Durability.everyRecord(), Durability.interval(), Durability.none());
  }

  private CounterDocuments counters(Durability durability) {
    FailingDisk disk = new FailingDisk(Disk.system(), noting());
    return CounterDocuments.openIn(
        folder, FileJournal.Settings.defaults().withDisk(disk).withDurability(durability));
  }

  private Predicate<Call> noting() {
    return call -> {
      synchronized (calls) {
        calls.add(call.kind());
      }
      return forcesFail && call.kind() == Kind.FORCE;
    };
  }

  private List<Kind> callsBeforeReplacing() {
    synchronized (calls) {
      return List.copyOf(calls.subList(0, calls.lastIndexOf(Kind.RENAME)));
    }
  }

  @ParameterizedTest
  @MethodSource("levels")
  void all_writes_are_forced_before_the_file_is_replaced(Durability durability) throws IOException {
    Path path = Files.writeString(folder.resolve("a.counter"), "7\n");
    try (var document = counters(durability).open(path)) {
      add(document, 1);
      document.save(SAVE);
    }
    assertThat(path).hasContent("8\n");
    List<Kind> before = callsBeforeReplacing();
    assertThat(before.lastIndexOf(Kind.WRITE)).isPositive();
    assertThat(before.lastIndexOf(Kind.FORCE)).isGreaterThan(before.lastIndexOf(Kind.WRITE));
  }

  @ParameterizedTest
  @MethodSource("levels")
  void a_history_that_cannot_be_forced_leaves_the_file_unchanged(Durability durability)
      throws IOException {
    Path path = Files.writeString(folder.resolve("a.counter"), "7\n");
    var document = counters(durability).open(path);
    add(document, 1);
    forcesFail = true;
    assertThatThrownBy(() -> document.save(SAVE)).isInstanceOf(JournalException.class);
    assertThat(path).hasContent("7\n");
    forcesFail = false;
    document.close();
    try (var reopened = CounterDocuments.openIn(folder).open(path)) {
      assertThat(reopened.session().model().value()).isEqualTo(8);
    }
  }
}

package dev.fcp.spec.document;

import static dev.fcp.spec.document.CounterDocuments.DOMAIN;
import static dev.fcp.spec.document.CounterDocuments.SAVE;
import static dev.fcp.spec.document.CounterDocuments.add;
import static dev.fcp.spec.document.CounterDocuments.depth;
import static dev.fcp.spec.document.CounterDocuments.options;
import static dev.fcp.spec.document.CounterDocuments.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.RepairResult;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Repairs of histories with damaged records. */
@Clause("JN-22")
class SalvagedRecordsTest {

  @TempDir private Path folder;

  /** The head before the damage. */
  private HistoryPoint head = HistoryPoint.BASE;

  private Path file() {
    return folder.resolve("a.counter");
  }

  private Path segment() {
    return folder.resolve(".fcp/a.counter/000000000001.jsonl");
  }

  /**
   * Records: 1 opened with 7, 2 +1, 3 checkpoint, 4 saving, 5 saved, 6 +2, 7 undo, 8 +4, 9 undo, 10
   * redo, 11 +8, 12 saving, 13 saved. The document is 20.
   */
  @BeforeEach
  void write() throws IOException {
    Files.writeString(file(), "7\n");
    try (Document<Counter, CounterEvent> document = CounterDocuments.openIn(folder).open(file())) {
      add(document, 1);
      assertThat(document.session().with(options("name")).checkpoint("one")).isNotNull();
      document.save(SAVE);
      add(document, 2);
      document.session().with(options("undo")).undo(1);
      add(document, 4);
      document.session().with(options("undo")).undo(1);
      document.session().with(options("redo")).redo(1);
      add(document, 8);
      document.save(SAVE);
      head = document.session().state().head();
    }
    assertThat(Files.readAllLines(segment())).hasSize(13);
    assertThat(file()).hasContent("20");
  }

  private void damage(int number) throws IOException {
    List<String> records = Files.readAllLines(segment());
    int offset = String.join("\n", records.subList(0, number - 1)).length() + 20;
    byte[] bytes = Files.readAllBytes(segment());
    bytes[offset] ^= 1;
    Files.write(segment(), bytes);
  }

  private RepairResult.Repaired<Counter, CounterEvent> repair() {
    return (RepairResult.Repaired<Counter, CounterEvent>)
        CounterDocuments.openIn(folder).store().repair(DOMAIN, file(), options("x").origin());
  }

  /** Opens the repaired document and checks its history. */
  private void assertSound(int undoDepth) {
    try (Document<Counter, CounterEvent> document = CounterDocuments.openIn(folder).open(file())) {
      assertThat(document.recoveryReport().orElseThrow().isClean()).isTrue();
      assertThat(document.session().verify().isValid()).isTrue();
      assertThat(value(document)).isEqualTo(20);
      assertThat(depth(document)).isEqualTo(undoDepth);
      document.session().with(options("undo")).undo(99);
      assertThat(value(document)).isEqualTo(7);
    }
  }

  /** Lost names, saves, undone steps and moves do not keep later steps from being taken over. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 9, 10, 12, 13})
  void all_applied_steps_are_taken_over_if_none_of_them_was_lost(int number) throws IOException {
    damage(number);
    try (Document<Counter, CounterEvent> document = repair().document()) {
      assertThat(value(document)).isEqualTo(20);
      assertThat(document.session().state().head()).isEqualTo(head);
    }
    assertSound(3);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "8, 2", "11, 3"})
  void steps_that_build_on_a_lost_one_are_named_and_stay_set_aside(int number, int undoDepth)
      throws IOException {
    damage(number);
    RepairResult.Repaired<Counter, CounterEvent> repaired = repair();
    try (Document<Counter, CounterEvent> document = repaired.document()) {
      assertThat(value(document)).isEqualTo(20);
      assertThat(document.recoveryReport().orElseThrow().setAsideBytes()).isPositive();
      assertThat(repaired.findings()).anyMatch(finding -> finding.startsWith("not salvaged, "));
    }
    assertSound(undoDepth);
  }

  @Test
  void after_any_two_damaged_records_the_document_is_what_the_file_contains() throws IOException {
    Path history = segment().getParent();
    Path sound = folder.resolve("sound");
    Files.move(history, sound);
    for (int first = 1; first <= 13; first++) {
      for (int second = first + 1; second <= 13; second++) {
        MoreFiles.deleteRecursively(folder.resolve(".fcp"), RecursiveDeleteOption.ALLOW_INSECURE);
        Files.createDirectories(history);
        for (Path file : MoreFiles.listFiles(sound)) {
          Files.copy(file, history.resolve(file.getFileName()));
        }
        damage(first);
        damage(second);
        try (Document<Counter, CounterEvent> document = repair().document()) {
          assertThat(value(document)).as("%d and %d", first, second).isEqualTo(20);
        }
        try (Document<Counter, CounterEvent> document =
            CounterDocuments.openIn(folder).open(file())) {
          assertThat(document.recoveryReport().orElseThrow().isClean()).isTrue();
          assertThat(document.session().verify().isValid()).isTrue();
        }
      }
    }
  }

  @Test
  void what_was_taken_over_is_reported_by_its_labels() throws IOException {
    damage(7);
    RepairResult.Repaired<Counter, CounterEvent> repaired = repair();
    repaired.document().close();
    assertThat(repaired.findings())
        .containsExactly("salvaged: 6 records after the damage, 2 steps (+4, +8)");
  }

  @Test
  void damage_before_the_snapshot_is_set_aside() throws IOException {
    damage(1);
    RepairResult.Repaired<Counter, CounterEvent> repaired = repair();
    repaired.document().close();
    assertThat(repaired.findings())
        .containsExactly("set aside: damage before the snapshot, kept as 000000000001.jsonl.aside");
    assertThat(segment().resolveSibling("000000000001.jsonl.aside")).isNotEmptyFile();
    assertSound(3);
  }

  @Test
  void a_history_without_damage_is_unchanged() throws IOException {
    byte[] before = Files.readAllBytes(segment());
    RepairResult.Repaired<Counter, CounterEvent> repaired = repair();
    repaired.document().close();
    assertThat(repaired.findings()).isEmpty();
    assertThat(Files.readAllBytes(segment())).isEqualTo(before);
  }
}

package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.spec.journal.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When blocks are written, evicted and consolidated. */
class BlockPersistenceTest extends StoreFixture {

  @Test
  void an_edit_is_in_memory_at_once_and_in_the_file_after_half_a_second() throws IOException {
    append(notes(), "a");
    clock.turn(Duration.ofMillis(400));
    append(notes(), "b");
    clock.turn(Duration.ofMillis(499));
    assertThat(notes().text()).isEqualTo("a\nb");
    assertThat(file()).endsWith("---\n");
    assertThat(notes().status().isAheadOfDisk()).isTrue();
    clock.turn(Duration.ofMillis(1));
    assertThat(file()).endsWith("---\na\nb\n");
    assertThat(notes().status().isAheadOfDisk()).isFalse();
  }

  @Test
  void continuous_edits_are_in_the_file_after_five_seconds() throws IOException {
    for (int i = 0; i < 13; i++) {
      append(notes(), "line " + i);
      assertThat(file()).doesNotContain("line");
      clock.turn(Duration.ofMillis(400));
    }
    assertThat(file()).contains("line 12");
  }

  @Test
  void an_explicit_persist_cancels_the_pending_one() throws IOException {
    append(notes(), "first");
    for (int i = 0; i < 12; i++) {
      clock.turn(Duration.ofMillis(400));
      append(notes(), "line " + i);
    }
    assertThat(notes().persist().isAheadOfDisk()).isFalse();
    append(notes(), "later");
    clock.turn(Duration.ofMillis(499));
    assertThat(file()).as("five seconds after the first edit").endsWith("line 11\n");
    clock.turn(Duration.ofMillis(1));
    assertThat(file()).endsWith("later\n");
  }

  @Test
  void without_auto_persist_a_block_is_written_only_when_asked_to() throws IOException {
    settings = settings.withoutAutoPersist();
    append(notes(), "a");
    clock.turn(Duration.ofHours(1));
    assertThat(file()).doesNotContain("a\n");
    notes().persist();
    assertThat(file()).endsWith("a\n");
  }

  @Test
  void auto_persist_of_one_block_is_switched_off_and_on() throws IOException {
    settings = settings.withMaxOpen(1);
    notes().setAutoPersist(false);
    append(notes(), "a");
    append(store().create("ann", "other", BlockKind.TEXT), "b");
    clock.turn(IDLE);
    assertThat(store().openCount()).as("the unwritten block stays").isEqualTo(2);
    assertThat(file()).doesNotContain("a\n");
    assertThat(Files.readString(folder.resolve("ann/other.block"))).endsWith("b\n");
    notes().persist();
    notes().setAutoPersist(true);
    append(notes(), "c");
    clock.turn(IDLE);
    assertThat(file()).endsWith("a\nc\n");
  }

  @Test
  void in_a_store_without_auto_persist_unwritten_blocks_are_not_evicted() {
    settings = settings.withoutAutoPersist().withMaxOpen(1);
    for (int i = 0; i < 3; i++) {
      append(store().create("ann", "b" + i, BlockKind.LOG), "entry " + i);
    }
    clock.turn(Duration.ofHours(1));
    assertThat(notes().text()).isEmpty();
    assertThat(store().openCount()).isEqualTo(4);
    store().list("ann").forEach(Block::persist);
    assertThat(store().openCount()).isEqualTo(1);
  }

  @Test
  void the_durability_of_the_caller_decides_when_an_edit_is_forced_to_disk() {
    List<String> calls = new ArrayList<>();
    Disk disk = FailingDisk.observed(Disk.system(), call -> calls.add(call.kind().toString()));
    FileJournal.Settings journals = FileJournal.Settings.defaults().withDisk(disk);
    settings = settings.withJournals(journals.withDurability(Durability.none()));
    Block notes = notes();
    calls.clear();
    append(notes, "a");
    assertThat(calls).isNotEmpty().doesNotContain("FORCE");
    assertThat(notes.undo()).isPresent();
    assertThat(calls).as("an undo always is").contains("FORCE");
    restart();
    settings = settings.withJournals(journals.withDurability(Durability.everyRecord()));
    calls.clear();
    append(notes(), "b");
    assertThat(calls).contains("FORCE");
  }

  @Test
  void a_failed_persist_is_reported_and_tried_again() throws IOException {
    append(notes(), "a");
    setWritable("notes", false);
    clock.turn(IDLE);
    assertThat(failures).hasSize(1);
    assertThat(notes().text()).isEqualTo("a");
    assertThat(notes().status().failure()).contains(failures.getFirst());
    clock.turn(Duration.ofSeconds(5));
    assertThat(failures).hasSize(2);
    setWritable("notes", true);
    clock.turn(Duration.ofSeconds(5));
    assertThat(failures).hasSize(2);
    assertThat(file()).endsWith("a\n");
    assertThat(notes().status().failure()).isEmpty();
  }

  private static Stream<Arguments> moves() {
    return Stream.of(
        move("undo", Block::undo),
        move("undo own", Block::undoOwn),
        move(
            "rollback",
            block -> {
              assertThat(block.rollback("m1").isComplete()).isTrue();
              return Optional.of(block.status());
            }),
        move("switch", block -> block.switchTo(HistoryPoint.BASE)));
  }

  private static Arguments move(String name, Function<Block, Optional<Block.Status>> move) {
    return Arguments.of(name, move);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("moves")
  void what_was_undone_stays_undone_if_the_file_cannot_be_written(
      String name, Function<Block, Optional<Block.Status>> move) throws IOException {
    Block ann = notes().by(Origin.of("ann", "s", "m1"));
    append(ann, "a");
    ann.persist();
    setWritable("notes", false);
    Block.Status status = move.apply(ann).orElseThrow();
    assertThat(status.isAheadOfDisk()).isTrue();
    assertThat(failures).hasSize(1);
    assertThat(status.failure()).contains(failures.getFirst());
    assertThat(ann.text()).isEmpty();
    setWritable("notes", true);
    clock.turn(Duration.ofSeconds(5));
    assertThat(file()).endsWith("---\n");
    assertThat(ann.status().failure()).isEmpty();
  }

  @Test
  void an_undo_whose_file_cannot_be_written_is_in_the_history_before_it_answers()
      throws IOException {
    append(notes(), "a");
    notes().persist();
    setWritable("notes", false);
    assertThat(notes().undo()).isPresent();
    try (BlockStore other = BlockStore.in(folder, settings.withoutAutoPersist())) {
      assertThat(other.get("ann", "notes").orElseThrow().text()).isEmpty();
    }
  }

  @Test
  void what_a_process_did_not_write_is_written_when_the_block_is_used_again() throws IOException {
    BlockSettings standard = settings;
    settings = settings.withoutAutoPersist();
    append(notes(), "a");
    restart();
    settings = standard;
    assertThat(notes().status().isAheadOfDisk()).isTrue();
    clock.turn(IDLE);
    assertThat(file()).endsWith("a\n");
  }

  @Test
  void an_undo_is_in_the_file_before_it_answers() throws IOException {
    append(notes(), "a");
    clock.turn(IDLE);
    append(notes(), "b");
    assertThat(store().undoBlock("ann", "notes")).isTrue();
    assertThat(file()).endsWith("---\na\n");
    assertThat(store().undoBlock("ann", "notes")).isTrue();
    assertThat(file()).endsWith("---\n");
  }

  @Test
  void an_evicted_block_loses_nothing() {
    settings = settings.withMaxOpen(2);
    for (int i = 0; i < 6; i++) {
      append(store().create("ann", "b" + i, BlockKind.LOG), "entry " + i);
      assertThat(store().openCount()).isLessThanOrEqualTo(2);
    }
    for (int i = 0; i < 6; i++) {
      Block block = store().get("ann", "b" + i).orElseThrow();
      assertThat(block.text()).isEqualTo("entry " + i);
      assertThat(block.undo()).isPresent();
    }
  }

  @Test
  void an_idle_block_is_evicted_without_another_call() {
    append(notes(), "a");
    store().create("ann", "other", BlockKind.TEXT);
    clock.turn(Duration.ofMinutes(9));
    notes().text();
    assertThat(store().openCount()).isEqualTo(2);
    clock.turn(Duration.ofMinutes(1));
    assertThat(store().openCount()).as("the other one").isEqualTo(1);
    clock.turn(Duration.ofMinutes(9));
    assertThat(store().openCount()).isZero();
    assertThat(notes().text()).isEqualTo("a");
    clock.turn(Duration.ofMinutes(10));
    assertThat(store().openCount()).isZero();
  }

  @Test
  void a_block_whose_write_failed_is_not_evicted_and_is_written_later() throws IOException {
    settings = settings.withMaxOpen(1);
    append(notes(), "a");
    setWritable("notes", false);
    clock.turn(IDLE);
    append(store().create("ann", "other", BlockKind.TEXT), "b");
    clock.turn(Duration.ofMinutes(11));
    assertThat(store().openCount()).isEqualTo(1);
    assertThat(failures).hasSize(2);
    setWritable("notes", true);
    clock.turn(Duration.ofSeconds(5));
    assertThat(file()).endsWith("a\n");
    clock.turn(Duration.ofMinutes(10));
    assertThat(store().openCount()).isZero();
  }

  @Test
  void a_block_that_cannot_be_written_when_it_is_to_be_evicted_stays_and_is_written_later()
      throws IOException {
    settings = settings.withMaxOpen(1);
    append(notes(), "a");
    setWritable("notes", false);
    append(store().create("ann", "other", BlockKind.TEXT), "b");
    assertThat(store().openCount()).isEqualTo(2);
    assertThat(failures).hasSize(1);
    setWritable("notes", true);
    clock.turn(Duration.ofSeconds(5));
    assertThat(file()).endsWith("a\n");
    append(store().get("ann", "other").orElseThrow(), "c");
    assertThat(store().openCount()).isEqualTo(1);
  }

  @Test
  void steps_within_fifty_steps_or_seven_days_are_kept_and_the_state_is_never_lost() {
    for (int i = 0; i < 120; i++) {
      append(notes(), "line " + i);
    }
    notes().persist();
    assertThat(notes().status().undoDepth()).as("younger than 7 days").isEqualTo(120);
    clock.turn(Duration.ofDays(8));
    append(notes(), "last");
    clock.turn(IDLE);
    assertThat(notes().status().undoDepth()).as("the newest 50 steps").isEqualTo(50);
    restart();
    assertThat(notes().text().lines()).hasSize(121);
    while (notes().undo().isPresent()) {
      assertThat(notes().status().undoDepth()).isLessThan(50);
    }
    assertThat(notes().text().lines()).hasSize(71);
  }

  private int keptOfTenOldSteps(RetentionPolicy retention) {
    settings = settings.withRetention(retention);
    for (int i = 0; i < 10; i++) {
      append(notes(), "line " + i);
      clock.turn(Duration.ofDays(1));
    }
    assertThat(notes().text().lines()).hasSize(10);
    return notes().persist().undoDepth();
  }

  @Test
  void the_number_of_steps_that_are_kept_is_set() {
    assertThat(keptOfTenOldSteps(new RetentionPolicy(2, Duration.ZERO, 9))).isEqualTo(2);
  }

  @Test
  void the_age_of_steps_that_are_kept_is_set() {
    RetentionPolicy fourDays = new RetentionPolicy(2, Duration.ofHours(4 * 24 + 12), 9);
    assertThat(keptOfTenOldSteps(fourDays)).isEqualTo(4);
  }

  @Test
  void the_depth_above_which_steps_are_discarded_is_set() {
    assertThat(keptOfTenOldSteps(new RetentionPolicy(2, Duration.ZERO, 10))).isEqualTo(10);
  }
}

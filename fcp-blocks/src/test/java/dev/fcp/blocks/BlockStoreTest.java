package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.verbs.form.OperationRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockStoreTest {

  private static final Duration IDLE = Duration.ofMillis(500);
  private static final Origin BOB = Origin.of("bob");

  @TempDir private Path folder;

  private final ManualClock clock = new ManualClock();
  private final List<String> failures = new ArrayList<>();
  private BlockSettings settings =
      BlockSettings.standard()
          .withSessions(new SessionSettings(clock, new UlidGenerator(clock, new Random(1))))
          .withClock(clock)
          .withFailureListener(failures::add);
  private Optional<BlockStore> opened = Optional.empty();

  private BlockStore store() {
    BlockStore store = opened.orElseGet(() -> BlockStore.in(folder, settings));
    opened = Optional.of(store);
    return store;
  }

  @AfterEach
  void close() {
    opened.ifPresent(BlockStore::close);
    opened = Optional.empty();
  }

  /** Closes the store; the next one reads everything from disk. */
  private void restart() {
    close();
  }

  private Block notes() {
    return store().get("ann", "notes").orElseGet(() -> newBlock(BlockKind.TEXT));
  }

  private Block newBlock(BlockKind kind) {
    return store().create("ann", "notes", kind);
  }

  private static void append(Block block, String text) {
    block.edit("append", editor -> editor.append(text));
  }

  private String file() throws IOException {
    return Files.readString(folder.resolve("ann/notes.block"));
  }

  @Test
  void an_empty_block_has_no_text_and_nothing_to_undo() throws IOException {
    assertThat(notes().text()).isEmpty();
    assertThat(notes().status()).isEqualTo(new Block.Status(0, false, List.of()));
    assertThat(file()).isEqualTo("---\nkind: text\npermission: read-write\n---\n");
  }

  @Test
  void undo_without_a_history_undoes_nothing() {
    notes();
    assertThat(store().undoBlock("ann", "notes")).isFalse();
    assertThat(store().redoBlock("ann", "notes")).isFalse();
    assertThat(notes().undoOwn()).isFalse();
    assertThat(store().undoDepth("ann", "notes")).isZero();
  }

  @Test
  void undo_of_an_unknown_block_is_an_error() {
    assertThatThrownBy(() -> store().undoBlock("ann", "other"))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("there is no block 'other' of ann");
  }

  @Test
  void blocks_are_listed_and_deleted_and_a_label_is_used_once() {
    Block notes = notes();
    store().create("ann", "facts", BlockKind.MAP, "what I know", Permission.APPEND_ONLY);
    assertThat(store().list("ann").stream().map(Block::label)).containsExactly("facts", "notes");
    assertThat(store().list("bob")).isEmpty();
    assertThatThrownBy(() -> newBlock(BlockKind.LOG)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store().get("ann", "../x"))
        .isInstanceOf(IllegalArgumentException.class);
    append(notes, "x");
    assertThat(store().delete("ann", "notes")).isTrue();
    assertThat(store().delete("ann", "notes")).isFalse();
    assertThatThrownBy(notes::text).isInstanceOf(NoSuchElementException.class);
    assertThat(notes().status().undoDepth()).isZero();
  }

  @Test
  void rapid_edits_are_undone_one_by_one_to_the_beginning() {
    for (int i = 0; i < 20; i++) {
      append(notes(), "line " + i);
    }
    assertThat(notes().status().undoDepth()).isEqualTo(20);
    for (int i = 20; i > 0; i--) {
      assertThat(notes().text().lines()).hasSize(i);
      assertThat(store().undoBlock("ann", "notes")).isTrue();
    }
    assertThat(notes().text()).isEmpty();
    assertThat(store().undoBlock("ann", "notes")).isFalse();
  }

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
    append(notes(), "a");
    assertThat(notes().persist().isAheadOfDisk()).isFalse();
    assertThat(file()).endsWith("a\n");
    Files.setLastModifiedTime(folder.resolve("ann/notes.block"), FileTime.fromMillis(0));
    clock.turn(IDLE);
    assertThat(Files.getLastModifiedTime(folder.resolve("ann/notes.block")).toMillis()).isZero();
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
    assertThat(notes.undo()).isTrue();
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
    Path file = folder.resolve("ann/notes.block");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    clock.turn(IDLE);
    assertThat(failures).hasSize(1);
    assertThat(notes().text()).isEqualTo("a");
    clock.turn(Duration.ofSeconds(5));
    assertThat(failures).hasSize(2);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    clock.turn(Duration.ofSeconds(5));
    assertThat(failures).hasSize(2);
    assertThat(file()).endsWith("a\n");
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
  void a_guard_is_one_step_and_one_persist() throws IOException {
    append(notes(), "before");
    try (Block.StepGuard guard = notes().guard("plan")) {
      guard.edit(editor -> editor.append("a"));
      guard.edit(editor -> editor.append("b"));
      clock.turn(Duration.ofMinutes(1));
      assertThat(file()).doesNotContain("a\n");
    }
    assertThat(file()).endsWith("before\na\nb\n");
    assertThat(notes().status().undoDepth()).isEqualTo(2);
    assertThat(notes().undo()).isTrue();
    assertThat(notes().text()).isEqualTo("before");
  }

  @Test
  void a_guard_keeps_what_was_done_before_its_body_throws() throws IOException {
    Block notes = notes();
    assertThatThrownBy(() -> failingGuard(notes)).hasMessage("a bug");
    restart();
    assertThat(notes().text()).isEqualTo("a");
    assertThat(file()).endsWith("a\n");
    assertThat(notes().status().undoDepth()).isEqualTo(1);
  }

  private static void failingGuard(Block block) {
    try (Block.StepGuard guard = block.guard("plan")) {
      guard.edit(editor -> editor.append("a"));
      guard.edit(editor -> {
        editor.append("half");
        throw new IllegalStateException("a bug");
      });
    }
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
  void undo_stops_at_the_change_of_another_actor_and_undo_of_ones_own_goes_on() {
    append(notes(), "from ann");
    append(notes().by(BOB), "from bob");
    assertThatThrownBy(() -> store().undoBlock("ann", "notes"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("is by bob; undoOwn() takes yours");
    assertThat(notes().undoOwn()).isTrue();
    assertThat(notes().text()).isEqualTo("from bob");
    restart();
    assertThat(notes().redoOwn()).isTrue();
    assertThat(notes().text()).isEqualTo("from ann\nfrom bob");
  }

  @Test
  void two_agents_edit_one_line_of_a_text_and_each_undoes_its_own() {
    append(notes(), "Zoe likes tea in the morning.");
    Block bob = notes().by(BOB);
    notes().edit("drink", editor -> editor.replace("tea", "coffee"));
    bob.edit("time", editor -> editor.replace("morning", "evening"));
    restart();
    assertThat(notes().undoOwn()).isTrue();
    assertThat(notes().text()).isEqualTo("Zoe likes tea in the evening.");
    assertThat(notes().redoOwn()).isTrue();
    assertThat(notes().by(BOB).undoOwn()).isTrue();
    assertThat(notes().text()).isEqualTo("Zoe likes coffee in the morning.");
  }

  @Test
  void undo_of_a_word_that_another_agent_replaced_since_keeps_both_and_lists_it() {
    append(notes(), "Zoe likes tea.");
    notes().by(Origin.of("ann", "s", "m1")).edit("x", editor -> editor.replace("tea", "milk"));
    notes().by(BOB).edit("x", editor -> editor.replace("milk", "cocoa"));
    RollbackPlan<BlockEvent> plan = notes().rollback("m1");
    assertThat(notes().text()).isEqualTo("Zoe likes cocoatea.");
    assertThat(plan.superseded()).isNotEmpty();
  }

  @Test
  void a_field_that_another_agent_set_since_keeps_its_value() {
    Block map = newBlock(BlockKind.MAP);
    map.edit("drink", editor -> editor.set("drinks", "tea"));
    map.by(Origin.of("zoe", "s", "m1")).edit("drink", editor -> editor.set("drinks", "coffee"));
    map.by(BOB).edit("drink", editor -> editor.set("drinks", "cocoa"));
    RollbackPlan<BlockEvent> plan = map.rollback("m1");
    assertThat(plan.events()).isEmpty();
    assertThat(plan.superseded()).isNotEmpty();
    assertThat(map.text()).isEqualTo("drinks: cocoa");
  }

  @Test
  void a_log_keeps_its_newest_entries_in_view() {
    Block log = newBlock(BlockKind.LOG);
    log.edit("view", editor -> editor.property("view", "2"));
    for (int i = 1; i <= 5; i++) {
      append(log, "entry " + i);
    }
    assertThat(log.content().valuesInView(Optional.empty())).containsExactly("entry 4", "entry 5");
    assertThat(log.content().values(Optional.empty())).hasSize(5);
  }

  @Test
  void a_letter_is_not_replaced_without_its_accent() {
    append(notes(), "cafe\u0301 open");
    assertThatThrownBy(() -> notes().edit("x", editor -> editor.replace("cafe", "bar")))
        .hasMessage("the text does not contain \"cafe\"");
    notes().edit("x", editor -> editor.replace("e", "E"));
    assertThat(notes().text()).isEqualTo("cafe\u0301 opEn");
  }

  @Test
  void a_message_is_rolled_back_after_a_restart() {
    Block agent = notes().by(Origin.of("agent", "s", "m1"));
    append(agent, "a");
    append(notes().by(BOB), "b");
    append(agent, "c");
    restart();
    assertThat(notes().rollback("m1").isComplete()).isTrue();
    assertThat(notes().text()).isEqualTo("b");
    assertThat(notes().undo()).isTrue();
    assertThat(notes().text()).isEqualTo("a\nb\nc");
  }

  @Test
  void a_chain_of_undo_redo_and_restarts_equals_the_run_without_restarts() {
    List<String> with = chain(true);
    store().delete("ann", "notes");
    assertThat(chain(false)).isEqualTo(with);
  }

  private List<String> chain(boolean restarts) {
    List<String> texts = new ArrayList<>();
    Random random = new Random(7);
    for (int i = 0; i < 60; i++) {
      switch (random.nextInt(4)) {
        case 0 -> append(notes(), "line " + i);
        case 1 -> notes().redo();
        case 2 -> notes().undo();
        case 3 -> {
          if (restarts) {
            restart();
          }
        }
        default -> throw new AssertionError();
      }
      texts.add(notes().text() + notes().status().undoDepth());
    }
    return texts;
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
      assertThat(block.undo()).isTrue();
    }
  }

  @Test
  void an_idle_block_is_evicted() {
    append(notes(), "a");
    store().create("ann", "other", BlockKind.TEXT);
    assertThat(store().openCount()).isEqualTo(2);
    clock.turn(Duration.ofMinutes(11));
    append(store().get("ann", "other").orElseThrow(), "b");
    assertThat(store().openCount()).isEqualTo(1);
    assertThat(notes().text()).isEqualTo("a");
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
    while (notes().undo()) {
      assertThat(notes().status().undoDepth()).isLessThan(50);
    }
    assertThat(notes().text().lines()).hasSize(71);
  }

  @Test
  void the_retention_is_set() {
    settings = settings.withRetention(new RetentionPolicy(2, Duration.ZERO, 3));
    for (int i = 0; i < 10; i++) {
      append(notes(), "line " + i);
    }
    assertThat(notes().persist().undoDepth()).isEqualTo(2);
    assertThat(notes().text().lines()).hasSize(10);
  }

  @Test
  void a_refused_edit_says_which_permission_it_needs() {
    Block block = store().create("ann", "notes", BlockKind.TEXT, "", Permission.APPEND_ONLY);
    append(block, "a");
    assertThatThrownBy(() -> block.edit("x", editor -> editor.replace("a", "b")))
        .isInstanceOf(OperationRefusedException.class)
        .hasMessage("this block is append-only; replace needs read-write");
    Block sealed = store().create("ann", "sealed", BlockKind.TEXT, "", Permission.READ_ONLY);
    assertThatThrownBy(() -> append(sealed, "a"))
        .hasMessage("this block is read-only; append needs append-only");
    assertThat(sealed.text()).isEmpty();
  }

  @Test
  void a_trusted_caller_may_ignore_the_permission_and_that_is_recorded() {
    Block block = store().create("ann", "notes", BlockKind.LOG, "", Permission.READ_ONLY);
    append(block.trusted(), "a");
    block.trusted().edit("open", editor -> editor.property("permission", "append-only"));
    append(block, "b");
    assertThat(block.text()).isEqualTo("a\nb");
    List<Map<String, String>> provenance =
        store()
            .read(
                new BlockStore.BlockId("ann", "notes"),
                open ->
                    open.session().state().undoableSteps(3).stream()
                        .<Map<String, String>>map(step -> step.origin().provenance())
                        .toList());
    assertThat(provenance)
        .containsExactly(Map.of("trusted", "yes"), Map.of("trusted", "yes"), Map.of());
  }

  @Test
  void undo_does_not_bypass_the_permission() {
    Block block = store().create("ann", "notes", BlockKind.TEXT, "", Permission.READ_WRITE);
    append(block, "a");
    block.trusted().edit("close", editor -> editor.property("permission", "read-only"));
    assertThatThrownBy(block::undo).hasMessage("this block is read-only; undo needs append-only");
    assertThatThrownBy(block::undoOwn).hasMessageContaining("undo own needs append-only");
    block.trusted().edit("open", editor -> editor.property("permission", "append-only"));
    assertThatThrownBy(block::undo)
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "the change \"open\" of block 'notes' of ann was made by a trusted caller; undo needs"
                + " one");
    append(block, "b");
    assertThat(block.undo()).isTrue();
    assertThat(block.trusted().undo()).isTrue();
    assertThat(block.trusted().undo()).isTrue();
    assertThat(block.undo()).isTrue();
    assertThat(block.text()).isEmpty();
  }

  @Test
  void a_bound_file_is_written_by_save_and_undo_changes_memory_only() throws IOException {
    Path file = Files.writeString(folder.resolve("user.md"), "one\ntwo\n");
    Block block = store().bind("ann", "notes", file);
    append(block, "three");
    clock.turn(Duration.ofMinutes(1));
    assertThat(Files.readString(file)).isEqualTo("one\ntwo\n");
    assertThat(block.save().isAheadOfDisk()).isFalse();
    assertThat(block.undo()).isTrue();
    assertThat(block.status().isAheadOfDisk()).isTrue();
    assertThat(Files.readString(file)).isEqualTo("one\ntwo\nthree\n");
    restart();
    assertThat(notes().text()).isEqualTo("one\ntwo");
    assertThat(notes().status().isAheadOfDisk()).isTrue();
    assertThat(notes().reload().isAheadOfDisk()).isFalse();
    assertThat(notes().text()).isEqualTo("one\ntwo\nthree");
    store().delete("ann", "notes");
    assertThat(file).exists();
  }

  @Test
  void an_edit_of_the_file_by_another_program_is_a_step() throws IOException {
    Path file = Files.writeString(folder.resolve("user.md"), "one\ntwo\n");
    Block block = store().bind("ann", "notes", file);
    append(block, "three");
    Files.writeString(file, "ONE\ntwo\n");
    assertThat(block.text()).isEqualTo("ONE\ntwo\nthree");
    assertThat(block.status().conflicts()).isEmpty();
    assertThat(block.status().undoDepth()).isEqualTo(2);
  }

  @Test
  void if_the_block_and_its_file_both_changed_a_line_both_versions_are_kept() throws IOException {
    Path file = Files.writeString(folder.resolve("user.md"), "one\ntwo\n");
    Block block = store().bind("ann", "notes", file);
    block.edit("mine", editor -> editor.replace("one", "mine"));
    Files.writeString(file, "theirs\ntwo\n");
    assertThat(block.text()).isEqualTo("mine\ntwo");
    assertThat(block.status().conflicts())
        .containsExactly(
            "it contradicts what was changed here since: line 1.body was edited since at the same"
                + " place");
    assertThat(Files.readString(file)).isEqualTo("theirs\ntwo\n");
    block.reload();
    assertThat(block.text()).isEqualTo("theirs\ntwo");
    assertThat(block.status().conflicts()).isEmpty();
    assertThat(block.undo()).isTrue();
    assertThat(block.text()).isEqualTo("mine\ntwo");
    block.save();
    assertThat(Files.readString(file)).isEqualTo("mine\ntwo\n");
  }

  /** Journals in memory, as a database would provide them. */
  private static final class MemoryJournals implements BlockJournals {

    private final Map<String, InMemoryJournal> journals = new TreeMap<>();

    @Override
    public Journal open(String agent, String label) {
      return journals.computeIfAbsent(agent + "/" + label, name -> InMemoryJournal.empty());
    }

    @Override
    public List<String> labels(String agent) {
      return journals.keySet().stream()
          .filter(name -> name.startsWith(agent + "/"))
          .map(name -> name.substring(agent.length() + 1))
          .toList();
    }

    @Override
    public void delete(String agent, String label) {
      journals.remove(agent + "/" + label);
    }
  }

  @Test
  void blocks_in_journals_need_no_files() {
    MemoryJournals journals = new MemoryJournals();
    try (BlockStore store = BlockStore.over(journals, settings.withMaxOpen(1))) {
      append(store.create("ann", "notes", BlockKind.TEXT), "a");
      append(store.create("ann", "other", BlockKind.LIST), "b");
      assertThat(store.openCount()).isEqualTo(1);
      assertThat(store.get("ann", "notes").orElseThrow().text()).isEqualTo("a");
      assertThat(store.undoBlock("ann", "notes")).isTrue();
      assertThat(store.get("ann", "notes").orElseThrow().persist().undoDepth()).isZero();
      assertThat(store.delete("ann", "other")).isTrue();
      assertThat(store.list("ann").stream().map(Block::label)).containsExactly("notes");
    }
  }

  @Test
  void the_file_of_each_kind_is_readable_and_takes_every_value() throws IOException {
    Block block = newBlock(BlockKind.COMPOSITE);
    block.edit(
        "fill",
        editor -> {
          editor.addSection("notes", BlockKind.TEXT);
          editor.in("notes").append("## x (log)", " as it is ");
          editor.addSection("facts", BlockKind.MAP);
          editor.in("facts").set("city", "Graz");
          editor.addSection("todo", BlockKind.LIST);
          editor.in("todo").append("milk", "two\nlines");
          editor.addSection("diary", BlockKind.LOG);
          editor.in("diary").append("## y (map)");
        });
    block.persist();
    assertThat(file())
        .endsWith(
            """
            ---
            ## notes (text)
            \\## x (log)
             as it is\s
            ## facts (map)
            city: Graz
            ## todo (list)
            - milk
            - "two\\nlines"
            ## diary (log)
            "## y (map)"
            """);
    restart();
    assertThat(notes().content().values(Optional.of("notes")))
        .containsExactly("## x (log)", " as it is ");
    assertThat(notes().content().values(Optional.of("todo"))).containsExactly("milk", "two\nlines");
    assertThat(notes().content().values(Optional.of("diary"))).containsExactly("## y (map)");
  }

  @Test
  void a_block_without_front_matter_is_a_text() {
    assertThat(BlockFiles.DOMAIN.format().read(BlockFiles.bytes("a\n---\n")))
        .isInstanceOf(ReadResult.Readable.class);
    BlockContent content = BlockContent.of(BlockFiles.read(BlockFiles.bytes("a\n---\n")));
    assertThat(content.kind()).isEqualTo(BlockKind.TEXT);
    assertThat(content.text(Optional.empty())).contains("a\n---");
  }

  @Test
  void what_a_hand_wrote_wrong_into_the_front_matter_is_said_and_counts_as_something() {
    String file = "---\nkind: tree\npermission: all\nschema: x\n---\na\n";
    assertThat(BlockContent.of(BlockFiles.read(BlockFiles.bytes(file))).misunderstood())
        .containsExactly(
            "\"tree\" is not a kind; those are text, map, list, log, composite; it counts as text",
            "\"all\" is not a permission; those are read-only, append-only, read-write; it counts"
                + " as read-only",
            "\"x\" is not a schema; fields have any value");
  }
}

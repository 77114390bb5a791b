package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.verbs.form.OperationRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BlockStoreTest extends StoreFixture {

  @Test
  void an_empty_block_has_no_text_and_nothing_to_undo() throws IOException {
    assertThat(notes().text()).isEmpty();
    assertThat(notes().status()).isEqualTo(new Block.Status(0, false, List.of(), Optional.empty()));
    assertThat(file()).isEqualTo("---\nkind: text\npermission: read-write\n---\n");
  }

  @Test
  void undo_without_a_history_undoes_nothing() {
    notes();
    assertThat(store().undoBlock("ann", "notes")).isFalse();
    assertThat(store().redoBlock("ann", "notes")).isFalse();
    assertThat(notes().undoOwn()).isEmpty();
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

  /** Whether a block is there, which every way to ask answers alike. */
  private boolean isThere() {
    boolean isThere = store().get("ann", "notes").isPresent();
    assertThat(store().list("ann").stream().anyMatch(block -> block.label().equals("notes")))
        .isEqualTo(isThere);
    return isThere;
  }

  @Test
  void a_block_that_another_store_deleted_is_gone_for_all_and_its_pending_write_is_dropped() {
    append(notes(), "a");
    Block notes = notes();
    try (BlockStore other = BlockStore.in(folder, settings)) {
      assertThat(other.delete("ann", "notes")).isTrue();
    }
    assertThat(isThere()).isFalse();
    assertThatThrownBy(notes::text).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(() -> append(notes, "b")).isInstanceOf(NoSuchElementException.class);
    clock.turn(Duration.ofMinutes(1));
    assertThat(isThere()).isFalse();
    assertThat(notes().status().undoDepth()).as("created again").isZero();
    assertThat(notes().text()).isEmpty();
  }

  @Test
  void a_block_that_another_store_deleted_does_not_come_back_by_its_pending_write() {
    append(notes(), "a");
    try (BlockStore other = BlockStore.in(folder, settings)) {
      assertThat(other.delete("ann", "notes")).isTrue();
    }
    clock.turn(Duration.ofMinutes(1));
    assertThat(isThere()).isFalse();
    close();
    assertThat(isThere()).isFalse();
  }

  @Test
  void a_block_that_another_store_deleted_and_created_again_is_the_new_one() {
    append(notes(), "a");
    Block notes = notes();
    try (BlockStore other = BlockStore.in(folder, settings)) {
      assertThat(other.delete("ann", "notes")).isTrue();
      append(other.create("ann", "notes", BlockKind.LOG), "new");
    }
    assertThat(notes.text()).isEqualTo("new");
    assertThat(notes.status().undoDepth()).isEqualTo(1);
  }

  @Test
  void a_block_whose_file_was_removed_is_there_as_long_as_its_history() throws IOException {
    append(notes(), "a");
    notes().persist();
    restart();
    Files.delete(folder.resolve("ann/notes.block"));
    assertThat(isThere()).isTrue();
    assertThat(notes().text()).isEqualTo("a");
    assertThat(store().delete("ann", "notes")).isTrue();
    assertThat(isThere()).isFalse();
  }

  @Test
  void a_new_block_takes_nothing_from_one_whose_file_was_removed() throws IOException {
    append(notes(), "a");
    notes().undo();
    restart();
    Files.delete(folder.resolve("ann/notes.block"));
    Block other = store().create("ann", "other", BlockKind.TEXT);
    assertThat(other.status().undoDepth()).isZero();
    assertThat(other.redo()).as("the history of notes").isEmpty();
    assertThat(isThere()).as("the block whose file was removed").isTrue();
    assertThat(notes().redo()).isPresent();
    assertThat(notes().text()).isEqualTo("a");
    assertThat(other.text()).isEmpty();
  }

  @Test
  void a_closed_store_refuses_every_use() {
    Block notes = notes();
    BlockStore closed = store();
    Block.StepGuard guard = notes.guard("plan");
    restart();
    List<ThrowingCallable> uses =
        List.of(
            notes::text,
            () -> append(notes, "a"),
            notes::undo,
            () -> notes.setAutoPersist(false),
            () -> guard.edit(editor -> editor.append("a")),
            () -> closed.create("ann", "other", BlockKind.TEXT),
            () -> closed.bind("ann", "other", folder),
            () -> closed.get("ann", "notes"),
            () -> closed.list("ann"),
            () -> closed.delete("ann", "notes"));
    assertThat(uses)
        .allSatisfy(use ->
            assertThatThrownBy(use)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the store is closed"));
    guard.close();
    closed.close();
    assertThat(closed.openCount()).isZero();
    assertThat(notes().text()).isEmpty();
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
  void undo_stops_at_the_change_of_another_actor_and_undo_of_ones_own_goes_on() {
    append(notes(), "from ann");
    append(notes().by(BOB), "from bob");
    assertThatThrownBy(() -> store().undoBlock("ann", "notes"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("is by bob; undoOwn() takes yours");
    assertThat(notes().undoOwn()).isPresent();
    assertThat(notes().text()).isEqualTo("from bob");
    restart();
    assertThat(notes().redoOwn()).isPresent();
    assertThat(notes().text()).isEqualTo("from ann\nfrom bob");
  }

  @Test
  void two_agents_edit_one_line_of_a_text_and_each_undoes_its_own() {
    append(notes(), "Zoe likes tea in the morning.");
    Block bob = notes().by(BOB);
    notes().edit("drink", editor -> editor.replace("tea", "coffee"));
    bob.edit("time", editor -> editor.replace("morning", "evening"));
    restart();
    assertThat(notes().undoOwn()).isPresent();
    assertThat(notes().text()).isEqualTo("Zoe likes tea in the evening.");
    assertThat(notes().redoOwn()).isPresent();
    assertThat(notes().by(BOB).undoOwn()).isPresent();
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
    assertThat(notes().undo()).isPresent();
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
    assertThat(block.undo()).isPresent();
    assertThat(block.trusted().undo()).isPresent();
    assertThat(block.trusted().undo()).isPresent();
    assertThat(block.undo()).isPresent();
    assertThat(block.text()).isEmpty();
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
  void a_block_in_a_journal_that_a_process_only_began_to_create_is_none() {
    MemoryJournals journals = new MemoryJournals();
    journals.open("ann", "notes").close();
    try (BlockStore store = BlockStore.over(journals, settings)) {
      assertThat(store.get("ann", "notes")).isEmpty();
      assertThat(store.list("ann")).isEmpty();
      assertThat(store.delete("ann", "notes")).isFalse();
      append(store.create("ann", "notes", BlockKind.LOG), "a");
      assertThat(store.list("ann")).hasSize(1);
      assertThat(store.get("ann", "notes").orElseThrow().content().kind()).isEqualTo(BlockKind.LOG);
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

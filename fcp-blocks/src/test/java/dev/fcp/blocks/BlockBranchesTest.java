package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.History.Branch;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was undone before an edit stays, and can be switched to. */
class BlockBranchesTest {

  @TempDir private Path folder;

  private Optional<BlockStore> opened = Optional.empty();

  private BlockStore store() {
    BlockStore store =
        opened.orElseGet(
            () -> BlockStore.in(folder, BlockSettings.standard().withoutAutoPersist()));
    opened = Optional.of(store);
    return store;
  }

  private Block notes() {
    return store().get("ann", "notes").orElseThrow();
  }

  private static void append(Block block, String text) {
    block.edit("append " + text, editor -> editor.append(text));
  }

  /** Makes a block of which "kept" was undone before "other" was appended. */
  @BeforeEach
  void createWithBranch() {
    store().create("ann", "notes", BlockKind.TEXT);
    append(notes(), "base");
    append(notes(), "kept");
    notes().undo();
    append(notes(), "other");
  }

  @AfterEach
  void restart() {
    opened.ifPresent(BlockStore::close);
    opened = Optional.empty();
  }

  private HistoryPoint keptBranch() {
    assertThat(notes().branches()).extracting(Branch::isCurrent).containsExactly(true, false);
    return notes().branches().getLast().end();
  }

  @Test
  void an_edit_after_an_undo_keeps_what_was_undone_as_a_branch() {
    assertThat(notes().text()).isEqualTo("base\nother");
    assertThat(store().redoBlock("ann", "notes")).isFalse();
    restart();
    Branch<BlockEvent> kept = notes().branches().getLast();
    assertThat(kept.lastStep().orElseThrow().label()).isEqualTo("append kept");
    assertThat(kept.stepCount()).isEqualTo(1);
  }

  @Test
  void one_switches_to_a_kept_branch_and_back_and_it_is_written_before_that_returns()
      throws IOException {
    HistoryPoint other = notes().branches().getFirst().end();
    assertThat(notes().switchTo(keptBranch())).isPresent();
    assertThat(notes().text()).isEqualTo("base\nkept");
    assertThat(Files.readString(folder.resolve("ann/notes.block"))).endsWith("---\nbase\nkept\n");
    assertThat(notes().switchTo(other)).isPresent();
    assertThat(notes().text()).isEqualTo("base\nother");
    assertThat(notes().switchTo(other)).isEmpty();
  }

  @Test
  void a_branch_is_switched_to_after_a_restart_and_undone_after_another() {
    restart();
    assertThat(notes().switchTo(keptBranch())).isPresent();
    restart();
    assertThat(notes().text()).isEqualTo("base\nkept");
    assertThat(notes().undo()).isPresent();
    assertThat(notes().text()).isEqualTo("base");
    restart();
    assertThat(notes().redo()).isPresent();
    assertThat(notes().switchTo(keptBranch())).isPresent();
    assertThat(notes().text()).isEqualTo("base\nother");
  }

  @Test
  void a_switch_does_not_undo_what_another_actor_did_unless_trusted() {
    HistoryPoint kept = keptBranch();
    append(notes().by(Origin.of("bob")), "from bob");
    assertThatThrownBy(() -> notes().switchTo(kept))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "the change \"append from bob\" of block 'notes' of ann on the way is by bob; only a"
                + " trusted caller switches over it");
    assertThat(notes().text()).isEqualTo("base\nother\nfrom bob");
    assertThat(notes().trusted().switchTo(kept)).isPresent();
    assertThat(notes().text()).isEqualTo("base\nkept");
  }

  @Test
  void a_switch_respects_the_permission() {
    HistoryPoint kept = keptBranch();
    notes().trusted().edit("close", editor -> editor.property("permission", "read-only"));
    assertThatThrownBy(() -> notes().switchTo(kept))
        .hasMessage("this block is read-only; switch needs append-only");
  }

  @Test
  void a_switch_to_an_unknown_point_is_refused() {
    StepId unknown = new StepId("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assertThatThrownBy(() -> notes().switchTo(HistoryPoint.after(unknown)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assertThat(notes().text()).isEqualTo("base\nother");
  }
}

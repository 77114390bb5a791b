package dev.fcp.benchmarks.table;

import dev.fcp.blocks.Block;
import dev.fcp.blocks.BlockKind;
import dev.fcp.blocks.BlockSettings;
import dev.fcp.blocks.BlockStore;
import java.io.IOException;
import java.util.List;

/** Measures appends to the log of an agent, and opening, editing and persisting a block. */
final class BlockProgram {

  private static final String AGENT = "ann";
  private static final String LOG = "log";

  private BlockProgram() {}

  /**
   * Measures everything.
   *
   * @param arguments scale, number of appends, a folder on the disk to measure
   */
  public static void main(String[] arguments) throws IOException {
    Scale scale = Scale.parse(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    try (TemporaryFolder temporary = TemporaryFolder.in(arguments[2])) {
      try (BlockStore store = BlockStore.in(temporary.path(), BlockSettings.standard())) {
        Block log = store.create(AGENT, LOG, BlockKind.LOG);
        Cost cost = Cost.of(() -> append(log, count));
        Result.print("block.append", count, Result.FCP, cost.cpuNanos() / count / 1e3);
        Result.print("block.append", count, "wall time", cost.wallNanos() / count / 1e3);
        Cost undo = Cost.of(log::undo);
        Result.print("block.undo", count, Result.FCP, undo.wallNanos() / 1e6);
      }
      List<Cost> cycles = Cost.ofRounds(scale.of(3, 15), 20, round -> () -> cycle(temporary));
      Result.print("block.cycle", count, Result.FCP, Cost.of(cycles, Cost::wallNanos, 1e6));
    }
  }

  private static void append(Block log, int count) {
    for (int i = 0; i < count; i++) {
      String entry = "entry " + i;
      log.edit("append", editor -> editor.append(entry));
    }
  }

  /** Opens the log in a new store, appends an entry and persists it. */
  private static void cycle(TemporaryFolder temporary) {
    try (BlockStore store = BlockStore.in(temporary.path(), BlockSettings.standard())) {
      Block log = store.get(AGENT, LOG).orElseThrow();
      append(log, 1);
      log.persist();
    }
  }
}

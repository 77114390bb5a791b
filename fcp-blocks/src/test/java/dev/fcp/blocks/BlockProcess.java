package dev.fcp.blocks;

import dev.fcp.eventlog.history.Origin;
import java.nio.file.Path;

/** A process that edits the block {@code notes} of ann, and prints each edit when it was made. */
final class BlockProcess {

  private BlockProcess() {}

  /** Takes the folder, the actor, how many edits to make, and how many of its own to undo. */
  public static void main(String[] arguments) throws Exception {
    try (BlockStore store = BlockStore.in(Path.of(arguments[0]), BlockSettings.standard())) {
      Block notes =
          store.get("ann", "notes").orElseThrow().by(Origin.of(arguments[1], "process", ""));
      for (int i = 1; i <= Integer.parseInt(arguments[2]); i++) {
        String line = arguments[1] + i;
        notes.edit("append", editor -> editor.append(line));
        if (i % 10 == 0) {
          notes.persist();
        }
        System.out.println(i);
      }
      for (int i = 1; i <= Integer.parseInt(arguments[3]); i++) {
        if (notes.undoOwn().isEmpty()) {
          throw new IllegalStateException("nothing to undo");
        }
      }
    }
  }
}

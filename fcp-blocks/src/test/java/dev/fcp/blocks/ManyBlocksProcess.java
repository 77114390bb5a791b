package dev.fcp.blocks;

import java.nio.file.Path;

/** A process that creates, edits and reads many blocks, and prints how many were open at a time. */
final class ManyBlocksProcess {

  private static final int BLOCKS_OF_AGENT = 100;

  private ManyBlocksProcess() {}

  /** Takes the folder and the number of blocks. */
  public static void main(String[] arguments) {
    int count = Integer.parseInt(arguments[1]);
    int maxOpen = 0;
    try (BlockStore store = BlockStore.in(Path.of(arguments[0]), BlockSettings.standard())) {
      for (int i = 0; i < count; i++) {
        String text = "text " + i;
        Block block = store.create(agent(i), "b" + i, BlockKind.TEXT);
        block.edit("append", editor -> editor.append(text));
        maxOpen = Math.max(maxOpen, store.openCount());
      }
      for (int i = 0; i < count; i += BLOCKS_OF_AGENT) {
        Block block = store.get(agent(i), "b" + i).orElseThrow();
        if (!block.text().equals("text " + i) || block.undo().isEmpty()) {
          throw new IllegalStateException(block.label() + " was lost");
        }
        maxOpen = Math.max(maxOpen, store.openCount());
      }
    }
    System.out.println(maxOpen + " open at most");
  }

  private static String agent(int block) {
    return "agent" + block / BLOCKS_OF_AGENT;
  }
}

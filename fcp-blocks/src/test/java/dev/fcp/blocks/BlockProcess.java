package dev.fcp.blocks;

import dev.fcp.eventlog.history.Origin;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process that uses the block {@code notes} of ann. It takes its commands from standard input:
 * {@code edit}, {@code persist}, {@code undo} (of its own) and {@code wait}, which turns its clock
 * by 400 milliseconds. After each command it prints how many edits it has made.
 */
final class BlockProcess {

  private BlockProcess() {}

  /** Takes the folder and the actor. */
  public static void main(String[] arguments) throws Exception {
    ManualClock clock = new ManualClock();
    BlockSettings settings = BlockSettings.standard().withClock(clock);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (BlockStore store = BlockStore.in(Path.of(arguments[0]), settings)) {
      Block notes =
          store.get("ann", "notes").orElseThrow().by(Origin.of(arguments[1], "process", ""));
      int edits = 0;
      for (String command = in.readLine(); command != null; command = in.readLine()) {
        switch (command) {
          case "edit" -> {
            String line = arguments[1] + ++edits;
            notes.edit("append", editor -> editor.append(line));
          }
          case "persist" -> notes.persist();
          case "undo" -> notes.undoOwn().orElseThrow();
          case "wait" -> clock.turn(Duration.ofMillis(400));
          default -> throw new IllegalArgumentException(command);
        }
        System.out.println(edits);
      }
    }
  }
}

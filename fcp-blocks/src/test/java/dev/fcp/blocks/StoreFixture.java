package dev.fcp.blocks;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A store in a folder, with a clock that the test sets. */
abstract class StoreFixture {

  static final Duration IDLE = Duration.ofMillis(500);
  static final Origin BOB = Origin.of("bob");

  @TempDir Path folder;

  final ManualClock clock = new ManualClock();
  final List<String> failures = new ArrayList<>();
  BlockSettings settings =
      BlockSettings.standard()
          .withSessions(new SessionSettings(clock, new UlidGenerator(clock, new Random(1))))
          .withClock(clock)
          .withFailureListener(failures::add);
  Optional<BlockStore> opened = Optional.empty();

  BlockStore store() {
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
  void restart() {
    close();
  }

  Block notes() {
    return store().get("ann", "notes").orElseGet(() -> newBlock(BlockKind.TEXT));
  }

  Block newBlock(BlockKind kind) {
    return store().create("ann", "notes", kind);
  }

  static void append(Block block, String text) {
    block.edit("append", editor -> editor.append(text));
  }

  /** Decides whether the file of a block can be written. */
  void setWritable(String label, boolean isWritable) throws IOException {
    Files.setPosixFilePermissions(
        folder.resolve("ann/" + label + ".block"),
        PosixFilePermissions.fromString(isWritable ? "rw-------" : "r--r--r--"));
  }

  String file() throws IOException {
    return Files.readString(folder.resolve("ann/notes.block"));
  }
}

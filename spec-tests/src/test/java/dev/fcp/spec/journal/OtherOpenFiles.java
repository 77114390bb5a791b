package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Disk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Files that are used before each call of a disk, so that it closes all others. */
final class OtherOpenFiles implements AutoCloseable {

  private static final int COUNT = 40;

  private final List<Disk.Handle> files = new ArrayList<>();
  private final Disk disk;

  OtherOpenFiles(Path folder) {
    Disk system = Disk.system();
    for (int i = 0; i < COUNT; i++) {
      Path file = folder.resolve("other" + i);
      requireDone(() -> files.add(system.open(file)));
    }
    this.disk = FailingDisk.observed(system, call -> use());
  }

  /** The disk of the machine. */
  Disk disk() {
    return disk;
  }

  private void use() {
    files.forEach(file -> requireDone(() -> file.read(0, 1)));
  }

  @Override
  public void close() {
    while (!files.isEmpty()) {
      Disk.Handle file = files.removeLast();
      requireDone(() -> {
        file.close();
        return file;
      });
    }
  }

  private static void requireDone(Callable<?> call) {
    try {
      call.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

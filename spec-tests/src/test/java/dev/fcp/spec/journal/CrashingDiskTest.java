package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Disk;
import java.nio.file.Path;

/** The contract of disks, for the in-memory disk that can lose power. */
class CrashingDiskTest extends DiskContract {

  private final CrashingDisk disk = new CrashingDisk();

  @Override
  protected Disk disk() {
    return disk;
  }

  @Override
  protected Path folder() {
    return Path.of("/home/ann");
  }
}

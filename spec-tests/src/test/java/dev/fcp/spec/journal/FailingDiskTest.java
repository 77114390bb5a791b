package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Disk;
import java.nio.file.Path;

/** The contract of disks, for the failing disk while no call fails. */
class FailingDiskTest extends DiskContract {

  private final Disk disk = new FailingDisk(new CrashingDisk(), call -> false);

  @Override
  protected Disk disk() {
    return disk;
  }

  @Override
  protected Path folder() {
    return Path.of("/home/ann");
  }
}

package dev.fcp.spec.document;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A small disk in a file of the machine, if the user is allowed to mount one. */
final class LoopMountedDisk {

  private final Path mountPoint;

  private LoopMountedDisk(Path mountPoint) {
    this.mountPoint = mountPoint;
  }

  /** An empty ext4 disk; empty if none can be made here. */
  static Optional<LoopMountedDisk> mounted(Path folder, int sizeMebibytes)
      throws IOException, InterruptedException {
    Path image = folder.resolve("image");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength((long) sizeMebibytes << 20);
    }
    Path mountPoint = Files.createDirectory(folder.resolve("disk"));
    boolean isMounted =
        runs("mkfs.ext4", "-q", "-F", "-m", "0", image.toString())
            && runs("mount", "-o", "loop", image.toString(), mountPoint.toString());
    return isMounted ? Optional.of(new LoopMountedDisk(mountPoint)) : Optional.empty();
  }

  private static boolean runs(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      // The program is not installed.
      return false;
    }
  }

  Path folder() {
    return mountPoint;
  }

  /** Makes the disk read-only, or writable again. */
  void setReadOnly(boolean readOnly) throws InterruptedException {
    if (!runs("mount", "-o", readOnly ? "remount,ro" : "remount,rw", mountPoint.toString())) {
      throw new IllegalStateException("the disk cannot be mounted in another way");
    }
  }

  /** Fills the disk. */
  void fill() throws IOException {
    byte[] block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(mountPoint.resolve("filler"))) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      if (mountPoint.toFile().getUsableSpace() >= block.length) {
        throw e;
      }
    }
  }

  /** Frees some of the space. */
  void free(int kibibytes) throws IOException {
    try (RandomAccessFile filler =
        new RandomAccessFile(mountPoint.resolve("filler").toFile(), "rw")) {
      filler.setLength(filler.length() - ((long) kibibytes << 10));
    }
  }

  void empty() throws IOException {
    Files.deleteIfExists(mountPoint.resolve("filler"));
  }

  /** Unmounts the disk. */
  void unmount() throws InterruptedException {
    if (!runs("umount", mountPoint.toString())) {
      boolean isUnmounted = runs("umount", "-l", mountPoint.toString());
      throw new IllegalStateException(
          "something on the disk is still open; it is taken away all the same: " + isUnmounted);
    }
  }
}

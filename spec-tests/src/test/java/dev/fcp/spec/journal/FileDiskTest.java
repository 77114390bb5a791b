package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of the machine, in a temporary folder. */
class FileDiskTest extends DiskContract {

  @TempDir private Path folder;
  private final Disk disk = Disk.system();

  @Override
  protected Disk disk() {
    return disk;
  }

  @Override
  protected Path folder() {
    return folder;
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  @Clause({"JN-11", "JN-20"})
  void files_it_creates_are_private_to_the_user() throws IOException {
    assumeThat(Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class))
        .as("the disk of %s has file permissions", folder)
        .isTrue();
    disk.createFolder(folder.resolve("x/y"));
    disk.open(folder.resolve("x/y/file")).close();
    disk.lock(folder.resolve("x/y/lock")).close();
    assertThat(mode(folder.resolve("x"))).isEqualTo("rwx------");
    assertThat(mode(folder.resolve("x/y"))).isEqualTo("rwx------");
    assertThat(mode(folder.resolve("x/y/file"))).isEqualTo("rw-------");
    assertThat(mode(folder.resolve("x/y/lock"))).isEqualTo("rw-------");
  }

  @Test
  @Clause({"JN-7", "JN-20"})
  void a_file_created_concurrently_opens_for_every_caller() {
    for (int round = 0; round < 100; round++) {
      Path file = folder.resolve("file" + round);
      CyclicBarrier start = new CyclicBarrier(2);
      Callable<Void> open =
          () -> {
            start.await();
            disk.open(file).close();
            return null;
          };
      try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
        List<Future<Void>> opened = List.of(threads.submit(open), threads.submit(open));
        assertThat(opened).allSatisfy(it -> assertThat(it).succeedsWithin(Duration.ofSeconds(30)));
      }
    }
  }

  @Test
  @Clause("JN-20")
  void invalid_paths_have_no_file() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    Path tooLong = folder.resolve("x".repeat(300));
    for (Path none : new Path[] {file.resolve("below"), tooLong}) {
      assertThat(disk.read(none, 0, 9)).isEmpty();
      assertThat(disk.sizeBytes(none)).isEmpty();
      assertThat(disk.list(none)).isEmpty();
      assertThatIOException().isThrownBy(() -> disk.open(none));
    }
    assertThat(disk.list(file)).isEmpty();
    assertThatIOException().isThrownBy(() -> disk.open(folder));
    assertThatIOException().isThrownBy(() -> disk.read(folder, 0, 1));
    assertThatIOException().isThrownBy(() -> disk.createFolder(file));
    assertThatIOException().isThrownBy(() -> disk.forceFolder(folder.resolve("none")));
    assertThatIOException().isThrownBy(() -> disk.lock(folder.resolve("none/lock")));
  }

  @Test
  @Clause("JN-20")
  void a_missing_file_cannot_be_overwritten() {
    assertThat(disk.isWritable(folder)).isTrue();
    assertThat(disk.isWritable(folder.resolve("none"))).isFalse();
  }

  @Test
  @Clause({"JN-7", "JN-20"})
  void a_lock_acquired_outside_the_disk_by_this_process_is_respected() throws IOException {
    Path path = folder.resolve("lock");
    try (FileChannel channel =
            FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        Disk.Lock lock = disk.lock(path)) {
      try (FileLock held = channel.lock()) {
        assertThat(lock.tryAcquire()).as("%s", held).isFalse();
      }
      assertThat(lock.tryAcquire()).isTrue();
    }
  }

  @Test
  @Clause("JN-20")
  void a_closed_file_is_no_longer_open() throws IOException {
    Path handles = Path.of("/proc/self/fd");
    assumeThat(Files.isDirectory(handles)).as("the system lists open files").isTrue();
    Path path = folder.resolve("a");
    try (Disk.Handle open = disk.open(path);
        Disk.Lock one = disk.lock(folder.resolve("lock"));
        Disk.Lock other = disk.lock(folder.resolve("lock"))) {
      open.writeForced(0, new byte[] {'x'});
      open.writeForced(1, new byte[] {'y'});
      disk.read(path, 0, 2);
      disk.forceFolder(folder);
      assertThat(one.tryAcquire()).isTrue();
      assertThat(other.tryAcquire()).isFalse();
      assertThat(openBelow(handles)).isNotEmpty();
    }
    assertThat(openBelow(handles)).isEmpty();
  }

  private List<Path> openBelow(Path handles) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> open = Files.newDirectoryStream(handles)) {
      for (Path handle : open) {
        Path file = target(handle);
        if (file.startsWith(folder.toRealPath())) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private static Path target(Path handle) throws IOException {
    try {
      return Files.readSymbolicLink(handle);
    } catch (NoSuchFileException e) {
      // The descriptor belonged to the listing itself or to another thread, and has been closed
      // since.
      return handle;
    }
  }

  @Test
  @Clause("JN-20")
  void only_an_empty_folder_is_deleted() throws IOException {
    disk.createFolder(folder.resolve("inner"));
    disk.open(folder.resolve("inner/a")).close();
    assertThatIOException().isThrownBy(() -> disk.delete(folder.resolve("inner")));
    disk.delete(folder.resolve("inner/a"));
    disk.delete(folder.resolve("inner"));
    assertThat(disk.list(folder)).isEmpty();
  }

  @Test
  @Clause({"JN-8", "JN-20"})
  void a_forced_write_reaches_the_file_after_a_rename() throws IOException {
    Path path = folder.resolve("a");
    Path other = folder.resolve("b");
    try (Disk.Handle open = disk.open(path)) {
      disk.rename(path, other);
      Files.writeString(path, "another file");
      open.writeForced(0, new byte[] {'1'});
      open.writeForced(1, new byte[] {'2'});
    }
    assertThat(other).hasContent("12");
    assertThat(path).hasContent("another file");
  }

  @Test
  @Clause({"JN-7", "JN-20"})
  void a_lock_whose_file_was_deleted_does_not_block() throws IOException {
    Path path = folder.resolve("lock");
    Disk.Lock old = disk.lock(path);
    assertThat(old.tryAcquire()).isTrue();
    Files.delete(path);
    assertThat(old.isCurrent()).isFalse();
    try (Disk.Lock young = disk.lock(path)) {
      assertThat(young.isCurrent()).isTrue();
      assertThat(old.isCurrent()).isFalse();
      assertThat(young.tryAcquire()).isTrue();
      old.close();
      old.close();
      try (Disk.Lock third = disk.lock(path)) {
        assertThat(third.tryAcquire()).isFalse();
      }
    }
  }

  @Test
  @Clause("JN-20")
  void an_interrupted_thread_completes_its_call_and_stays_interrupted() throws IOException {
    Path path = folder.resolve("a");
    try (Disk.Handle open = disk.open(path)) {
      Thread.currentThread().interrupt();
      open.write(0, new byte[] {'x'});
      open.writeForced(1, new byte[] {'y'});
      open.force();
      disk.forceFolder(folder);
      assertThat(open.read(0, 9)).containsExactly('x', 'y');
      assertThat(disk.read(path, 0, 9)).containsExactly('x', 'y');
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}

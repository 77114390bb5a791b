package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes to a read-only disk stay in an overlay. */
@Clause("JN-19")
class CoveredDiskTest {

  private static final Path ELSEWHERE = Path.of("/home/bob");

  private final CrashingDisk below = new CrashingDisk();
  private final CoveredDisk disk = new CoveredDisk(below);

  CoveredDiskTest() {
    below.put(ELSEWHERE.resolve("a"), bytes("abcdef"));
    below.put(ELSEWHERE.resolve("b"), bytes("b"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @AfterEach
  void the_underlying_disk_is_unchanged() {
    Map<Path, byte[]> files = below.files();
    assertThat(files).containsOnlyKeys(ELSEWHERE.resolve("a"), ELSEWHERE.resolve("b"));
    assertThat(files.get(ELSEWHERE.resolve("a"))).isEqualTo(bytes("abcdef"));
    assertThat(files.get(ELSEWHERE.resolve("b"))).isEqualTo(bytes("b"));
  }

  @Test
  void the_content_of_the_disk_is_visible_until_it_is_changed() throws IOException {
    Path a = ELSEWHERE.resolve("a");
    try (Disk.Handle open = disk.open(a)) {
      assertThat(open.read(1, 2)).isEqualTo(bytes("bc"));
      assertThat(open.sizeBytes()).isEqualTo(6);
      assertThat(open.isStillAt(a)).isTrue();
      open.truncate(6);
      below.put(a, bytes("abcdefg"));
      assertThat(open.sizeBytes()).isEqualTo(7);
      below.put(a, bytes("abcdef"));
      open.write(1, bytes("X"));
      open.truncate(3);
      assertThat(open.read(0, 9)).isEqualTo(bytes("aXc"));
      assertThat(disk.sizeBytes(a)).hasValue(3);
    }
  }

  @Test
  void deletions_and_renames_are_visible_through_the_overlay() throws IOException {
    Path a = ELSEWHERE.resolve("a");
    Path b = ELSEWHERE.resolve("b");
    Path c = ELSEWHERE.resolve("c");
    disk.rename(b, c);
    disk.rename(a, b);
    assertThat(disk.list(ELSEWHERE)).containsExactly("b", "c");
    assertThat(disk.read(b, 0, 9)).isEqualTo(bytes("abcdef"));
    assertThat(disk.read(c, 0, 9)).isEqualTo(bytes("b"));
    disk.delete(c);
    disk.delete(b);
    assertThat(disk.list(ELSEWHERE)).isEmpty();
    assertThat(disk.isWritable(a)).isTrue();
    try (Disk.Handle open = disk.open(a)) {
      open.write(0, bytes("new"));
    }
    assertThat(disk.list(ELSEWHERE)).containsExactly("a");
    assertThat(disk.read(a, 0, 9)).isEqualTo(bytes("new"));
  }

  @Test
  void a_missing_file_can_only_be_created() throws IOException {
    Path none = ELSEWHERE.resolve("none");
    assertThat(disk.read(none, 0, 9)).isEmpty();
    assertThat(disk.sizeBytes(none)).isEmpty();
    assertThatIOException().isThrownBy(() -> disk.rename(none, ELSEWHERE.resolve("c")));
    assertThat(disk.read(ELSEWHERE.resolve("b"), 0, 9)).isEqualTo(bytes("b"));
    try (Disk.Handle open = disk.open(none)) {
      assertThat(open.isStillAt(none)).isFalse();
      assertThat(open.sizeBytes()).isZero();
      open.write(2, bytes("cd"));
      assertThat(open.isStillAt(none)).isTrue();
      assertThat(open.isStillAt(ELSEWHERE.resolve("a"))).isFalse();
      assertThat(open.read(0, 9)).containsExactly(0, 0, 'c', 'd');
      assertThat(open.read(3, 9)).isEqualTo(bytes("d"));
      assertThat(open.read(4, 9)).isEmpty();
      open.truncate(9);
      assertThat(open.sizeBytes()).isEqualTo(4);
    }
    assertThat(disk.list(ELSEWHERE)).containsExactly("a", "b", "none");
    assertThat(disk.read(none, 1, 2)).containsExactly(0, 'c');
  }

  @Test
  void its_lock_is_always_free() throws IOException {
    Path lock = ELSEWHERE.resolve("lock");
    try (Disk.Lock one = disk.lock(lock);
        Disk.Lock other = disk.lock(lock)) {
      assertThat(one.tryAcquire()).isTrue();
      assertThat(other.tryAcquire()).isTrue();
      assertThat(one.isCurrent()).isTrue();
    }
    assertThat(disk.list(ELSEWHERE)).containsExactly("a", "b");
  }
}

package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The tests of what a journal requires of a {@link Disk}. A simulated disk must behave like a real
 * one; otherwise tests with it prove nothing. A subclass provides the disk and an empty folder on
 * it.
 */
public abstract class DiskContract {

  /** For subclasses. */
  protected DiskContract() {}

  /** Returns the disk; the same at every call within one test. */
  protected abstract Disk disk();

  /** Returns an existing empty folder on the disk; the same at every call within one test. */
  protected abstract Path folder();

  private Path file(String name) {
    return folder().resolve(name);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void put(String name, String text) throws IOException {
    try (Disk.Handle file = disk().open(file(name))) {
      file.truncate(0);
      file.write(0, bytes(text));
      file.force();
    }
    disk().forceFolder(folder());
  }

  private String text(String name) throws IOException {
    return new String(disk().read(file(name), 0, 1 << 20), StandardCharsets.US_ASCII);
  }

  @Test
  @Clause("JN-20")
  void written_bytes_are_read_from_any_offset_up_to_the_end() throws IOException {
    try (Disk.Handle open = disk().open(file("a"))) {
      assertThat(disk().sizeBytes(file("a"))).hasValue(0);
      open.write(0, bytes("abcdef"));
      open.write(2, bytes("XY"));
      assertThat(open.sizeBytes()).isEqualTo(6);
      assertThat(open.read(1, 3)).isEqualTo(bytes("bXY"));
      assertThat(open.read(4, 9)).isEqualTo(bytes("ef"));
      assertThat(open.read(6, 1)).isEmpty();
      assertThat(open.read(9, 5)).isEmpty();
      assertThat(open.read(0, 0)).isEmpty();
    }
    assertThat(disk().read(file("a"), 1, 3)).isEqualTo(bytes("bXY"));
    assertThat(disk().read(file("a"), 4, 9)).isEqualTo(bytes("ef"));
    assertThat(disk().read(file("a"), 7, 1)).isEmpty();
    assertThat(disk().sizeBytes(file("a"))).hasValue(6);
  }

  @Test
  @Clause("JN-20")
  void skipped_bytes_are_zero() throws IOException {
    try (Disk.Handle open = disk().open(file("a"))) {
      open.write(3, bytes("x"));
      assertThat(open.read(0, 9)).containsExactly(0, 0, 0, 'x');
    }
  }

  @Test
  @Clause("JN-20")
  void long_files_are_read_to_their_end_and_no_further() throws IOException {
    byte[] bytes = new byte[10_000];
    new SplittableRandom(1).nextBytes(bytes);
    try (Disk.Handle open = disk().open(file("a"))) {
      open.write(0, bytes);
      assertThat(open.read(0, 1 << 20)).isEqualTo(bytes);
      assertThat(open.read(9_000, 5_000)).isEqualTo(Arrays.copyOfRange(bytes, 9_000, 10_000));
      assertThat(open.read(4_000, 4_096)).isEqualTo(Arrays.copyOfRange(bytes, 4_000, 8_096));
      assertThat(open.read(20_000, 5_000)).isEmpty();
    }
    assertThat(disk().read(file("a"), 1, 1 << 20)).isEqualTo(Arrays.copyOfRange(bytes, 1, 10_000));
  }

  @Test
  @Clause("JN-20")
  void a_reopened_file_holds_its_bytes() throws IOException {
    put("a", "old");
    try (Disk.Handle open = disk().open(file("a"))) {
      assertThat(open.read(0, 9)).isEqualTo(bytes("old"));
    }
    assertThat(text("a")).isEqualTo("old");
  }

  @Test
  @Clause("JN-20")
  void a_missing_file_is_empty_and_deleting_it_does_nothing() throws IOException {
    assertThat(disk().read(file("a"), 0, 9)).isEmpty();
    assertThat(disk().sizeBytes(file("a"))).isEmpty();
    assertThat(disk().list(file("a"))).isEmpty();
    disk().delete(file("a"));
    assertThatIOException().isThrownBy(() -> disk().rename(file("a"), file("b")));
    assertThatIOException().isThrownBy(() -> disk().link(file("a"), file("b")));
    assertThat(disk().list(folder())).isEmpty();
  }

  @Test
  @Clause("JN-20")
  void a_folder_lists_its_own_names_in_order() throws IOException {
    disk().createFolder(file("inner"));
    disk().createFolder(file("inner"));
    put("b", "");
    put("a", "");
    put("c", "");
    try (Disk.Handle open = disk().open(file("inner").resolve("d"))) {
      open.force();
    }
    assertThat(disk().list(folder())).contains("a", "b", "c").doesNotContain("d").isSorted();
    assertThat(disk().list(file("inner"))).containsExactly("d");
    disk().delete(file("b"));
    assertThat(disk().list(folder())).contains("a", "c").doesNotContain("b");
  }

  @Test
  @Clause("JN-20")
  void a_renamed_file_replaces_the_target() throws IOException {
    put("new", "new");
    put("old", "old");
    try (Disk.Handle open = disk().open(file("new"));
        Disk.Handle replaced = disk().open(file("old"))) {
      assertThat(open.isStillAt(file("new"))).isTrue();
      assertThat(replaced.isStillAt(file("new"))).isFalse();
      disk().rename(file("new"), file("old"));
      assertThat(open.isStillAt(file("new"))).isFalse();
      assertThat(replaced.isStillAt(file("old"))).isFalse();
      assertThat(disk().sizeBytes(file("new"))).isEmpty();
    }
    assertThat(text("old")).isEqualTo("new");
    assertThat(disk().list(folder())).containsExactly("old");
  }

  @Test
  @Clause("JN-20")
  void a_link_shows_the_same_file_and_replaces_no_other() throws IOException {
    put("a", "one");
    put("b", "two");
    assertThatIOException().isThrownBy(() -> disk().link(file("a"), file("b")));
    assertThat(text("b")).isEqualTo("two");
    disk().link(file("a"), file("c"));
    put("a", "three");
    assertThat(text("c")).isEqualTo("three");
    disk().delete(file("a"));
    assertThat(text("c")).isEqualTo("three");
    assertThat(text("a")).isEmpty();
  }

  @Test
  @Clause("JN-20")
  void a_deleted_name_leads_to_no_file() throws IOException {
    put("a", "one");
    try (Disk.Handle open = disk().open(file("a"))) {
      disk().delete(file("a"));
      assertThat(open.isStillAt(file("a"))).isFalse();
    }
    assertThat(disk().sizeBytes(file("a"))).isEmpty();
  }

  @Test
  @Clause("JN-20")
  void truncating_makes_a_file_shorter_and_never_longer() throws IOException {
    put("a", "abcdef");
    try (Disk.Handle open = disk().open(file("a"))) {
      open.truncate(4);
      assertThat(open.sizeBytes()).isEqualTo(4);
      open.truncate(9);
      assertThat(open.sizeBytes()).isEqualTo(4);
      open.write(4, bytes("!"));
    }
    assertThat(text("a")).isEqualTo("abcd!");
  }

  @Test
  @Clause("JN-20")
  void a_forced_write_stores_the_same_bytes_as_a_plain_one() throws IOException {
    put("a", "abcdef");
    try (Disk.Handle open = disk().open(file("a"))) {
      open.writeForced(2, bytes("XY"));
      open.write(3, bytes("Z"));
      open.writeForced(6, bytes("!"));
      assertThat(open.read(0, 9)).isEqualTo(bytes("abXZef!"));
    }
    assertThat(text("a")).isEqualTo("abXZef!");
  }

  @Test
  @Clause({"JN-7", "JN-20"})
  void a_lock_has_one_holder_until_it_is_released() throws IOException {
    try (Disk.Lock first = disk().lock(file("lock"));
        Disk.Lock unrelated = disk().lock(file("lock2"))) {
      try (Disk.Lock second = disk().lock(file("lock"))) {
        assertThat(first.tryAcquire()).isTrue();
        assertThat(first.tryAcquire()).isTrue();
        assertThat(first.isCurrent()).isTrue();
        assertThat(second.tryAcquire()).isFalse();
        assertThat(unrelated.tryAcquire()).isTrue();
        second.release();
        assertThat(second.tryAcquire()).isFalse();
        first.release();
        assertThat(second.tryAcquire()).isTrue();
        assertThat(first.tryAcquire()).isFalse();
      }
      assertThat(first.tryAcquire()).isTrue();
    }
    try (Disk.Lock third = disk().lock(file("lock"))) {
      assertThat(third.tryAcquire()).isTrue();
    }
  }
}

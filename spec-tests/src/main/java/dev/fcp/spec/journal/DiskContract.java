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
 * What a journal asks of a {@link Disk}. A pretended disk has to do the same as a real one, or what
 * is tested with it shows nothing. A subclass says which disk, and which folder of it is free.
 */
public abstract class DiskContract {

  /** For subclasses. */
  protected DiskContract() {}

  /** The disk; the same at every call within one test. */
  protected abstract Disk disk();

  /** A folder of it that is there and empty, the same at every call within one test. */
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
  void what_is_written_is_read_from_any_byte_on_as_far_as_it_goes() throws IOException {
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
  void what_is_skipped_is_zero() throws IOException {
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
  void a_file_that_is_opened_again_holds_what_it_held() throws IOException {
    put("a", "old");
    try (Disk.Handle open = disk().open(file("a"))) {
      assertThat(open.read(0, 9)).isEqualTo(bytes("old"));
    }
    assertThat(text("a")).isEqualTo("old");
  }

  @Test
  @Clause("JN-20")
  void of_what_is_not_there_nothing_is_read_and_nothing_is_taken_away() throws IOException {
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
  void the_names_in_a_folder_come_in_their_order_and_no_others() throws IOException {
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
  void a_file_with_a_new_name_takes_the_place_of_another() throws IOException {
    put("new", "new");
    put("old", "old");
    try (Disk.Handle open = disk().open(file("new"));
        Disk.Handle gone = disk().open(file("old"))) {
      assertThat(open.standsAt(file("new"))).isTrue();
      assertThat(gone.standsAt(file("new"))).isFalse();
      disk().rename(file("new"), file("old"));
      assertThat(open.standsAt(file("new"))).isFalse();
      assertThat(gone.standsAt(file("old"))).isFalse();
      assertThat(disk().sizeBytes(file("new"))).isEmpty();
    }
    assertThat(text("old")).isEqualTo("new");
    assertThat(disk().list(folder())).containsExactly("old");
  }

  @Test
  @Clause("JN-20")
  void a_second_name_shows_the_same_file_and_takes_no_place() throws IOException {
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
  void a_name_that_was_taken_away_stands_for_nothing() throws IOException {
    put("a", "one");
    try (Disk.Handle open = disk().open(file("a"))) {
      disk().delete(file("a"));
      assertThat(open.standsAt(file("a"))).isFalse();
    }
    assertThat(disk().sizeBytes(file("a"))).isEmpty();
  }

  @Test
  @Clause("JN-20")
  void cutting_makes_a_file_shorter_and_never_longer() throws IOException {
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
  void what_is_written_to_last_at_once_is_written_like_anything_else() throws IOException {
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
  void a_lock_has_one_holder_until_that_gives_it_back() throws IOException {
    try (Disk.Lock one = disk().lock(file("lock"));
        Disk.Lock elsewhere = disk().lock(file("lock2"))) {
      try (Disk.Lock other = disk().lock(file("lock"))) {
        assertThat(one.tryAcquire()).isTrue();
        assertThat(one.tryAcquire()).isTrue();
        assertThat(one.stands()).isTrue();
        assertThat(other.tryAcquire()).isFalse();
        assertThat(elsewhere.tryAcquire()).isTrue();
        other.release();
        assertThat(other.tryAcquire()).isFalse();
        one.release();
        assertThat(other.tryAcquire()).isTrue();
        assertThat(one.tryAcquire()).isFalse();
      }
      assertThat(one.tryAcquire()).isTrue();
    }
    try (Disk.Lock again = disk().lock(file("lock"))) {
      assertThat(again.tryAcquire()).isTrue();
    }
  }
}

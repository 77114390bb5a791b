package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.journal.Archive;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The tests that every archive must pass (AR-1). A subclass opens the archive. */
@Clause("AR-1")
public abstract class ArchiveContract {

  private static final String NAME = "000000000001-000000000017-ab.jsonl.gz";
  private static final int THREADS = 4;
  private static final int OBJECTS = 50;
  private static final byte[] CONTENT = {0, -1, 13, 10, 26};
  private static final byte[] OTHER = "other".getBytes(StandardCharsets.US_ASCII);

  /** For subclasses. */
  protected ArchiveContract() {}

  /** Opens the archive of the current test, which is empty at first; again, the same one. */
  protected abstract Archive open() throws IOException;

  private static String sha256(byte[] content) {
    return Hashing.sha256().hashBytes(content).toString();
  }

  @Test
  void what_was_stored_is_there_after_opening_it_again() throws IOException {
    open().put(NAME, sha256(CONTENT), CONTENT);
    assertThat(open().get(NAME)).hasValue(CONTENT);
    assertThat(open().list()).containsExactly(NAME);
  }

  @Test
  void an_empty_archive_has_no_objects() throws IOException {
    assertThat(open().list()).isEmpty();
    assertThat(open().get(NAME)).isEmpty();
  }

  @Test
  void an_object_can_be_empty() throws IOException {
    open().put(NAME, sha256(new byte[0]), new byte[0]);
    assertThat(open().get(NAME)).hasValue(new byte[0]);
  }

  @Test
  void storing_an_equal_object_again_does_nothing() throws IOException {
    open().put(NAME, sha256(CONTENT), CONTENT);
    open().put(NAME, sha256(CONTENT), CONTENT);
    assertThat(open().list()).containsExactly(NAME);
  }

  @Test
  void another_object_with_the_same_name_is_refused() throws IOException {
    Archive archive = open();
    archive.put(NAME, sha256(CONTENT), CONTENT);
    assertThatThrownBy(() -> archive.put(NAME, sha256(OTHER), OTHER))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(NAME);
    assertThat(open().get(NAME)).hasValue(CONTENT);
  }

  @Test
  void content_with_another_hash_is_not_stored() throws IOException {
    Archive archive = open();
    assertThatThrownBy(() -> archive.put(NAME, sha256(OTHER), CONTENT))
        .isInstanceOfAny(IOException.class, IllegalArgumentException.class);
    assertThat(open().list()).isEmpty();
  }

  @Test
  @Clause("AR-6")
  void several_threads_can_store_one_object() throws Exception {
    Archive archive = open();
    byte[] content = new byte[1 << 16];
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int object = 0; object < OBJECTS; object++) {
        content[0] = (byte) object;
        byte[] copy = content.clone();
        String name = object + "-" + NAME;
        Callable<Boolean> store =
            () -> {
              archive.put(name, sha256(copy), copy);
              return Arrays.equals(archive.get(name).orElseThrow(), copy);
            };
        for (Future<Boolean> stored : threads.invokeAll(Collections.nCopies(THREADS, store))) {
          assertThat(stored.get()).isTrue();
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(archive.list()).hasSize(OBJECTS);
  }
}

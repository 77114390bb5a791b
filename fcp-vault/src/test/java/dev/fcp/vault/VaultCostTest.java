package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.ContentStore;
import dev.fcp.eventlog.domain.FolderFormat;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What an edit costs in a large folder, measured by the memory that it allocates. */
class VaultCostTest {

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final byte[] BYTES = "one\ntwo\nthree\n".getBytes(StandardCharsets.UTF_8);

  private final AtomicInteger readCount = new AtomicInteger();

  private final ContentStore contents =
      hash -> {
        readCount.incrementAndGet();
        return BYTES.clone();
      };

  private final VaultDomain domain = new VaultDomain().withContents(contents);
  private final FolderFormat<EntityModel<String, VaultFile>> format = domain.folderFormat();

  private EntityModel<String, VaultFile> vault(int fileCount) {
    Map<String, FileEntry> files = new TreeMap<>();
    for (int i = 0; i < fileCount; i++) {
      files.put("src/%d/file-%d.java".formatted(i % 100, i), FileEntry.of(BYTES, false));
    }
    EntityModel<String, VaultFile> vault = format.read(new FolderManifest(new TreeMap<>(files)));
    // A session has computed these before the first edit.
    assertThat(vault.digest()).isNotNull();
    assertThat(vault.derivedIndex()).isNotNull();
    return vault;
  }

  private static Optional<FileBytes> file(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Optional.of(new FileBytes(bytes, FileEntry.of(bytes, false)));
  }

  /** The bytes that a look at one changed, one added and one removed file allocates. */
  private long allocatedBytes(EntityModel<String, VaultFile> vault) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    EntityModel<String, VaultFile> found =
        format.withFiles(
            vault,
            Map.of(
                "src/7/file-7.java", file("one\n2\nthree\n"),
                "src/new.java", file("new"),
                "src/8/file-8.java", Optional.empty()));
    EntityModel<String, VaultFile> end = vault;
    for (VaultEvent event : domain.diff(vault, found)) {
      assertThat(domain.check(event, end)).isEmpty();
      end = domain.replay(event, end);
    }
    assertThat(format.changedPaths(vault, end)).hasSize(3);
    assertThat(end.digest()).isEqualTo(found.digest());
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void the_cost_of_a_changed_file_does_not_grow_with_the_others() {
    EntityModel<String, VaultFile> small = vault(200);
    EntityModel<String, VaultFile> large = vault(20_000);
    assertThat(readCount).hasValue(0);
    long unused = allocatedBytes(small);
    readCount.set(0);
    long forSmall = allocatedBytes(small);
    assertThat(allocatedBytes(large)).isLessThan(2 * forSmall);
    assertThat(readCount.get()).isLessThan(20);
  }

  /** The bytes that finding a file by its name allocates after another file was added. */
  private long allocatedBytesOfName(EntityModel<String, VaultFile> vault) {
    EntityModel<String, VaultFile> added =
        format.withFiles(vault, Map.of("src/other.java", file("x")));
    ParsedOperation operation = ParsedOperation.of("file remove", "file-7");
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThat(VaultEdit.fileKey(operation, 0, added)).isEqualTo("src/7/file-7.java");
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void the_cost_of_a_name_does_not_grow_with_the_files() {
    EntityModel<String, VaultFile> small = vault(200);
    EntityModel<String, VaultFile> large = vault(20_000);
    for (EntityModel<String, VaultFile> vault : List.of(small, large)) {
      // The index is made by the first operation.
      assertThat(allocatedBytesOfName(vault)).isPositive();
      assertThat(PathIndex.of(vault.derivedIndex()).byName().withKey("file7")).hasSize(1);
    }
    long forSmall = allocatedBytesOfName(small);
    assertThat(allocatedBytesOfName(large)).isLessThan(2 * forSmall);
  }

  @Test
  void a_snapshot_of_an_untouched_file_is_a_short_row() {
    EntityModel<String, VaultFile> vault = vault(1_000);
    byte[] snapshot = domain.modelCodec().encode(vault);
    assertThat(snapshot.length).isLessThan(1_000 * 200);
    EntityModel<String, VaultFile> decoded = domain.modelCodec().decode(snapshot);
    assertThat(decoded).isEqualTo(vault);
    assertThat(readCount).hasValue(0);
    assertThat(format.bytes(decoded, "src/7/file-7.java")).isEqualTo(BYTES);
  }
}

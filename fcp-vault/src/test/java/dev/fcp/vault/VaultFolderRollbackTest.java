package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domain.InMemoryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Rollbacks in a vault on disk, which is closed and opened again after each operation. */
class VaultFolderRollbackTest extends VaultRollbackContract {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));

  @TempDir private Path temporary;

  private Path directory;
  private Document<EntityModel<String, VaultFile>, VaultEvent> document;
  private int openCount;

  @BeforeEach
  void writeCampaign() throws IOException {
    directory = Files.createDirectory(temporary.resolve("vault"));
    for (Map.Entry<String, FileBytes> file : VaultUnderTest.campaign().files().entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue().bytes());
    }
    document = open();
  }

  private Document<EntityModel<String, VaultFile>, VaultEvent> open() {
    var settings = VaultFolders.settings(CLOCK, ++openCount);
    return VaultFolders.open(VaultFolders.store(directory, Disk.system(), settings), directory);
  }

  @AfterEach
  void close() {
    document.close();
  }

  @Override
  Session<EntityModel<String, VaultFile>, VaultEvent> session() {
    return document.session();
  }

  @Override
  InMemoryFolder folder() {
    InMemoryFolder folder = InMemoryFolder.EMPTY;
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        String name = directory.relativize(path).toString();
        if (!name.startsWith(".fcp/")) {
          folder = folder.with(name, Files.readAllBytes(path), false);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  @Override
  void write(String path, String text) {
    try {
      Files.writeString(directory.resolve(path), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(document.checkFile()).isInstanceOf(FileChange.Merged.class);
  }

  @Override
  void move(String path, String newPath) {
    try {
      Files.createDirectories(directory.resolve(newPath).getParent());
      Files.move(directory.resolve(path), directory.resolve(newPath));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(document.checkFile()).isInstanceOf(FileChange.Merged.class);
  }

  @Override
  void save() {
    VaultFolders.save(document);
    document.close();
    document = open();
  }
}

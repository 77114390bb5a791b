package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Vaults in folders, for tests. */
public final class VaultFolders {

  public static final Origin ANN = Origin.of("ann", "S1", "m1");
  public static final EditOptions SAVE = EditOptions.of("save", ANN);
  public static final VaultDomain DOMAIN = new VaultDomain();

  private static final AtomicInteger SEEDS = new AtomicInteger(1_000);

  private VaultFolders() {}

  public static SessionSettings settings(InstantSource clock, int seed) {
    return new SessionSettings(
        clock,
        new UlidGenerator(
            InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")), new Random(seed)));
  }

  public static DocumentStore store(Path folder, Disk disk, SessionSettings settings) {
    return DocumentStore.withJournals(
        settings,
        new JournalLayout(
            FileJournal.Settings.defaults().withDisk(disk), folder.resolve("../drafts")));
  }

  public static DocumentStore store(Path folder) {
    return store(folder, Disk.system(), settings(InstantSource.system(), SEEDS.incrementAndGet()));
  }

  public static Document<EntityModel<String, VaultFile>, VaultEvent> open(
      DocumentStore store, Path folder) {
    return opened(store, folder).document();
  }

  public static OpenResult.Opened<EntityModel<String, VaultFile>, VaultEvent> opened(
      DocumentStore store, Path folder) {
    OpenResult<EntityModel<String, VaultFile>, VaultEvent> result = store.open(DOMAIN, folder, ANN);
    if (result instanceof OpenResult.Opened<EntityModel<String, VaultFile>, VaultEvent> opened) {
      return opened;
    }
    throw new AssertionError(result);
  }

  /** Edits files by one step; an empty text deletes a file. */
  public static void edit(
      Document<EntityModel<String, VaultFile>, VaultEvent> document, Map<String, String> texts) {
    var model = document.session().state().model();
    SortedMap<String, Optional<FileBytes>> changes = new TreeMap<>();
    texts.forEach((path, text) -> {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      changes.put(
          path,
          text.isEmpty()
              ? Optional.empty()
              : Optional.of(new FileBytes(bytes, FileEntry.of(bytes, false))));
    });
    VaultDomain domain = DOMAIN;
    var after = domain.folderFormat().withFiles(model, changes);
    assertThat(
            document
                .session()
                .step(
                    EditOptions.of("edit", ANN),
                    builder -> domain.diff(model, after).forEach(builder::emit)))
        .isInstanceOf(Outcome.Committed.class);
  }

  public static void save(Document<?, ?> document) {
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
  }

  public static void write(Path folder, Map<String, String> texts) throws IOException {
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Path file = folder.resolve(text.getKey());
      if (text.getValue().isEmpty()) {
        Files.delete(file);
      } else {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.getValue());
      }
    }
  }

  /** The files of a folder by path, without its history. */
  public static SortedMap<String, String> files(Path folder) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        String path = folder.relativize(file).toString();
        if (!path.startsWith(".fcp/")) {
          files.put(path, Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return files;
  }
}

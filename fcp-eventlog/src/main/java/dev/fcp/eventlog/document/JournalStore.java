package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.ArchivedHistory;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.NewerFormatException;
import dev.fcp.eventlog.journal.ReadOnlyJournal;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Provides the journals of the documents of a store; by default in memory only. */
sealed interface JournalStore {

  /** The maximum number of subfolders that are examined in a folder. */
  int MAX_FOLDERS = 1000;

  /** Creates the journal of a draft. */
  default Journal newDraft(String domain) {    return InMemoryJournal.empty();
  }

  /**
   * The journal of a file; an empty one if it has none or no record of it was written, in memory
   * only if the store begins no histories.
   */
  default Journal journal(Path target) {    return InMemoryJournal.empty();
  }

  /** The journal of a file, which is read and not changed. */
  default Journal journalForReading(Path target) {    return InMemoryJournal.empty();
  }

  /** Whether a file has a history. */
  default boolean hasJournal(Path target) {    return false;
  }

  /** The folder of a journal, if it is on disk. */
  default Optional<Path> folderOf(Journal journal) {    return Optional.empty();
  }

  /** The disk that contains documents and journals. */
  default Disk disk() {    return Disk.system();
  }

  /** The report from opening a journal; empty if it is in memory only. */
  default Optional<RecoveryReport> recoveryReport(Journal journal) {    return Optional.empty();
  }

  /**
   * Makes a journal that of another file.
   *
   * @param isCopy whether to copy the journal, because the original file keeps its history
   */
  default void reassign(Journal journal, Path target, boolean isCopy) {}

  /** The reason why a journal is read-only; empty if it is writable. */
  default Optional<String> readOnlyReason(Journal journal) {    return Optional.empty();
  }

  /** The same store; it begins no history on disk. */
  default JournalStore withoutNewHistories() {    return this;
  }

  /**
   * Like {@link #withoutNewHistories}, and opens a history read-only that another process has
   * locked.
   */
  default JournalStore forReading() {    return this;
  }

  /** Whether a journal belongs to a file. */
  default boolean isJournalOf(Journal journal, Path target) {    return true;
  }

  /** Archives the journal of a file; does nothing if there is none. */
  default void archive(Path target) {}

  /** The archived journals of a file, newest first. */
  default List<ArchivedHistory> archived(Path target) {    return List.of();
  }

  /**
   * Restores an archived journal of a file and archives the current one; does nothing if there is
   * no archived journal with that id. Even if it fails halfway, no journal is lost.
   *
   * @return whether a journal was restored
   */
  default boolean restoreArchived(Path target, String id) {    return false;
  }

  /** Deletes the journal of a file. */
  default void delete(Path target) {}

  /** The missing files in the same folder whose histories contain a version. */
  default List<Path> missingFilesWithVersion(String hash, Path target) {    return List.of();
  }

  /** The names of the drafts of a domain. */
  default List<String> drafts(String domain) {    return List.of();
  }

  /** The journal of a draft. */
  default Journal openDraft(String domain, String name) {    throw new IllegalArgumentException("no draft " + name);
  }

  /** The name of a draft, if its journal is on disk. */
  default Optional<String> draftName(String domain, Journal journal) {    return Optional.empty();
  }

  /** Closes the journal of a document; deletes that of a draft without steps. */
  default void close(Journal journal, boolean isBlankDraft) {    journal.close();
  }

  /** The first subfolders of a folder, sorted by name; follows no symbolic link. */
  static List<Path> folders(Path parent) {
    if (!isFolder(parent)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(parent)) {
      return found.filter(JournalStore::isFolder).sorted().limit(MAX_FOLDERS).toList();
    } catch (IOException e) {
      throw new JournalException("folder %s: cannot be read: %s".formatted(parent, e), e);
    }
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** The last name of a path. */
  static String fileName(Path path) {
    return String.valueOf(path.getFileName());
  }

  /** Journals in memory only. */
  record InMemory() implements JournalStore {}

  /**
   * Journals in folders beside the files.
   *
   * @param beginsHistories whether a file without a journal gets one in a folder, rather than in
   *     memory
   * @param readsLockedJournals whether a journal that another process has locked is opened
   *     read-only
   */
  record InFolders(
      JournalLayout files,
      SessionSettings sessions,
      boolean beginsHistories,
      boolean readsLockedJournals)
      implements JournalStore {

    InFolders(JournalLayout files, SessionSettings sessions) {
      this(files, sessions, true, false);
    }

    @Override
    public Journal newDraft(String domain) {
      return openDraft(domain, sessions.ids().get().ulid());
    }

    @Override
    public Journal openDraft(String domain, String name) {
      return open(draftFolder(domain, name));
    }

    private Path draftFolder(String domain, String name) {
      return files.draftsFolder().resolve(domain + "-" + name);
    }

    @Override
    public List<String> drafts(String domain) {
      return folders(files.draftsFolder()).stream()
          .filter(folder ->
              fileName(folder).startsWith(domain + "-")
                  && FileJournal.exists(folder, files.settings().disk()))
          .map(folder -> fileName(folder).substring(domain.length() + 1))
          .toList();
    }

    @Override
    public Optional<String> draftName(String domain, Journal journal) {
      return journal instanceof FileJournal file
          ? Optional.of(fileName(file.folder()).substring(domain.length() + 1))
          : Optional.empty();
    }

    @Override
    public Journal journal(Path target) {
      if (!beginsHistories && !hasJournal(target)) {
        return InMemoryJournal.empty();
      }
      Journal journal = open(JournalLayout.folderOf(target));
      if (beginsHistories || journal.lastNumber() > 0 || isDamaged(journal)) {
        return journal;
      }
      // It was begun and nothing was recorded, for instance because the disk was full.
      journal.close();
      return InMemoryJournal.empty();
    }

    private boolean isDamaged(Journal journal) {
      return recoveryReport(journal).filter(report -> !report.isClean()).isPresent();
    }

    /** Opens a journal; read-only if it cannot be written. */
    private Journal open(Path folder) {
      Disk disk = disk();
      if (FileJournal.exists(folder, disk) && !disk.isWritable(folder)) {
        // Existing files could still be written, but no document could be saved.
        return openReadOnly(folder);
      }
      try {
        return FileJournal.open(folder, files.settings());
      } catch (NewerFormatException e) {
        return ReadOnlyJournal.open(folder, files.settings(), String.valueOf(e.getMessage()));
      } catch (JournalException e) {
        if (!FileJournal.exists(folder, disk)) {
          throw e;
        }
        if (ReadOnlyJournal.isReadOnly(folder, disk)) {
          return openReadOnly(folder);
        }
        if (readsLockedJournals) {
          return ReadOnlyJournal.open(folder, files.settings(), String.valueOf(e.getMessage()));
        }
        throw e;
      }
    }

    private Journal openReadOnly(Path folder) {
      String reason = "nothing can be written in " + folder;
      return ReadOnlyJournal.open(folder, files.settings(), reason);
    }

    @Override
    public Journal journalForReading(Path target) {
      return ReadOnlyJournal.open(
          JournalLayout.folderOf(target), files.settings(), "it was opened only to read it");
    }

    @Override
    public JournalStore withoutNewHistories() {
      return new InFolders(files, sessions, false, readsLockedJournals);
    }

    @Override
    public JournalStore forReading() {
      return new InFolders(files, sessions, false, true);
    }

    @Override
    public Optional<String> readOnlyReason(Journal journal) {
      return journal instanceof ReadOnlyJournal readOnly
          ? Optional.of(readOnly.reason())
          : Optional.empty();
    }

    @Override
    public boolean hasJournal(Path target) {
      return FileJournal.exists(JournalLayout.folderOf(target), files.settings().disk());
    }

    @Override
    public Optional<Path> folderOf(Journal journal) {
      return journal instanceof FileJournal file ? Optional.of(file.folder()) : Optional.empty();
    }

    @Override
    public Disk disk() {
      return files.settings().disk();
    }

    @Override
    public Optional<RecoveryReport> recoveryReport(Journal journal) {
      if (journal instanceof ReadOnlyJournal readOnly) {
        return Optional.of(readOnly.recoveryReport());
      }
      return journal instanceof FileJournal file
          ? Optional.of(file.recoveryReport())
          : Optional.empty();
    }

    @Override
    public void reassign(Journal journal, Path target, boolean isCopy) {
      Path folder = JournalLayout.folderOf(target);
      if (journal instanceof FileJournal file && !isJournalOf(journal, target)) {
        archive(target);
        if (isCopy) {
          file.copyTo(folder);
        } else {
          file.moveTo(folder);
        }
      }
    }

    @Override
    public void archive(Path target) {
      Path folder = JournalLayout.folderOf(target);
      if (FileJournal.exists(folder, files.settings().disk())) {
        try (FileJournal journal = FileJournal.open(folder, files.settings())) {
          journal.moveTo(
              new HistoryArchive(target, files.settings()).folderFor(sessions.ids().get()));
        }
      }
    }

    @Override
    public boolean isJournalOf(Journal journal, Path target) {
      return journal instanceof FileJournal file
          && file.folder().equals(JournalLayout.folderOf(target));
    }

    @Override
    public List<ArchivedHistory> archived(Path target) {
      return new HistoryArchive(target, files.settings()).histories();
    }

    @Override
    public boolean restoreArchived(Path target, String id) {
      Optional<Path> folder = new HistoryArchive(target, files.settings()).find(id);
      if (folder.isPresent()) {
        archive(target);
        try (FileJournal journal = FileJournal.open(folder.get(), files.settings())) {
          journal.moveTo(JournalLayout.folderOf(target));
        }
      }
      return folder.isPresent();
    }

    @Override
    public void delete(Path target) {
      Path folder = JournalLayout.folderOf(target);
      if (Files.isDirectory(folder)) {
        FileJournal.delete(folder, files.settings());
      }
    }

    @Override
    public List<Path> missingFilesWithVersion(String hash, Path target) {
      Path own = JournalLayout.folderOf(target);
      return folders(parent(own)).stream()
          .filter(folder -> !folder.equals(own) && !fileName(folder).startsWith("."))
          // Checked first, because searching a history means reading it.
          .filter(folder -> !Files.exists(target.resolveSibling(fileName(folder))))
          .filter(folder ->
              FileJournal.exists(folder, files.settings().disk())
                  && FileJournal.containsVersion(folder, hash, files.settings().disk()))
          .map(folder -> target.resolveSibling(fileName(folder)))
          .toList();
    }

    private static Path parent(Path folder) {
      return Objects.requireNonNull(folder.getParent());
    }

    @Override
    public void close(Journal journal, boolean isBlankDraft) {
      journal.close();
      if (isBlankDraft && journal instanceof FileJournal file) {
        FileJournal.delete(file.folder(), files.settings());
      }
    }
  }
}

package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.ArchivedHistory;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.NewerFormatException;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Provides the journals of the documents of a store.
 *
 * @param layout the folders of the journals; empty for other journals
 * @param named journals of documents without files; empty for journals in folders or in memory
 * @param beginsHistories whether a file without a journal gets one in a folder, rather than in
 *     memory
 * @param readsLockedJournals whether a journal that another process has locked is opened read-only
 */
record JournalStore(
    Optional<JournalLayout> layout,
    Optional<NamedJournals> named,
    SessionSettings sessions,
    boolean beginsHistories,
    boolean readsLockedJournals) {

  /** The maximum number of subfolders that are examined in a folder. */
  private static final int MAX_FOLDERS = 1000;

  /** Journals in memory only. */
  static JournalStore inMemory(SessionSettings sessions) {
    return new JournalStore(Optional.empty(), Optional.empty(), sessions, false, false);
  }

  /** Journals in folders beside the files. */
  static JournalStore inFolders(JournalLayout layout, SessionSettings sessions) {
    return new JournalStore(Optional.of(layout), Optional.empty(), sessions, true, false);
  }

  /** Journals of documents without files. */
  static JournalStore named(NamedJournals journals, SessionSettings sessions) {
    return new JournalStore(Optional.empty(), Optional.of(journals), sessions, true, false);
  }

  /** The same store; it begins no history on disk. */
  JournalStore withoutNewHistories() {
    return new JournalStore(layout, named, sessions, false, readsLockedJournals);
  }

  /**
   * Like {@link #withoutNewHistories}, and opens a history read-only that another process has
   * locked.
   */
  JournalStore forReading() {
    return new JournalStore(layout, named, sessions, false, true);
  }

  /** The settings of journals in folders. */
  FileJournal.Settings files() {
    return layout.orElseThrow().settings();
  }

  /** The disk that contains documents and journals. */
  Disk disk() {
    return layout.isPresent() ? files().disk() : Disk.system();
  }

  /** Creates the journal of a draft. */
  Journal newDraft(Domain<?, ?> domain) {
    String id = sessions.ids().get().ulid();
    if (named.isPresent()) {
      return newDraft(domain, id + "." + domain.format().extensions().get(0));
    }
    return layout.isPresent() ? openDraft(domain, id) : InMemoryJournal.empty();
  }

  /**
   * Creates the journal of a document without a file.
   *
   * @throws IllegalArgumentException if there is a document with this name, if it has no extension
   *     of the domain, or if it is not a possible name
   */
  Journal newDraft(Domain<?, ?> domain, String name) {
    if (!isOf(domain, name)) {
      throw new IllegalArgumentException(
          "%s does not end in .%s"
              .formatted(name, String.join(" or .", domain.format().extensions())));
    }
    Journal journal = named.orElseThrow().openOrCreate(name);
    if (journal.lastNumber() > 0) {
      journal.close();
      throw new IllegalArgumentException("there is a document %s already".formatted(name));
    }
    return journal;
  }

  /** The journal of a draft. */
  Journal openDraft(Domain<?, ?> domain, String name) {
    return named.isPresent()
        ? named.get().open(name)
        : open(layout.orElseThrow().draftsFolder().resolve(domain.name() + "-" + name));
  }

  /** The name of a draft, if its journal outlives the process. */
  Optional<String> draftName(Domain<?, ?> domain, Journal journal) {
    return named.isPresent()
        ? Optional.of(named.get().nameOf(journal))
        : folderOf(journal).map(folder -> fileName(folder).substring(domain.name().length() + 1));
  }

  /** The names of the drafts of a domain. */
  List<String> drafts(Domain<?, ?> domain) {
    if (named.isPresent()) {
      return named.get().names().stream().filter(name -> isOf(domain, name)).toList();
    }
    String prefix = domain.name() + "-";
    return layout.stream()
        .flatMap(it -> folders(it.draftsFolder()).stream())
        .filter(folder -> fileName(folder).startsWith(prefix) && FileJournal.exists(folder, disk()))
        .map(folder -> fileName(folder).substring(prefix.length()))
        .toList();
  }

  /** Whether a name has an extension of a domain. */
  private static boolean isOf(Domain<?, ?> domain, String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return domain.format().extensions().stream().anyMatch(it -> lowerCase.endsWith("." + it));
  }

  /** Whether there is a draft with a name. */
  boolean hasDraft(Domain<?, ?> domain, String name) {
    return named.isPresent()
        ? isOf(domain, name) && named.get().contains(name)
        : drafts(domain).contains(name);
  }

  /** Whether a file has a history. */
  boolean hasJournal(Path target) {
    return layout.isPresent() && FileJournal.exists(JournalLayout.folderOf(target), disk());
  }

  /**
   * The journal of a file; an empty one if it has none or no record of it was written, in memory
   * only if the store begins no histories.
   */
  Journal journal(Path target) {
    if (!beginsHistories && !hasJournal(target)) {
      return InMemoryJournal.empty();
    }
    Journal journal = open(JournalLayout.folderOf(target));
    boolean isDamaged = recoveryReport(journal).filter(report -> !report.isClean()).isPresent();
    if (beginsHistories || journal.lastNumber() > 0 || isDamaged) {
      return journal;
    }
    // It was begun and nothing was recorded, for instance because the disk was full.
    journal.close();
    return InMemoryJournal.empty();
  }

  /** Opens a journal; read-only if it cannot be written. */
  private Journal open(Path folder) {
    if (FileJournal.exists(folder, disk()) && !disk().isWritable(folder)) {
      // Existing files could still be written, but no document could be saved.
      return openReadOnly(folder);
    }
    try {
      return FileJournal.open(folder, files());
    } catch (NewerFormatException e) {
      return FileJournal.openReadOnly(folder, files(), String.valueOf(e.getMessage()));
    } catch (JournalException e) {
      if (!FileJournal.exists(folder, disk())) {
        throw e;
      }
      if (FileJournal.isReadOnly(folder, disk())) {
        return openReadOnly(folder);
      }
      if (readsLockedJournals) {
        return FileJournal.openReadOnly(folder, files(), String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private Journal openReadOnly(Path folder) {
    return FileJournal.openReadOnly(folder, files(), "nothing can be written in " + folder);
  }

  /** The journal of a file that has one, which is read and not changed. */
  Journal journalForReading(Path target) {
    return FileJournal.openReadOnly(
        JournalLayout.folderOf(target), files(), "it was opened only to read it");
  }

  /** The reason why a journal is read-only; empty if it is writable. */
  static Optional<String> readOnlyReason(Journal journal) {
    return journal instanceof FileJournal file ? file.readOnlyReason() : Optional.empty();
  }

  /** The folder of a journal, if it is on disk and writable. */
  static Optional<Path> folderOf(Journal journal) {
    return journal instanceof FileJournal file && file.readOnlyReason().isEmpty()
        ? Optional.of(file.folder())
        : Optional.empty();
  }

  /** The journal if it is in a folder. */
  static Optional<FileJournal> file(Journal journal) {
    return journal instanceof FileJournal file ? Optional.of(file) : Optional.empty();
  }

  /** The report from opening a journal; empty if it is in memory only. */
  static Optional<RecoveryReport> recoveryReport(Journal journal) {
    return file(journal).map(FileJournal::recoveryReport);
  }

  /**
   * Makes a journal that of another file; does nothing if it is in memory only.
   *
   * @param isCopy whether to copy the journal, because the original file keeps its history
   */
  void reassign(Journal journal, Path target, boolean isCopy) {
    Path folder = JournalLayout.folderOf(target);
    if (journal instanceof FileJournal file
        && file.readOnlyReason().isEmpty()
        && !isJournalOf(journal, target)) {
      archive(target);
      if (isCopy) {
        file.copyTo(folder);
      } else {
        file.moveTo(folder);
      }
    }
  }

  /** Whether a journal is on disk and belongs to a file. */
  static boolean isJournalOf(Journal journal, Path target) {
    return folderOf(journal).filter(JournalLayout.folderOf(target)::equals).isPresent();
  }

  /** Archives the journal of a file; does nothing if there is none. */
  void archive(Path target) {
    if (hasJournal(target)) {
      try (FileJournal journal = FileJournal.open(JournalLayout.folderOf(target), files())) {
        journal.moveTo(new HistoryArchive(target, files()).folderFor(sessions.ids().get()));
      }
    }
  }

  /** The archived journals of a file, newest first. */
  List<ArchivedHistory> archived(Path target) {
    return layout.isPresent() ? new HistoryArchive(target, files()).histories() : List.of();
  }

  /**
   * Restores an archived journal of a file and archives the current one; does nothing if there is
   * no archived journal with that id. Even if it fails halfway, no journal is lost.
   *
   * @return whether a journal was restored
   */
  boolean restoreArchived(Path target, String id) {
    Optional<Path> folder =
        layout.flatMap(it -> new HistoryArchive(target, it.settings()).find(id));
    if (folder.isPresent()) {
      archive(target);
      try (FileJournal journal = FileJournal.open(folder.get(), files())) {
        journal.moveTo(JournalLayout.folderOf(target));
      }
    }
    return folder.isPresent();
  }

  /** Deletes the journal of a file. */
  void delete(Path target) {
    Path folder = JournalLayout.folderOf(target);
    if (layout.isPresent() && Files.isDirectory(folder)) {
      FileJournal.delete(folder, files());
    }
  }

  /** The missing files in the same folder whose histories contain a version. */
  List<Path> missingFilesWithVersion(String hash, Path target) {
    Path own = JournalLayout.folderOf(target);
    return layout.map(it -> folders(Objects.requireNonNull(own.getParent()))).stream()
        .flatMap(List::stream)
        .filter(folder -> !folder.equals(own) && !fileName(folder).startsWith("."))
        // Checked first, because searching a history means reading it.
        .filter(folder -> !Files.exists(target.resolveSibling(fileName(folder))))
        .filter(folder ->
            FileJournal.exists(folder, disk()) && FileJournal.containsVersion(folder, hash, disk()))
        .map(folder -> target.resolveSibling(fileName(folder)))
        .toList();
  }

  /** Closes the journal of a document; deletes that of a draft without steps. */
  void close(Journal journal, boolean isBlankDraft) {
    journal.close();
    if (isBlankDraft) {
      folderOf(journal).ifPresent(folder -> FileJournal.delete(folder, files()));
    }
  }

  /** Closes and deletes the journal of a draft; a named one only if it has no steps. */
  void discard(Journal journal, boolean isBlank) {
    close(journal, true);
    if (named.isPresent() && isBlank) {
      named.get().delete(named.get().nameOf(journal));
    }
  }

  /** Whether a journal outlives the process. */
  boolean isPersistent(Journal journal) {
    return named.isPresent() || recoveryReport(journal).isPresent();
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
}

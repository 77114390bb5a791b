package dev.fcp.eventlog.document;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileDisk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.ReadOnlyJournal;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a store takes the journals of its documents from. */
sealed interface Shelf {

  /** So many of the folders beside the history of a file are looked at. */
  int MOST_FOLDERS = 1000;

  /** The journal of a document that no file holds yet. */
  Journal draft(String domain);

  /** The journal of a file; an empty one if it has none. */
  Journal journal(Path target);

  /** Whether a file has a history. */
  boolean holds(Path target);

  /** The folder in which a journal lies, if it lasts. */
  Optional<Path> folder(Journal journal);

  /** The disk on which documents and journals lie. */
  Disk disk();

  /** What was found when a journal was opened; empty if it could not be damaged. */
  Optional<RecoveryReport> recovery(Journal journal);

  /**
   * Lets a journal go on as that of a file.
   *
   * @param isCopy whether the one it was stays as well, as the history of another file
   */
  void follow(Journal journal, Path target, boolean isCopy);

  /** Why a journal is only read; empty if it can be written. */
  Optional<String> onlyRead(Journal journal);

  /** The same shelf, for who only looks. */
  Shelf looking();

  /** Whether a journal is that of a file. */
  boolean isAt(Journal journal, Path target);

  /** Takes the journal of a file away, but keeps it; does nothing if there is none. */
  void setAside(Path target);

  /** The journals that were taken away from a file, the newest first. */
  List<FormerHistory> formers(Path target);

  /**
   * Gives a file one of them back, and takes the one it has away; does nothing if there is none of
   * that id. Whatever happens meanwhile, each of them is in one of the two places.
   *
   * @return whether it did
   */
  boolean bringBack(Path target, String id);

  /** Deletes the journal of a file. */
  void forget(Path target);

  /** The files beside this one that are gone and whose history tells of a version. */
  List<Path> goneWith(String hash, Path target);

  /** The names of the drafts of a domain. */
  List<String> drafts(String domain);

  /** The journal of a draft. */
  Journal draft(String domain, String name);

  /** By what name a journal is known among the drafts, if it is one that lasts. */
  Optional<String> draftName(String domain, Journal journal);

  /** Lets go of the journal of a document that is closed. */
  void close(Journal journal, boolean isBlankDraft);

  /** The folders in a folder, in the order of their names, as far as a look reaches. */
  static List<Path> folders(Path parent) {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(parent)) {
      return found.filter(Files::isDirectory).sorted().limit(MOST_FOLDERS).toList();
    } catch (IOException e) {
      throw new JournalException("folder %s: cannot be read: %s".formatted(parent, e), e);
    }
  }

  /** The last name of a path. */
  static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /** Journals that last as long as the program. */
  record InMemory() implements Shelf {

    @Override
    public Journal draft(String domain) {
      return InMemoryJournal.empty();
    }

    @Override
    public Journal journal(Path target) {
      return InMemoryJournal.empty();
    }

    @Override
    public boolean holds(Path target) {
      return false;
    }

    @Override
    public Optional<Path> folder(Journal journal) {
      return Optional.empty();
    }

    @Override
    public Disk disk() {
      return new FileDisk();
    }

    @Override
    public Optional<RecoveryReport> recovery(Journal journal) {
      return Optional.empty();
    }

    @Override
    public Optional<String> onlyRead(Journal journal) {
      return Optional.empty();
    }

    @Override
    public Shelf looking() {
      return this;
    }

    @Override
    public void follow(Journal journal, Path target, boolean isCopy) {}

    @Override
    public boolean isAt(Journal journal, Path target) {
      return true;
    }

    @Override
    public void setAside(Path target) {}

    @Override
    public List<FormerHistory> formers(Path target) {
      return List.of();
    }

    @Override
    public boolean bringBack(Path target, String id) {
      return false;
    }

    @Override
    public void forget(Path target) {}

    @Override
    public List<Path> goneWith(String hash, Path target) {
      return List.of();
    }

    @Override
    public List<String> drafts(String domain) {
      return List.of();
    }

    @Override
    public Journal draft(String domain, String name) {
      throw new IllegalArgumentException("no draft " + name);
    }

    @Override
    public Optional<String> draftName(String domain, Journal journal) {
      return Optional.empty();
    }

    @Override
    public void close(Journal journal, boolean isBlankDraft) {
      journal.close();
    }
  }

  /**
   * Journals in folders beside the files.
   *
   * @param onlyLooks whether those that somebody else holds are read without waiting for a turn
   */
  record InFolders(JournalFiles files, SessionSettings sessions, boolean onlyLooks)
      implements Shelf {

    InFolders(JournalFiles files, SessionSettings sessions) {
      this(files, sessions, false);
    }

    @Override
    public Journal draft(String domain) {
      return draft(domain, sessions.ids().get().ulid());
    }

    @Override
    public Journal draft(String domain, String name) {
      return opened(draftFolder(domain, name));
    }

    private Path draftFolder(String domain, String name) {
      return files.drafts().resolve(domain + "-" + name);
    }

    @Override
    public List<String> drafts(String domain) {
      return folders(files.drafts()).stream()
          .filter(folder ->
              name(folder).startsWith(domain + "-")
                  && FileJournal.exists(folder, files.settings().disk()))
          .map(folder -> name(folder).substring(domain.length() + 1))
          .toList();
    }

    @Override
    public Optional<String> draftName(String domain, Journal journal) {
      return journal instanceof FileJournal file
          ? Optional.of(name(file.folder()).substring(domain.length() + 1))
          : Optional.empty();
    }

    @Override
    public Journal journal(Path target) {
      return opened(JournalFiles.folderOf(target));
    }

    /** A journal that cannot be written is read. */
    private Journal opened(Path folder) {
      Disk disk = disk();
      if (FileJournal.exists(folder, disk) && !disk.isWritable(folder)) {
        // Records could still be written to files that are there, but no document be saved.
        return shown(folder);
      }
      try {
        return FileJournal.open(folder, files.settings());
      } catch (JournalException e) {
        if (!FileJournal.exists(folder, disk)) {
          throw e;
        }
        if (ReadOnlyJournal.isAllThereIs(folder, disk)) {
          return shown(folder);
        }
        if (onlyLooks) {
          return ReadOnlyJournal.open(folder, files.settings(), String.valueOf(e.getMessage()));
        }
        throw e;
      }
    }

    private Journal shown(Path folder) {
      String reason = "nothing can be written in " + folder;
      return ReadOnlyJournal.open(folder, files.settings(), reason);
    }

    @Override
    public Shelf looking() {
      return new InFolders(files, sessions, true);
    }

    @Override
    public Optional<String> onlyRead(Journal journal) {
      return journal instanceof ReadOnlyJournal shown
          ? Optional.of(shown.reason())
          : Optional.empty();
    }

    @Override
    public boolean holds(Path target) {
      return FileJournal.exists(JournalFiles.folderOf(target), files.settings().disk());
    }

    @Override
    public Optional<Path> folder(Journal journal) {
      return journal instanceof FileJournal file ? Optional.of(file.folder()) : Optional.empty();
    }

    @Override
    public Disk disk() {
      return files.settings().disk();
    }

    @Override
    public Optional<RecoveryReport> recovery(Journal journal) {
      if (journal instanceof ReadOnlyJournal shown) {
        return Optional.of(shown.recovery());
      }
      return journal instanceof FileJournal file ? Optional.of(file.recovery()) : Optional.empty();
    }

    @Override
    public void follow(Journal journal, Path target, boolean isCopy) {
      Path folder = JournalFiles.folderOf(target);
      if (journal instanceof FileJournal file && !isAt(journal, target)) {
        setAside(target);
        if (isCopy) {
          file.copyTo(folder);
        } else {
          file.moveTo(folder);
        }
      }
    }

    @Override
    public void setAside(Path target) {
      Path folder = JournalFiles.folderOf(target);
      if (FileJournal.exists(folder, files.settings().disk())) {
        try (FileJournal journal = FileJournal.open(folder, files.settings())) {
          journal.moveTo(new FormerFolder(target, files.settings()).place(sessions.ids().get()));
        }
      }
    }

    @Override
    public boolean isAt(Journal journal, Path target) {
      return journal instanceof FileJournal file
          && file.folder().equals(JournalFiles.folderOf(target));
    }

    @Override
    public List<FormerHistory> formers(Path target) {
      return new FormerFolder(target, files.settings()).histories();
    }

    @Override
    public boolean bringBack(Path target, String id) {
      Optional<Path> folder = new FormerFolder(target, files.settings()).find(id);
      if (folder.isPresent()) {
        setAside(target);
        try (FileJournal journal = FileJournal.open(folder.get(), files.settings())) {
          journal.moveTo(JournalFiles.folderOf(target));
        }
      }
      return folder.isPresent();
    }

    @Override
    public void forget(Path target) {
      Path folder = JournalFiles.folderOf(target);
      if (Files.isDirectory(folder)) {
        FileJournal.forget(folder, files.settings());
      }
    }

    @Override
    public List<Path> goneWith(String hash, Path target) {
      Path own = JournalFiles.folderOf(target);
      return folders(parent(own)).stream()
          .filter(folder -> !folder.equals(own) && !name(folder).startsWith("."))
          // Asked first: searching a history takes reading it.
          .filter(folder -> !Files.exists(target.resolveSibling(name(folder))))
          .filter(folder ->
              FileJournal.exists(folder, files.settings().disk())
                  && FileJournal.mentions(folder, hash, files.settings().disk()))
          .map(folder -> target.resolveSibling(name(folder)))
          .toList();
    }

    private static Path parent(Path folder) {
      return Objects.requireNonNull(folder.getParent());
    }

    @Override
    public void close(Journal journal, boolean isBlankDraft) {
      journal.close();
      if (isBlankDraft && journal instanceof FileJournal file) {
        FileJournal.forget(file.folder(), files.settings());
      }
    }
  }
}

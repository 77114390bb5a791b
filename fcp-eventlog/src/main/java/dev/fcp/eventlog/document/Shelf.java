package dev.fcp.eventlog.document;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a store takes the journals of its documents from. */
sealed interface Shelf {

  /** The journal of a document that no file holds yet. */
  Journal draft(String domain);

  /** The journal of a file; an empty one if it has none. */
  Journal journal(Path target);

  /** Whether a file has a history. */
  boolean holds(Path target);

  /** What was found when a journal was opened; empty if it could not be damaged. */
  Optional<RecoveryReport> recovery(Journal journal);

  /**
   * Lets a journal go on as that of a file.
   *
   * @param isCopy whether the one it was stays as well, as the history of another file
   */
  void follow(Journal journal, Path target, boolean isCopy);

  /** Whether a journal is that of a file. */
  boolean isAt(Journal journal, Path target);

  /** Takes the journal of a file away, but keeps it; does nothing if there is none. */
  void setAside(Path target);

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
    public Optional<RecoveryReport> recovery(Journal journal) {
      return Optional.empty();
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

  /** Journals in folders beside the files. */
  record InFolders(JournalFiles files, SessionSettings sessions) implements Shelf {

    /** So much of the name of a file stands in that of a history it had, in bytes. */
    private static final int NAME_BYTES = 200;

    private static final int SIBLINGS = 1000;

    @Override
    public Journal draft(String domain) {
      return draft(domain, sessions.ids().get().ulid());
    }

    @Override
    public Journal draft(String domain, String name) {
      return FileJournal.open(draftFolder(domain, name), files.settings());
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
      return FileJournal.open(JournalFiles.folderOf(target), files.settings());
    }

    @Override
    public boolean holds(Path target) {
      return FileJournal.exists(JournalFiles.folderOf(target), files.settings().disk());
    }

    @Override
    public Optional<RecoveryReport> recovery(Journal journal) {
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
          journal.moveTo(JournalFiles.formerOf(target).resolve(formerName(target)));
        }
      }
    }

    @Override
    public boolean isAt(Journal journal, Path target) {
      return journal instanceof FileJournal file
          && file.folder().equals(JournalFiles.folderOf(target));
    }

    private String formerName(Path target) {
      return sessions.ids().get().ulid() + "-" + start(name(target));
    }

    /** File names are limited in bytes, and a letter may take four of them. */
    private static String start(String name) {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      int end = Math.min(NAME_BYTES, bytes.length);
      while (end < bytes.length && (bytes[end] & 0xC0) == 0x80) {
        end--;
      }
      return new String(bytes, 0, end, StandardCharsets.UTF_8);
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

    private static List<Path> folders(Path parent) {
      if (!Files.isDirectory(parent)) {
        return List.of();
      }
      try (Stream<Path> found = Files.list(parent)) {
        return found.filter(Files::isDirectory).sorted().limit(SIBLINGS).toList();
      } catch (IOException e) {
        throw new JournalException("folder %s: cannot be read: %s".formatted(parent, e), e);
      }
    }

    private static String name(Path path) {
      return String.valueOf(path.getFileName());
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

package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.DocumentFiles.FoundVersion;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import dev.fcp.eventlog.session.SessionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files in which two versions of a folder differ, one by one. Each file is before or
 * after the save at any time.
 */
final class FolderSave<M, E> implements DocumentFiles.Write<M> {

  private static final Set<PosixFilePermission> EXECUTE =
      EnumSet.of(
          PosixFilePermission.OWNER_EXECUTE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_EXECUTE);

  private final FolderFiles<M, E> folder;
  private final M from;
  private final M to;
  private final String hash;
  private final List<Item> items = new ArrayList<>();
  private final Map<String, Conflict> refusals = new LinkedHashMap<>();

  /** How many files were replaced or deleted. */
  private int replacedCount;

  /** A file to be written or deleted. */
  private final class Item {

    final String path;
    final Path file;

    /** The SHA-256 of what is known to be replaced; empty if nothing is. */
    final Optional<String> before;

    final Optional<FileEntry> after;
    SaveFiles files;
    FileReplacement.@Nullable Prepared prepared;

    Item(int number, String path, Optional<String> before) {
      this.path = path;
      this.before = before;
      this.after = folder.format().entry(to, path);
      this.file = folder.file(path);
      this.files = saveFiles(folder, path, number);
    }

    void prepare() throws IOException {
      if (after.isPresent()) {
        if (folder.history().isEmpty()) {
          folder.makeFoldersFor(file);
        }
        prepared =
            FileReplacement.inFolder(file)
                .prepare(folder.format().bytes(to, path), files, this::changePermissions);
      } else {
        files.delete();
      }
    }

    private void changePermissions(Set<PosixFilePermission> permissions) {
      if (!after.orElseThrow().isExecutable()) {
        permissions.removeAll(EXECUTE);
      } else if (!permissions.contains(PosixFilePermission.OWNER_EXECUTE)) {
        permissions.add(PosixFilePermission.OWNER_EXECUTE);
        if (permissions.contains(PosixFilePermission.GROUP_READ)) {
          permissions.add(PosixFilePermission.GROUP_EXECUTE);
        }
        if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
          permissions.add(PosixFilePermission.OTHERS_EXECUTE);
        }
      }
    }

    void replace() throws IOException {
      // Another program may have put a link there since the save was planned.
      Optional<Conflict> obstacle = folder.obstacle(path, Set.of(), true);
      if (obstacle.isPresent()) {
        throw new IOException(obstacle.get().reason());
      }
      FileReplacement.Prepared ready = prepared;
      if (ready != null) {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          folder.removeInPlaceOf(file);
        }
        folder.makeFoldersFor(file);
        ready.replace();
        files = ready.files();
      } else if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        folder.disk().rename(file, files.replaced());
        folder.disk().forceFolder(Objects.requireNonNull(file.getParent()));
      }
    }

    /** Restores what was replaced, unless the file was edited since. */
    void takeBack() throws IOException {
      Optional<FileBytes> now = folder.read(path);
      if (!now.map(FileBytes::entry).equals(after)) {
        return;
      }
      if (Files.exists(files.replaced(), LinkOption.NOFOLLOW_LINKS)) {
        // A file may have taken the place of its folder, or the folder was empty.
        folder.makeFoldersFor(file);
        folder.disk().rename(files.replaced(), file);
      } else if (folder.format().entry(from, path).isEmpty()) {
        folder.disk().delete(file);
      } else {
        throw new IOException("the former version of " + path + " is not at hand");
      }
      folder.disk().forceFolder(Objects.requireNonNull(file.getParent()));
    }

    void deleteFiles() throws IOException {
      FileReplacement.Prepared ready = prepared;
      if (ready != null) {
        ready.deleteFiles();
      } else {
        files.delete();
      }
    }
  }

  /**
   * A save.
   *
   * @param from the version in the folder
   * @param to the version to be written
   * @param hash the SHA-256 of its manifest
   */
  FolderSave(FolderFiles<M, E> folder, M from, M to, String hash) {
    this.folder = folder;
    this.from = from;
    this.to = to;
    this.hash = hash;
  }

  /** The temporary files for one of the files of a save. */
  static SaveFiles saveFiles(FolderFiles<?, ?> folder, String path, int number) {
    return folder
        .history()
        .map(history -> SaveFiles.inHistory(history, number, folder.disk()))
        .orElseGet(() -> SaveFiles.beside(folder.file(path), folder.disk()));
  }

  /** Adds files in which the versions differ. */
  void addAll(Set<String> paths) {
    // Deletions first, because a file can take the place of a folder.
    for (boolean isDeletion : new boolean[] {true, false}) {
      for (String path : paths) {
        if (folder.format().entry(to, path).isEmpty() == isDeletion) {
          add(items.size(), path, folder.format().entry(from, path).map(FileEntry::sha256));
        }
      }
    }
  }

  /**
   * Adds a file.
   *
   * @param number its number in the record of the save
   * @param before the SHA-256 of what the save replaces; empty if there is no such file
   */
  void add(int number, String path, Optional<String> before) {
    items.add(new Item(number, path, before));
  }

  /**
   * Checks that the files that will be written are those of the document.
   *
   * @throws IllegalStateException if they are not
   */
  void requireReadBack(Digest expected, Set<String> paths) {
    SortedMap<String, Optional<FileBytes>> written = new TreeMap<>();
    for (String path : paths) {
      written.put(
          path,
          folder
              .format()
              .entry(to, path)
              .map(entry -> new FileBytes(folder.format().bytes(to, path), entry)));
    }
    Digest found = folder.domain().digest(folder.format().withFiles(from, written));
    String difference = SingleFile.difference(expected, found);
    if (!difference.isEmpty()) {
      throw new IllegalStateException(
          "the folder format of %s has a fault, please report it: %s; the files are as they were"
              .formatted(folder.domain().name(), difference));
    }
  }

  /** Finds the files that cannot be replaced. */
  void findObstacles(boolean overwrites) throws IOException {
    Set<String> deleted = new HashSet<>();
    items.stream().filter(it -> it.after.isEmpty()).forEach(it -> deleted.add(it.path));
    for (Item item : items) {
      folder
          .obstacle(item.path, deleted, overwrites)
          .ifPresent(obstacle -> refusals.put(item.path, obstacle));
      boolean isTooLarge =
          item.after.filter(it -> it.sizeBytes() > DocumentStore.MAX_FILE_BYTES).isPresent();
      if (isTooLarge) {
        refusals.put(
            item.path,
            Conflict.because(
                "%s would have more bytes than the limit of %d"
                    .formatted(item.path, DocumentStore.MAX_FILE_BYTES)));
      }
    }
  }

  @Override
  public List<Conflict> refusals() {
    return List.copyOf(refusals.values());
  }

  /** The reasons why files cannot be replaced, by path. */
  Map<String, Conflict> refusalsByPath() {
    return refusals;
  }

  @Override
  public String hash() {
    return hash;
  }

  @Override
  public long sizeBytes() {
    return folder.sizeBytes(to);
  }

  @Override
  public List<SavedFile> files() {
    return items.stream()
        .map(item ->
            new SavedFile(
                item.path,
                folder.format().entry(from, item.path).map(FolderFiles::versionOf),
                item.after.map(FolderFiles::versionOf)))
        .toList();
  }

  @Override
  public void prepare() throws IOException {
    for (Item item : items) {
      try {
        item.prepare();
      } catch (IOException e) {
        throw new IOException("%s: %s".formatted(item.path, e.getMessage()), e);
      }
    }
  }

  @Override
  public void replace() throws IOException {
    for (Item item : items) {
      try {
        item.replace();
      } catch (IOException e) {
        throw new IOException("%s: %s".formatted(item.path, e), e);
      }
      replacedCount++;
    }
    folder.removeEmptied(
        items.stream().filter(it -> it.after.isEmpty()).map(it -> it.file).toList());
  }

  @Override
  public Optional<FoundVersion<M>> replacedVersion(SessionState<M, ?> state) throws IOException {
    SortedMap<String, Optional<FileBytes>> foreign = new TreeMap<>();
    for (Item item : items) {
      Path replaced = item.files.replaced();
      Optional<FileBytes> found = FolderFiles.fileBytes(replaced);
      if (found.isPresent() && !found.map(it -> it.entry().sha256()).equals(item.before)) {
        foreign.put(item.path, found);
      }
    }
    return foreign.isEmpty() ? Optional.empty() : Optional.of(folder.version(from, foreign));
  }

  @Override
  public boolean takeBack() {
    try {
      // The last one may have been replaced before it failed.
      for (int i = Math.min(replacedCount, items.size() - 1); i >= 0; i--) {
        items.get(i).takeBack();
      }
      folder.removeEmptied(items.stream().map(item -> item.file).toList());
      return true;
    } catch (IOException e) {
      // The save stays pending, and the next look completes it.
      return false;
    }
  }

  @Override
  public void deleteFiles() throws IOException {
    for (Item item : items) {
      item.deleteFiles();
    }
  }

  @Override
  public void close() throws IOException {
    for (Item item : items) {
      if (item.prepared != null) {
        Objects.requireNonNull(item.prepared).close();
      }
    }
  }
}

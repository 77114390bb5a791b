package dev.fcp.eventlog.document;

import dev.fcp.eventlog.journal.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The folders that saves of a document created below its folder. Only these are removed when a save
 * leaves them empty. They are listed in the file {@code made} of the history, one on a line.
 *
 * @param history the folder of the history; empty if it is in memory, and all are kept
 */
record MadeFolders(Path target, Optional<Path> history, Disk disk) {

  /** Creates the folders that a file needs. */
  void makeFor(Path file) throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path folder = parent(file);
        !folder.equals(target) && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
        folder = parent(folder)) {
      missing.add(0, folder);
    }
    if (missing.isEmpty()) {
      return;
    }
    SortedSet<String> made = read();
    missing.forEach(folder -> made.add(name(folder)));
    // Before they exist, so that a crash leaves none that is not listed.
    write(made);
    for (Path folder : missing) {
      Files.createDirectory(folder);
      disk.forceFolder(parent(folder));
    }
  }

  /** Removes the folders of deleted files, and those around them, that are empty and listed. */
  void removeEmptied(List<Path> deleted) throws IOException {
    if (deleted.isEmpty()) {
      return;
    }
    SortedSet<String> made = read();
    boolean isChanged = false;
    for (Path file : deleted) {
      for (Path folder = parent(file);
          !folder.equals(target) && made.contains(name(folder)) && isEmpty(folder);
          folder = parent(folder)) {
        disk.delete(folder);
        disk.forceFolder(parent(folder));
        made.remove(name(folder));
        isChanged = true;
      }
    }
    if (isChanged) {
      write(made);
    }
  }

  /**
   * Removes a folder and all folders in it, if they are all empty; they need not be listed.
   *
   * @throws java.nio.file.DirectoryNotEmptyException if there is a file in them; some folders may
   *     be removed then
   */
  void removeEmptyTree(Path folder) throws IOException {
    List<Path> folders;
    try (Stream<Path> found = Files.walk(folder)) {
      folders =
          found.filter(it -> Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS)).toList().reversed();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    SortedSet<String> made = read();
    boolean isChanged = false;
    for (Path empty : folders) {
      disk.delete(empty);
      isChanged |= made.remove(name(empty));
    }
    disk.forceFolder(parent(folder));
    if (isChanged) {
      write(made);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (Stream<Path> names = Files.list(folder)) {
      return names.findAny().isEmpty();
    }
  }

  private static Path parent(Path file) {
    return Objects.requireNonNull(file.getParent());
  }

  private String name(Path folder) {
    return target.relativize(folder).toString();
  }

  private SortedSet<String> read() throws IOException {
    Optional<Path> list = list();
    if (list.isEmpty()) {
      return new TreeSet<>();
    }
    int sizeBytes = Math.toIntExact(disk.sizeBytes(list.get()).orElse(0));
    String lines = new String(disk.read(list.get(), 0, sizeBytes), StandardCharsets.UTF_8);
    return new TreeSet<>(lines.lines().toList());
  }

  private void write(SortedSet<String> made) throws IOException {
    Optional<Path> list = list();
    if (list.isPresent()) {
      byte[] lines =
          made.isEmpty()
              ? new byte[0]
              : (String.join("\n", made) + "\n").getBytes(StandardCharsets.UTF_8);
      try (Disk.Handle handle = disk.open(list.get())) {
        handle.truncate(0);
        handle.write(0, lines);
        handle.force();
      }
    }
  }

  private Optional<Path> list() {
    return history.map(folder -> folder.resolve("made"));
  }
}

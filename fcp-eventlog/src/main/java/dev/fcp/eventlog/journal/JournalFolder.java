package dev.fcp.eventlog.journal;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The names in the folder of a journal.
 *
 * <pre>
 * .fcp/.gitignore                     *
 * .fcp/shop.drawio/000000000001.jsonl records 1 and following
 *                  000000000817.jsonl records 817 and following
 *                  000000000001.snapshot  the state after record 1
 *                  000000001000.snapshot
 *                  5f7c...e1.source   a version of the document, named by the SHA-256 of its bytes
 *                  90c2...07.named    a named state whose steps may be gone, by the hash of the name
 *                  lock               locked by who writes, never read
 *                  owner              who holds the journal for longer, if anybody does
 *                  *.aside            what recovery set aside
 *                  *.tmp              not finished; of no worth
 * </pre>
 */
final class JournalFolder {

  private static final String SEGMENT = ".jsonl";
  private static final String SNAPSHOT = ".snapshot";
  private static final String SOURCE = ".source";
  private static final String ASIDE = ".aside";
  private static final String TEMPORARY = ".tmp";
  private static final Pattern NUMBERED = Pattern.compile("\\d{12}\\.(jsonl|snapshot)");

  private final Disk disk;
  private final Path path;

  JournalFolder(Disk disk, Path path) {
    this.disk = disk;
    this.path = path;
  }

  Disk disk() {
    return disk;
  }

  Path path() {
    return path;
  }

  /** Makes the folder and tells version control to leave it alone. */
  void create() throws IOException {
    disk.createFolder(path);
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IOException(path + " is no folder of a document");
    }
    Path ignore = parent.resolve(".gitignore");
    if (disk.sizeBytes(ignore).orElse(0) == 0) {
      try (Disk.Handle file = disk.open(ignore)) {
        file.write(0, "*\n".getBytes(StandardCharsets.US_ASCII));
      }
    }
    disk.forceFolder(parent);
  }

  Path file(String name) {
    return path.resolve(name);
  }

  Path segment(long firstNumber) {
    return file("%012d%s".formatted(firstNumber, SEGMENT));
  }

  Path snapshot(long number) {
    return file("%012d%s".formatted(number, SNAPSHOT));
  }

  Path source(String id) {
    return file(id + SOURCE);
  }

  /** What is kept of a named state. Names may be longer than file names, and hold anything. */
  Path named(String name) {
    String hash = Hashing.sha256().hashString(name, StandardCharsets.UTF_8).toString();
    return file(hash + ".named");
  }

  Path lock() {
    return file("lock");
  }

  Path owner() {
    return file("owner");
  }

  /** The first numbers of the segments, ascending. */
  List<Long> segments() throws IOException {
    return numbered(SEGMENT);
  }

  /** The numbers of the snapshots, ascending. */
  List<Long> snapshots() throws IOException {
    return numbered(SNAPSHOT);
  }

  private List<Long> numbered(String ending) throws IOException {
    List<Long> numbers = new ArrayList<>();
    for (String name : disk.list(path)) {
      if (name.endsWith(ending) && NUMBERED.matcher(name).matches()) {
        numbers.add(Long.parseLong(name.substring(0, 12)));
      }
    }
    return numbers;
  }

  /** A name that is not taken, for what recovery sets aside of a file. */
  Path aside(Path file, long offsetBytes) throws IOException {
    String base = offsetBytes == 0 ? name(file) : name(file) + "." + offsetBytes;
    Path free = file(base + ASIDE);
    for (int i = 2; disk.sizeBytes(free).isPresent(); i++) {
      free = file(base + "-" + i + ASIDE);
    }
    return free;
  }

  /** Writes a file as a whole: whoever finds it finds all of it. */
  void replace(Path file, byte[] bytes) throws IOException {
    Path temporary = file(name(file) + TEMPORARY);
    try (Disk.Handle open = disk.open(temporary)) {
      open.truncate(0);
      open.write(0, bytes);
      open.force();
    }
    disk.rename(temporary, file);
    disk.forceFolder(path);
  }

  /** Takes away what was not finished. */
  void deleteTemporary() throws IOException {
    for (String name : disk.list(path)) {
      if (name.endsWith(TEMPORARY)) {
        disk.delete(file(name));
      }
    }
  }

  byte[] read(Path file) throws IOException {
    long sizeBytes = disk.sizeBytes(file).orElse(0);
    return disk.read(file, 0, Math.toIntExact(sizeBytes));
  }

  static String name(Path file) {
    return String.valueOf(file.getFileName());
  }
}

package dev.fcp.eventlog.journal;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
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
 *                  unfinished         the folder is being filled or emptied: nothing in it counts
 *                  *.aside            what recovery set aside
 *                  replaced.old       what an interrupted save took the place of
 *                  *.tmp              not finished; of no worth
 * </pre>
 */
final class JournalFolder {

  private static final String SEGMENT = ".jsonl";
  private static final String SNAPSHOT = ".snapshot";
  private static final String SOURCE = ".source";
  private static final String NAMED = ".named";
  private static final String ASIDE = ".aside";
  private static final String TEMPORARY = ".tmp";
  private static final Pattern NUMBERED = Pattern.compile("\\d{12}\\.(jsonl|snapshot)");

  private static final String UNFINISHED = "unfinished";

  private final Disk disk;
  private final ReadWriteLock reading = new ReentrantReadWriteLock();
  private volatile Path path;

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

  /** What reads files. */
  interface Read<T> {
    T run() throws IOException;
  }

  /** What takes files away, or changes their place. */
  interface FolderChange {
    void run() throws IOException;
  }

  /** Reads what stands in the folder while nothing in it goes away. */
  <T> T reading(Read<T> read) throws IOException {
    reading.readLock().lock();
    try {
      return read.run();
    } finally {
      reading.readLock().unlock();
    }
  }

  /**
   * As {@link #reading}, for who cannot do anything about a failure.
   *
   * @throws JournalException if it failed
   */
  <T> T look(Read<T> read) {
    try {
      return reading(read);
    } catch (IOException e) {
      throw new JournalException("journal %s: cannot be read: %s".formatted(path, e), e);
    }
  }

  /** Takes away what others may read, while nobody of this process does. */
  void changing(FolderChange change) throws IOException {
    reading.writeLock().lock();
    try {
      change.run();
    } finally {
      reading.writeLock().unlock();
    }
  }

  /** From now on the names are those in another folder. */
  void goOnIn(Path other) {
    path = other;
  }

  /** Creates the folder, with a file that makes git ignore it. */
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
      // The folder of all journals may be new too.
      Path around = parent.getParent();
      if (around != null) {
        disk.forceFolder(around);
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
    return file(hash + NAMED);
  }

  Path lock() {
    return file("lock");
  }

  Path owner() {
    return file("owner");
  }

  /** Whether there is a journal with records or a snapshot. */
  boolean holdsJournal() throws IOException {
    List<String> names = disk.list(path);
    return !names.contains(UNFINISHED)
        && names.stream().anyMatch(name -> NUMBERED.matcher(name).matches());
  }

  /** Whether this user may go on with the journal. */
  boolean isWritable() throws IOException {
    return disk.isWritable(path)
        && disk.list(path).stream().allMatch(name -> disk.isWritable(file(name)));
  }

  /** Whether the folder is being filled or emptied, or was when a program ended. */
  boolean isUnfinished() throws IOException {
    return disk.sizeBytes(file(UNFINISHED)).isPresent();
  }

  /** The names of all that is part of a journal, and not of its use at this moment. */
  List<String> content() throws IOException {
    return disk.list(path).stream()
        .filter(name -> !name.equals(name(lock())) && !name.equals(name(owner())))
        .filter(name -> !name.equals(UNFINISHED) && !name.endsWith(TEMPORARY))
        .toList();
  }

  /** From now on nothing in the folder counts. */
  void begin() throws IOException {
    try (Disk.Handle file = disk.open(file(UNFINISHED))) {
      file.force();
    }
    disk.forceFolder(path);
  }

  /** From now on all in the folder counts. */
  void finish() throws IOException {
    disk.forceFolder(path);
    disk.delete(file(UNFINISHED));
    disk.forceFolder(path);
  }

  /** Deletes everything but the lock; what is interrupted here is done by whoever comes next. */
  void clear() throws IOException {
    begin();
    for (String name : disk.list(path)) {
      if (!name.equals(name(lock())) && !name.equals(UNFINISHED)) {
        disk.delete(file(name));
      }
    }
    finish();
  }

  /**
   * Deletes everything. The lock is held; its file goes last, so that nobody begins here before.
   */
  void vacate() throws IOException {
    clear();
    disk.delete(lock());
  }

  /** Takes the lock and deletes everything, and the folder unless something else lies in it. */
  void forget(Duration patience) throws IOException {
    ProcessTurn.takenIn(this, patience).end(this::vacate);
    deleteIfEmpty();
  }

  /** Deletes the folder if nothing lies in it. */
  void deleteIfEmpty() throws IOException {
    if (!disk.list(path).isEmpty()) {
      return;
    }
    disk.delete(path);
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null) {
      disk.forceFolder(parent);
    }
  }

  /** The first numbers of the segments, ascending. */
  List<Long> segments() throws IOException {
    return numbered(SEGMENT);
  }

  /** The numbers of the snapshots, ascending. */
  List<Long> snapshots() throws IOException {
    return numbered(SNAPSHOT);
  }

  /** The ids of the versions of which there is a text. */
  List<String> sources() throws IOException {
    return disk.list(path).stream()
        .filter(name -> name.endsWith(SOURCE))
        .map(name -> name.substring(0, name.length() - SOURCE.length()))
        .toList();
  }

  /** What is kept of named states. */
  List<Path> namedStates() throws IOException {
    return disk.list(path).stream().filter(name -> name.endsWith(NAMED)).map(this::file).toList();
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

package dev.fcp.eventlog.journal;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;

/**
 * The files in the folder of a journal.
 *
 * <pre>
 * .fcp/.gitignore                     *
 * .fcp/shop.drawio/000000000001.jsonl.gz records 1 and following, compressed
 *                  000000000817.jsonl     records 817 and following
 *                  000000000001.snapshot  the state after record 1
 *                  000000001000.snapshot
 *                  000000004000.index     an index of records 1 to 4000
 *                  5f7c...e1.source   a source, named by its id
 *                  90c2...07.named    a named state whose steps may be pruned, by the hash of the name
 *                  4be1...a2.projection  a value of a projection, by the hash of its name
 *                  lock               locked by the writer, never read
 *                  owner              the owner of the lock, if it is held for longer
 *                  format             the version of the format, if it is not 1
 *                  unfinished         the folder is being filled or emptied: ignore its content
 *                  000000000001.jsonl.archived  what is kept of a segment in the archive
 *                  000000000001.pruned          of pruned records in the archive
 *                  archive            the place of the archive
 *                  *.redacted         what a redaction will replace, if the next file exists
 *                  redaction          the names of the files that it deletes
 *                  purge              the objects that are still to be deleted from the archive
 *                  *.aside            set aside by recovery
 *                  replaced.old       the version that an interrupted save replaced
 *                  *.tmp              incomplete; can be deleted
 * </pre>
 */
final class JournalFolder {

  private static final String SEGMENT = ".jsonl";
  private static final String SNAPSHOT = ".snapshot";
  private static final String INDEX = ".index";
  private static final String SOURCE = ".source";
  private static final String NAMED = ".named";
  private static final String PROJECTION = ".projection";
  private static final String PRUNED = ".pruned";
  private static final String ASIDE = ".aside";
  private static final String TEMPORARY = ".tmp";
  private static final String REDACTED = ".redacted";
  private static final Pattern NUMBERED =
      Pattern.compile("\\d{12}\\.(jsonl(\\.gz|\\.archived)?|snapshot|index|pruned)");

  private static final String UNFINISHED = "unfinished";
  private static final String FORMAT = "format";
  private static final String REDACTION = "redaction";

  /** Since this version of the format, segments are compressed. */
  private static final int COMPRESSED_FORMAT = 2;

  /** Since this version, segments are in an archive. */
  private static final int ARCHIVED_FORMAT = 3;

  /** The newest version that this release reads; since then, records are redacted. */
  private static final int REDACTED_FORMAT = 4;

  private static final int FORMAT_BYTES = 20;

  private final Disk disk;
  private final ArchivedObjects archived;
  private final ReadWriteLock reading = new ReentrantReadWriteLock();
  private volatile Path path;

  /** A folder whose archive is in a folder of the same disk. */
  JournalFolder(Disk disk, Path path) {
    this(disk, path, new ArchivedObjects(ArchivedObjects.inFolders(disk)));
  }

  JournalFolder(Disk disk, Path path, ArchivedObjects archived) {
    this.disk = disk;
    this.path = path;
    this.archived = archived;
  }

  /** The objects in the archive of this journal. */
  ArchivedObjects archived() {
    return archived;
  }

  Disk disk() {
    return disk;
  }

  Path path() {
    return path;
  }

  /** An operation that reads files. */
  interface Read<T> {
    T run() throws IOException;
  }

  /** An operation that changes something on the disk. */
  interface DiskAct {
    void run() throws IOException;
  }

  /** Runs a read while no file in the folder is deleted or moved. */
  <T> T reading(Read<T> read) throws IOException {
    reading.readLock().lock();
    try {
      return read.run();
    } finally {
      reading.readLock().unlock();
    }
  }

  /**
   * Like {@link #reading}, but with an unchecked exception.
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

  /** Runs a change while no thread of this process reads. */
  void changing(DiskAct change) throws IOException {
    reading.writeLock().lock();
    try {
      change.run();
    } finally {
      reading.writeLock().unlock();
    }
  }

  /** Uses another folder from now on. */
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
      // The parent folder may be new too.
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

  Path index(long number) {
    return file("%012d%s".formatted(number, INDEX));
  }

  Path source(String id) {
    return file(id + SOURCE);
  }

  /** The file of a named state. */
  Path named(String name) {
    return file(hash(name) + NAMED);
  }

  /** The file of the value of a projection. */
  Path projection(String name) {
    return file(hash(name) + PROJECTION);
  }

  /** A name can be too long for a file name and contain any character. */
  private static String hash(String name) {
    return Hashing.sha256().hashString(name, StandardCharsets.UTF_8).toString();
  }

  Path lock() {
    return file("lock");
  }

  Path owner() {
    return file("owner");
  }

  /** Whether the folder contains a journal with records or a snapshot. */
  boolean holdsJournal() throws IOException {
    List<String> names = disk.list(path);
    return !names.contains(UNFINISHED)
        && names.stream()
            .filter(name -> !name.endsWith(INDEX) && !name.endsWith(PRUNED))
            .anyMatch(name -> NUMBERED.matcher(name).matches());
  }

  /** Whether this user may write to the journal. */
  boolean isWritable() throws IOException {
    return disk.isWritable(path)
        && disk.list(path).stream().allMatch(name -> disk.isWritable(file(name)));
  }

  /**
   * Why this release must not change the journal: a newer one wrote it; empty if it may. Changing
   * it would set aside what this release does not understand.
   */
  Optional<String> newerFormat() throws IOException {
    String version = format();
    return version.matches("|[1-" + REDACTED_FORMAT + "]")
        ? Optional.empty()
        : Optional.of(
            "its format is %s, this release reads %d; a newer release can change it"
                .formatted(version, REDACTED_FORMAT));
  }

  /** Gives the journal the version whose readers know archives, and never prune into nothing. */
  void raiseFormatForArchive() throws IOException {
    raiseFormat(ARCHIVED_FORMAT);
  }

  /** Gives the journal at least this version of the format. */
  private void raiseFormat(int version) throws IOException {
    String current = format();
    if (current.isEmpty() || Integer.parseInt(current) < version) {
      replace(file(FORMAT), Integer.toString(version).getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** The version of the format; empty if it is 1. */
  private String format() throws IOException {
    byte[] bytes = disk.read(file(FORMAT), 0, FORMAT_BYTES);
    return new String(bytes, StandardCharsets.US_ASCII).strip();
  }

  /** Whether the folder is being filled or emptied, or that was interrupted. */
  boolean isUnfinished() throws IOException {
    return disk.sizeBytes(file(UNFINISHED)).isPresent();
  }

  /** The names of the files of the journal, without lock and temporary files. */
  List<String> content() throws IOException {
    return disk.list(path).stream()
        .filter(name -> !name.equals(name(lock())) && !name.equals(name(owner())))
        .filter(name -> !name.equals(UNFINISHED) && !name.endsWith(TEMPORARY))
        .toList();
  }

  /** Marks the folder as unfinished: its content is ignored from now on. */
  void begin() throws IOException {
    try (Disk.Handle file = disk.open(file(UNFINISHED))) {
      file.force();
    }
    disk.forceFolder(path);
  }

  /** Removes the mark: the content of the folder is valid from now on. */
  void finish() throws IOException {
    disk.forceFolder(path);
    disk.delete(file(UNFINISHED));
    disk.forceFolder(path);
  }

  /**
   * Deletes everything except the lock; if interrupted, the next process that opens the folder
   * completes it.
   */
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
   * Deletes everything. The caller holds the lock; its file is deleted last, so that no other
   * process begins a journal before that.
   */
  void vacate() throws IOException {
    clear();
    disk.delete(lock());
  }

  /** Deletes the folder if it is empty. */
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

  /** The numbers of the indexes, ascending. */
  List<Long> indexes() throws IOException {
    return numbered(INDEX);
  }

  /** The ids of the stored sources. */
  List<String> sources() throws IOException {
    return disk.list(path).stream()
        .filter(name -> name.endsWith(SOURCE))
        .map(name -> name.substring(0, name.length() - SOURCE.length()))
        .toList();
  }

  /** The files of named states. */
  List<Path> namedStates() throws IOException {
    return files(NAMED);
  }

  /** The files of values of projections. */
  List<Path> projections() throws IOException {
    return files(PROJECTION);
  }

  private List<Path> files(String ending) throws IOException {
    return disk.list(path).stream().filter(name -> name.endsWith(ending)).map(this::file).toList();
  }

  private List<Long> numbered(String ending) throws IOException {
    Set<Long> numbers = new TreeSet<>();
    for (String name : disk.list(path)) {
      if (name.startsWith(ending, 12) && NUMBERED.matcher(name).matches()) {
        numbers.add(Long.parseLong(name.substring(0, 12)));
      }
    }
    return List.copyOf(numbers);
  }

  /** An unused name for bytes of a file that recovery sets aside. */
  Path aside(Path file, long offsetBytes) throws IOException {
    String base = offsetBytes == 0 ? name(file) : name(file) + "." + offsetBytes;
    Path free = file(base + ASIDE);
    for (int i = 2; disk.sizeBytes(free).isPresent(); i++) {
      free = file(base + "-" + i + ASIDE);
    }
    return free;
  }

  /** Writes a file atomically. */
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

  /** Writes and forces a file that takes the place of another one when a redaction is complete. */
  void prepare(Path file, byte[] bytes) throws IOException {
    try (Disk.Handle open = disk.open(file(name(file) + REDACTED))) {
      open.truncate(0);
      open.write(0, bytes);
      open.force();
    }
  }

  /** The commit point of a redaction: all that was prepared takes its place from now on. */
  void commitRedaction(List<String> deleted) throws IOException {
    disk.forceFolder(path);
    raiseFormat(REDACTED_FORMAT);
    replace(file(REDACTION), String.join("\n", deleted).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Deletes what was prepared for a redaction that was not committed, or completes one.
   *
   * @param names the names in the folder
   */
  void completeRedaction(List<String> names) throws IOException {
    List<String> prepared = names.stream().filter(name -> name.endsWith(REDACTED)).toList();
    List<String> deleted = new ArrayList<>(prepared);
    boolean isCommitted = names.contains(REDACTION);
    if (isCommitted) {
      for (String name : prepared) {
        // Copied, because a crash may lose a file that is renamed.
        replace(file(name.substring(0, name.length() - REDACTED.length())), read(file(name)));
      }
      deleted.addAll(new String(read(file(REDACTION)), StandardCharsets.UTF_8).lines().toList());
    }
    for (String name : deleted) {
      disk.delete(file(name));
    }
    if (isCommitted) {
      disk.forceFolder(path);
      disk.delete(file(REDACTION));
      disk.forceFolder(path);
    }
  }

  /** The names of the objects that are still to be deleted from the archive. */
  Path purge() {
    return file("purge");
  }

  /** Deletes incomplete files, and segments that were compressed or moved to the archive. */
  void deleteTemporary() throws IOException {
    completeRedaction(disk.list(path));
    List<String> names = disk.list(path);
    for (String name : names) {
      if (name.endsWith(TEMPORARY)) {
        disk.delete(file(name));
      }
    }
    for (long number : segments()) {
      Path segment = segment(number);
      Path compressed = SegmentFile.compressed(segment);
      boolean isLocal = names.contains(name(segment)) || names.contains(name(compressed));
      boolean isArchived = isLocal && lines(segment).archived().isPresent();
      if (isArchived) {
        disk.delete(compressed);
      }
      if (isArchived || names.contains(name(compressed))) {
        disk.delete(segment);
      }
    }
  }

  /** Reads the lines of a segment, whether it is compressed or not. */
  SegmentFile lines(Path segment) {
    return new SegmentFile(this, segment);
  }

  /**
   * Replaces a closed segment by its compressed form, unless another process has changed it.
   *
   * @param sizeBytes the size of its lines
   */
  void compress(Path segment, long sizeBytes, byte[] compressed) throws IOException {
    if (!disk.sizeBytes(segment).equals(OptionalLong.of(sizeBytes))) {
      return;
    }
    raiseFormat(COMPRESSED_FORMAT);
    replace(SegmentFile.compressed(segment), compressed);
    changing(() -> disk.delete(segment));
  }

  /**
   * Replaces a closed segment by what is kept of it, after its object was stored; does nothing if
   * another process has changed it.
   *
   * @return whether it was replaced
   */
  boolean replace(Path segment, ArchivedSegment kept) throws IOException {
    SegmentFile stored = lines(segment);
    if (!stored.isLocal() || stored.sizeBytes() != kept.sizeBytes()) {
      return false;
    }
    raiseFormat(ARCHIVED_FORMAT);
    replace(SegmentFile.archived(segment), kept.encode());
    changing(() -> {
      disk.delete(SegmentFile.compressed(segment));
      disk.delete(segment);
    });
    disk.forceFolder(path);
    return true;
  }

  /** Keeps the name of an object with records that are pruned next. */
  void keepPruned(ArchivedSegment pruned) throws IOException {
    raiseFormat(ARCHIVED_FORMAT);
    replace(pruned(pruned.object().firstRecord()), pruned.encode());
  }

  /** The file of pruned records in the archive. */
  Path pruned(long firstNumber) {
    return file("%012d%s".formatted(firstNumber, PRUNED));
  }

  /** The objects of the archive, ascending, those of pruned records first. */
  List<ArchivedObject> objects() throws IOException {
    List<ArchivedObject> objects = new ArrayList<>();
    for (long number : numbered(PRUNED)) {
      ArchivedSegment.read(read(pruned(number)), true)
          .ifPresent(found -> objects.add(found.object()));
    }
    for (long number : segments()) {
      lines(segment(number)).archived().ifPresent(found -> objects.add(found.object()));
    }
    return objects;
  }

  byte[] read(Path file) throws IOException {
    long sizeBytes = disk.sizeBytes(file).orElse(0);
    return disk.read(file, 0, Math.toIntExact(sizeBytes));
  }

  static String name(Path file) {
    return String.valueOf(file.getFileName());
  }
}

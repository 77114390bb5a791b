package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.journal.JournalException.ArchiveUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The objects of a journal in its archive, whose place is stored in the folder of the journal. The
 * objects that were read last stay in memory. Thread-safe.
 */
final class ArchivedObjects {

  private static final String PLACE = "archive";
  private static final int MAX_PLACE_BYTES = 1 << 12;

  /** The total size of the objects that stay in memory, unless there is only one. */
  private static final long MAX_CACHED_BYTES = 1L << 24;

  private final Function<String, Archive> archives;

  /** The contents of objects, least recently used first; guarded by itself. */
  private final Map<String, byte[]> cache = new LinkedHashMap<>(8, 0.75f, true);

  ArchivedObjects(Function<String, Archive> archives) {
    this.archives = archives;
  }

  /** The place of the archive; empty if the journal has no archive. */
  static Optional<String> place(JournalFolder folder) throws IOException {
    byte[] bytes = folder.disk().read(folder.file(PLACE), 0, MAX_PLACE_BYTES);
    return Optional.of(new String(bytes, StandardCharsets.UTF_8).strip())
        .filter(place -> !place.isEmpty());
  }

  static void setPlace(JournalFolder folder, String place) throws IOException {
    folder.raiseFormatForArchive();
    folder.replace(folder.file(PLACE), (place + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** The archive at a place. */
  Archive at(String place) throws IOException {
    try {
      return archives.apply(place);
    } catch (IllegalArgumentException e) {
      throw new IOException("no archive can be at %s: %s".formatted(place, e.getMessage()), e);
    }
  }

  /**
   * The segment in an object.
   *
   * @throws ArchiveUnavailableException if the object is missing or damaged
   */
  CompressedSegment open(JournalFolder folder, ArchivedObject object) throws IOException {
    byte[] content = content(folder, object);
    return CompressedSegment.in(
        (offsetBytes, sizeBytes) -> {
          int from = (int) Math.min(offsetBytes, content.length);
          return Arrays.copyOfRange(content, from, Math.min(content.length, from + sizeBytes));
        },
        content.length);
  }

  private byte[] content(JournalFolder folder, ArchivedObject object) throws IOException {
    synchronized (cache) {
      byte[] cached = cache.get(object.sha256());
      if (cached != null) {
        return cached;
      }
    }
    byte[] content = load(folder, object);
    synchronized (cache) {
      cache.put(object.sha256(), content);
      long sizeBytes = cache.values().stream().mapToLong(it -> it.length).sum();
      var oldest = cache.values().iterator();
      while (sizeBytes > MAX_CACHED_BYTES && cache.size() > 1) {
        sizeBytes -= oldest.next().length;
        oldest.remove();
      }
    }
    return content;
  }

  private byte[] load(JournalFolder folder, ArchivedObject object) throws IOException {
    Optional<String> place = place(folder);
    if (place.isEmpty()) {
      throw new ArchiveUnavailableException(folder.path(), object, "", "there is no archive");
    }
    Optional<byte[]> content;
    try {
      content = at(place.get()).get(object.name());
    } catch (IOException | RuntimeException e) {
      throw new ArchiveUnavailableException(folder.path(), object, place.get(), "" + e, e);
    }
    String problem =
        content.isEmpty()
            ? "it is missing"
            : FolderArchive.sha256(content.get()).equals(object.sha256())
                ? ""
                : "its content has another SHA-256";
    if (!problem.isEmpty()) {
      throw new ArchiveUnavailableException(folder.path(), object, place.get(), problem);
    }
    return content.orElseThrow();
  }

  /**
   * Stores an object and reads it back.
   *
   * @throws IOException if it is not there afterwards, with this content
   */
  void store(String place, String name, String sha256, byte[] content) throws IOException {
    Archive archive = at(place);
    archive.put(name, sha256, content);
    if (archive.get(name).filter(it -> FolderArchive.sha256(it).equals(sha256)).isEmpty()) {
      throw new IOException(
          "archive %s did not keep the object %s; nothing was moved".formatted(place, name));
    }
  }

  /** Deletes the objects that a redaction replaced, if there are some. */
  void purge(JournalFolder folder) throws IOException {
    List<String> names =
        new String(folder.read(folder.purge()), StandardCharsets.UTF_8).lines().toList();
    if (names.isEmpty()) {
      return;
    }
    Archive archive = at(place(folder).orElseThrow(() -> new IOException("there is no archive")));
    for (String name : names) {
      archive.delete(name);
    }
    synchronized (cache) {
      cache.clear();
    }
    folder.disk().delete(folder.purge());
    folder.disk().forceFolder(folder.path());
  }

  /** Those of some objects that are not in the archive at a place. */
  List<ArchivedObject> missing(String place, List<ArchivedObject> objects) throws IOException {
    Set<String> names = new HashSet<>(at(place).list());
    return objects.stream().filter(object -> !names.contains(object.name())).toList();
  }

  /** The archives in folders on a disk, each at its absolute path. */
  static Function<String, Archive> inFolders(Disk disk) {
    return place -> {
      Path folder = Path.of(place);
      if (!folder.isAbsolute()) {
        throw new IllegalArgumentException("the path is not absolute");
      }
      return new FolderArchive(disk, folder);
    };
  }
}

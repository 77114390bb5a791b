package dev.fcp.eventlog.journal;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * An archive in a folder, with one file for each object. A marker in the folder says that it is an
 * archive, so that nothing is stored where a disk is not mounted, or where a journal from elsewhere
 * says.
 *
 * <pre>
 * fcp-archive       the marker
 * .gitignore        *
 * 000...-5f7c....jsonl.gz    an object
 * *.tmp             incomplete; can be deleted
 * </pre>
 */
public final class FolderArchive implements Archive {

  private static final String MARKER = "fcp-archive";
  private static final String IGNORE = ".gitignore";
  private static final String TEMPORARY = ".tmp";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,127}");

  private final Disk disk;
  private final Path folder;

  /**
   * Creates an archive object; reads and writes nothing.
   *
   * @param folder a folder for which {@link #create} was called
   */
  public FolderArchive(Disk disk, Path folder) {
    this.disk = disk;
    this.folder = folder;
  }

  /**
   * Makes a folder an archive; creates it if it does not exist. Does nothing if it is one.
   *
   * @throws IOException if the folder cannot be written
   */
  public static FolderArchive create(Disk disk, Path folder) throws IOException {
    FolderArchive archive = new FolderArchive(disk, folder);
    if (archive.exists()) {
      return archive;
    }
    disk.createFolder(folder);
    Path parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      disk.forceFolder(parent);
    }
    archive.replace(IGNORE, "*\n".getBytes(StandardCharsets.US_ASCII));
    archive.replace(MARKER, "old records of fcp histories\n".getBytes(StandardCharsets.US_ASCII));
    return archive;
  }

  /** Whether the folder is there and is an archive. */
  public boolean exists() throws IOException {
    return disk.sizeBytes(folder.resolve(MARKER)).isPresent();
  }

  private void requireArchive() throws IOException {
    if (!exists()) {
      throw new IOException("there is no archive in " + folder);
    }
  }

  private Path file(String name) {
    if (!NAME.matcher(name).matches() || name.endsWith(TEMPORARY)) {
      throw new IllegalArgumentException("no name of an object: " + name);
    }
    return folder.resolve(name);
  }

  @Override
  public void put(String name, String sha256, byte[] content) throws IOException {
    if (!sha256(content).equals(sha256)) {
      throw new IllegalArgumentException("the SHA-256 of object %s is another one".formatted(name));
    }
    requireArchive();
    if (disk.sizeBytes(file(name)).isEmpty()) {
      replace(name, content);
    }
    String stored = get(name).map(FolderArchive::sha256).orElse("none");
    if (!stored.equals(sha256)) {
      throw new IOException(
          "there is another object %s in %s, whose SHA-256 is %s".formatted(name, folder, stored));
    }
    // The object may have been stored by a process that had not forced its name yet.
    disk.forceFolder(folder);
  }

  /**
   * Writes a file atomically. Several processes, also on several machines, may write one object at
   * once; each has its own temporary file, which nobody reads.
   */
  private void replace(String name, byte[] content) throws IOException {
    Path temporary = folder.resolve(name + "." + UUID.randomUUID() + TEMPORARY);
    try (Disk.Handle open = disk.open(temporary)) {
      open.write(0, content);
      open.force();
    }
    disk.rename(temporary, folder.resolve(name));
    disk.forceFolder(folder);
  }

  @Override
  public Optional<byte[]> get(String name) throws IOException {
    Path file = file(name);
    long sizeBytes = disk.sizeBytes(file).orElse(-1);
    return sizeBytes < 0
        ? Optional.empty()
        : Optional.of(disk.read(file, 0, Math.toIntExact(sizeBytes)));
  }

  @Override
  public void delete(String name) throws IOException {
    requireArchive();
    for (String other : disk.list(folder)) {
      // What a process left that was killed while it stored the object.
      if (other.startsWith(name + ".") && other.endsWith(TEMPORARY)) {
        disk.delete(folder.resolve(other));
      }
    }
    disk.delete(file(name));
    disk.forceFolder(folder);
  }

  @Override
  public List<String> list() throws IOException {
    requireArchive();
    return disk.list(folder).stream()
        .filter(name -> !name.equals(MARKER) && !name.endsWith(TEMPORARY))
        .filter(name -> NAME.matcher(name).matches())
        .toList();
  }

  static String sha256(byte[] content) {
    return Hashing.sha256().hashBytes(content).toString();
  }
}

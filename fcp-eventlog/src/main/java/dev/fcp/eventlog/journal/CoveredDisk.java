package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An overlay over a disk: writes are kept in memory and hide the content of the disk for users of
 * this object. The disk itself does not change, and no lock is acquired. Thread-safe.
 */
final class CoveredDisk implements Disk {

  private final Disk disk;

  /** The changed files. */
  private final Map<Path, Cover> covers = new HashMap<>();

  /** The changed content of a file, possibly under several names; guarded by the overlay disk. */
  private static final class Cover {

    /** Null if the file was deleted. */
    private byte @Nullable [] bytes;

    Cover(byte @Nullable [] bytes) {
      this.bytes = bytes;
    }
  }

  CoveredDisk(Disk disk) {
    this.disk = disk;
  }

  @Override
  public Handle open(Path file) {
    return new CoveredFile(file);
  }

  @Override
  public synchronized byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException {
    Cover cover = covers.get(file);
    return cover == null
        ? disk.read(file, offsetBytes, sizeBytes)
        : part(cover.bytes, offsetBytes, sizeBytes);
  }

  private static byte[] part(byte @Nullable [] bytes, long offsetBytes, int sizeBytes) {
    if (bytes == null || offsetBytes >= bytes.length) {
      return new byte[0];
    }
    int from = (int) offsetBytes;
    return Arrays.copyOfRange(bytes, from, from + Math.min(sizeBytes, bytes.length - from));
  }

  @Override
  public synchronized OptionalLong sizeBytes(Path file) throws IOException {
    Cover cover = covers.get(file);
    if (cover == null) {
      return disk.sizeBytes(file);
    }
    byte[] bytes = cover.bytes;
    return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes.length);
  }

  @Override
  public void createFolder(Path folder) {}

  @Override
  public synchronized List<String> list(Path folder) throws IOException {
    TreeSet<String> names = new TreeSet<>(disk.list(folder));
    covers.forEach((file, cover) -> {
      if (folder.equals(file.getParent())) {
        String name = JournalFolder.name(file);
        boolean unused = cover.bytes == null ? names.remove(name) : names.add(name);
      }
    });
    return List.copyOf(names);
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    covers.put(to, covered(from));
    covers.put(from, new Cover(null));
  }

  @Override
  public synchronized void link(Path existing, Path link) throws IOException {
    if (sizeBytes(link).isPresent()) {
      throw new FileAlreadyExistsException(link.toString());
    }
    covers.put(link, covered(existing));
  }

  private Cover covered(Path file) throws IOException {
    if (sizeBytes(file).isEmpty()) {
      throw new NoSuchFileException(file.toString());
    }
    return cover(file);
  }

  /** The overlay of a file; created with the content on the disk, if there is none yet. */
  private Cover cover(Path file) throws IOException {
    Cover cover = covers.get(file);
    if (cover == null) {
      int size = Math.toIntExact(disk.sizeBytes(file).orElse(0));
      cover = new Cover(disk.read(file, 0, size));
      covers.put(file, cover);
    }
    return cover;
  }

  @Override
  public synchronized void delete(Path file) {
    covers.put(file, new Cover(null));
  }

  @Override
  public void forceFolder(Path folder) {}

  @Override
  public boolean isWritable(Path file) {
    return true;
  }

  /** Always succeeds, because nobody else sees these writes. */
  @Override
  public Lock lock(Path file) {
    return new Lock() {
      @Override
      public boolean tryAcquire() {
        return true;
      }

      @Override
      public void release() {}

      @Override
      public boolean isCurrent() {
        return true;
      }

      @Override
      public void close() {}
    };
  }

  /** A file with the content on the disk until something is written. */
  private final class CoveredFile implements Handle {

    private final Path path;

    CoveredFile(Path path) {
      this.path = path;
    }

    @Override
    public long sizeBytes() throws IOException {
      return CoveredDisk.this.sizeBytes(path).orElse(0);
    }

    @Override
    public byte[] read(long offsetBytes, int sizeBytes) throws IOException {
      return CoveredDisk.this.read(path, offsetBytes, sizeBytes);
    }

    @Override
    public void write(long offsetBytes, byte[] bytes) throws IOException {
      synchronized (CoveredDisk.this) {
        Cover cover = cover(path);
        byte[] before = Objects.requireNonNullElse(cover.bytes, new byte[0]);
        int end = Math.toIntExact(offsetBytes + bytes.length);
        byte[] after = Arrays.copyOf(before, Math.max(before.length, end));
        System.arraycopy(bytes, 0, after, (int) offsetBytes, bytes.length);
        cover.bytes = after;
      }
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      synchronized (CoveredDisk.this) {
        if (sizeBytes < sizeBytes()) {
          Cover cover = cover(path);
          cover.bytes = part(cover.bytes, 0, (int) sizeBytes);
        }
      }
    }

    @Override
    public void force() {}

    @Override
    public boolean isStillAt(Path path) throws IOException {
      return path.equals(this.path) && CoveredDisk.this.sizeBytes(path).isPresent();
    }

    @Override
    public void close() {}
  }
}

package dev.fcp.eventlog.journal;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * An overlay over a disk: writes are kept in memory and hide the content of the disk for users of
 * this object. The disk itself does not change, and no lock is acquired. Thread-safe.
 */
final class CoveredDisk implements Disk {

  private final Disk disk;

  /** The content of the changed files; empty for a deleted one. Guarded by this. */
  private final Map<Path, Optional<byte[]>> covers = new HashMap<>();

  CoveredDisk(Disk disk) {
    this.disk = disk;
  }

  @Override
  public Handle open(Path file) {
    return new CoveredFile(file);
  }

  @Override
  public synchronized byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException {
    Optional<byte[]> cover = covers.get(file);
    if (cover == null) {
      return disk.read(file, offsetBytes, sizeBytes);
    }
    byte[] bytes = cover.orElse(new byte[0]);
    int from = (int) Math.min(offsetBytes, bytes.length);
    return Arrays.copyOfRange(bytes, from, from + Math.min(sizeBytes, bytes.length - from));
  }

  @Override
  public synchronized OptionalLong sizeBytes(Path file) throws IOException {
    Optional<byte[]> cover = covers.get(file);
    return cover == null
        ? disk.sizeBytes(file)
        : cover.stream().mapToLong(bytes -> bytes.length).findFirst();
  }

  @Override
  public void createFolder(Path folder) {}

  @Override
  public synchronized List<String> list(Path folder) throws IOException {
    TreeSet<String> names = new TreeSet<>(disk.list(folder));
    covers.forEach((file, cover) -> {
      if (folder.equals(file.getParent())) {
        String name = JournalFolder.name(file);
        boolean unused = cover.isPresent() ? names.add(name) : names.remove(name);
      }
    });
    return List.copyOf(names);
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    if (sizeBytes(from).isEmpty()) {
      throw new NoSuchFileException(from.toString());
    }
    covers.put(to, Optional.of(content(from)));
    delete(from);
  }

  private byte[] content(Path file) throws IOException {
    return read(file, 0, Math.toIntExact(sizeBytes(file).orElse(0)));
  }

  /** A journal links no files. */
  @Override
  public void link(Path existing, Path link) {
    throw new UnsupportedOperationException();
  }

  @Override
  public synchronized void delete(Path file) {
    covers.put(file, Optional.empty());
  }

  @Override
  public void forceFolder(Path folder) {}

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
        int end = Math.toIntExact(offsetBytes + bytes.length);
        byte[] after = Arrays.copyOf(content(path), (int) Math.max(sizeBytes(), end));
        System.arraycopy(bytes, 0, after, (int) offsetBytes, bytes.length);
        covers.put(path, Optional.of(after));
      }
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      synchronized (CoveredDisk.this) {
        if (sizeBytes < sizeBytes()) {
          covers.put(path, Optional.of(read(0, (int) sizeBytes)));
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

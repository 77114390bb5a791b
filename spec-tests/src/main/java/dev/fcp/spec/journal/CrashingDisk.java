package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that knows what was forced. {@link #crashed} gives a disk as it may stand there
 * after a power cut: of the writes that were not forced some are gone, some torn, some garbled, in
 * any order; of the names that were not forced some are old and some new.
 *
 * <p>It is as mean as the contract of {@link Disk} allows: forcing a file does not force its name,
 * a cut and a write behind it may swap. Safe for use by several threads.
 */
public final class CrashingDisk implements Disk {

  private static final int SECTOR_BYTES = 64;

  private final Map<Path, Node> names = new TreeMap<>();
  private final Map<Path, Node> forcedNames = new TreeMap<>();
  private final List<NameChange> changes = new ArrayList<>();
  private final Map<Path, DiskLock> locks = new LinkedHashMap<>();
  private boolean stopped;
  private long callsUntilStop = Long.MAX_VALUE;
  private long calls;

  /** The bytes of a file: those that last, and what happened to them since. */
  private static final class Node {
    private byte[] now = new byte[0];
    private byte[] forced = new byte[0];
    private final List<Change> changes = new ArrayList<>();

    private byte[] after(byte[] bytes, Change change) {
      byte[] next = Arrays.copyOf(bytes, (int) change.sizeAfter(bytes.length));
      System.arraycopy(change.bytes(), 0, next, (int) change.offset(), change.bytes().length);
      return next;
    }
  }

  /** A write at an offset, or a cut there. */
  @SuppressWarnings("ArrayRecordComponent") // changes are never compared
  private record Change(long offset, byte[] bytes, boolean cuts) {

    long sizeAfter(long size) {
      return cuts ? offset : Math.max(size, offset + bytes.length);
    }
  }

  /** A name that leads to another file from then on, or to none. */
  private record NameChange(Path name, @Nullable Node after) {}

  /** What a disk says after its power was cut. */
  private static final class PowerCut extends IOException {
    private static final long serialVersionUID = 1;

    PowerCut() {
      super("the power is cut");
    }
  }

  /** An empty disk. */
  public CrashingDisk() {}

  /** The power is cut at the n-th call from now on, which does nothing any more. */
  public synchronized void stopAt(long call) {
    callsUntilStop = call;
  }

  /** How many calls there were. */
  public synchronized long calls() {
    return calls;
  }

  private void call() throws IOException {
    calls++;
    if (calls >= callsUntilStop) {
      stopped = true;
    }
    if (stopped) {
      throw new PowerCut();
    }
  }

  /** How many writes, cuts and names are not forced. */
  public synchronized int unforcedCount() {
    int count = changes.size();
    for (Node node : names.values()) {
      count += node.changes.size();
    }
    return count;
  }

  /** A disk as it may stand there after the power was cut now; chance says which one. */
  public synchronized CrashingDisk crashed(RandomGenerator chance) {
    CrashingDisk disk = new CrashingDisk();
    Map<Path, Node> left = new TreeMap<>(forcedNames);
    for (NameChange change : changes) {
      if (chance.nextBoolean()) {
        put(left, change);
      }
    }
    left.forEach((name, node) -> {
      byte[] bytes = bytesLeft(node, chance);
      Node copy = new Node();
      copy.now = bytes;
      copy.forced = bytes;
      disk.names.put(name, copy);
      disk.forcedNames.put(name, copy);
    });
    return disk;
  }

  private static void put(Map<Path, Node> names, NameChange change) {
    Node after = change.after();
    if (after == null) {
      names.remove(change.name());
    } else {
      names.put(change.name(), after);
    }
  }

  private static byte[] bytesLeft(Node node, RandomGenerator chance) {
    List<Change> order = new ArrayList<>(node.changes);
    if (order.size() > 1 && chance.nextInt(5) == 0) {
      Change last = order.remove(order.size() - 1);
      order.add(chance.nextInt(order.size()), last);
    }
    byte[] bytes = node.forced;
    for (Change change : order) {
      switch (chance.nextInt(5)) {
        case 0 -> {} // dropped
        case 1 -> bytes = node.after(bytes, cut(change, chance));
        case 2 -> bytes = node.after(bytes, torn(bytes, change, chance));
        case 3 -> bytes = node.after(bytes, garbled(change, chance));
        default -> bytes = node.after(bytes, change);
      }
    }
    return bytes;
  }

  /** Only the beginning of a write. */
  private static Change cut(Change change, RandomGenerator chance) {
    int length = chance.nextInt(change.bytes().length + 1);
    return new Change(change.offset(), Arrays.copyOf(change.bytes(), length), change.cuts());
  }

  /** Some sectors of a write are as they were before it, or zero where nothing was. */
  private static Change torn(byte[] before, Change change, RandomGenerator chance) {
    byte[] bytes = change.bytes().clone();
    for (int at = 0; at < bytes.length; at += SECTOR_BYTES) {
      if (at / SECTOR_BYTES < 64 && chance.nextBoolean()) {
        for (int i = at; i < Math.min(at + SECTOR_BYTES, bytes.length); i++) {
          long position = change.offset() + i;
          bytes[i] = position < before.length ? before[(int) position] : 0;
        }
      }
    }
    return new Change(change.offset(), bytes, change.cuts());
  }

  private static Change garbled(Change change, RandomGenerator chance) {
    byte[] bytes = change.bytes().clone();
    if (bytes.length > 0) {
      bytes[chance.nextInt(bytes.length)] ^= (byte) (1 << chance.nextInt(8));
    }
    return new Change(change.offset(), bytes, change.cuts());
  }

  /** Flips a bit of what a file holds, as if the medium had. */
  public synchronized void flip(Path file, int offset, int bit) {
    Node node = node(file);
    node.now = node.now.clone();
    node.now[offset] ^= (byte) (1 << bit);
    node.forced = node.now;
    node.changes.clear();
  }

  /** Sets the bytes of a file, as if the medium held these. */
  public synchronized void put(Path file, byte[] bytes) {
    Node node = new Node();
    node.now = bytes.clone();
    node.forced = node.now;
    names.put(file, node);
    forcedNames.put(file, node);
  }

  /** The files with their bytes. */
  public synchronized Map<Path, byte[]> files() {
    Map<Path, byte[]> files = new TreeMap<>();
    names.forEach((name, node) -> files.put(name, node.now.clone()));
    return files;
  }

  /** A disk with the same files, all of them forced. */
  public synchronized CrashingDisk copy() {
    CrashingDisk copy = new CrashingDisk();
    names.forEach((name, node) -> {
      Node same = new Node();
      same.now = node.now;
      same.forced = node.now;
      copy.names.put(name, same);
      copy.forcedNames.put(name, same);
    });
    return copy;
  }

  private void change(Path name, @Nullable Node after) {
    changes.add(new NameChange(name, after));
    if (after == null) {
      names.remove(name);
    } else {
      names.put(name, after);
    }
  }

  @Override
  public synchronized Handle open(Path file) throws IOException {
    call();
    if (!names.containsKey(file)) {
      change(file, new Node());
    }
    return new OpenNode(node(file));
  }

  @Override
  public synchronized byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException {
    call();
    Node node = names.get(file);
    return node == null ? new byte[0] : slice(node.now, offsetBytes, sizeBytes);
  }

  private Node node(Path file) {
    Node node = names.get(file);
    if (node == null) {
      throw new IllegalArgumentException("no file " + file);
    }
    return node;
  }

  private static byte[] slice(byte[] bytes, long offset, int size) {
    int from = (int) Math.min(offset, bytes.length);
    return Arrays.copyOfRange(bytes, from, (int) Math.min((long) from + size, bytes.length));
  }

  @Override
  public synchronized OptionalLong sizeBytes(Path file) throws IOException {
    call();
    Node node = names.get(file);
    return node == null ? OptionalLong.empty() : OptionalLong.of(node.now.length);
  }

  @Override
  public synchronized void createFolder(Path folder) throws IOException {
    call();
  }

  @Override
  public synchronized List<String> list(Path folder) throws IOException {
    call();
    return names.keySet().stream()
        .filter(name -> folder.equals(name.getParent()))
        .map(name -> String.valueOf(name.getFileName()))
        .sorted()
        .toList();
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    call();
    Node node = names.get(from);
    if (node == null) {
      throw new IOException("no file " + from);
    }
    change(to, node);
    change(from, null);
  }

  @Override
  public synchronized void link(Path existing, Path link) throws IOException {
    call();
    if (!names.containsKey(existing) || names.containsKey(link)) {
      throw new IOException("no link from " + existing + " to " + link);
    }
    change(link, names.get(existing));
  }

  @Override
  public synchronized void delete(Path file) throws IOException {
    call();
    if (names.containsKey(file)) {
      change(file, null);
    }
  }

  @Override
  public synchronized void forceFolder(Path folder) throws IOException {
    call();
    List<NameChange> left = new ArrayList<>();
    for (NameChange change : changes) {
      if (!folder.equals(change.name().getParent())) {
        left.add(change);
      } else {
        put(forcedNames, change);
      }
    }
    changes.clear();
    changes.addAll(left);
  }

  @Override
  public synchronized Lock lock(Path file) throws IOException {
    call();
    return new Share(locks.computeIfAbsent(file, path -> new DiskLock()));
  }

  private static final class DiskLock {
    private @Nullable Object holder;
  }

  private final class Share implements Lock {
    private final DiskLock lock;

    Share(DiskLock lock) {
      this.lock = lock;
    }

    @Override
    public boolean tryAcquire() throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        if (lock.holder == null) {
          lock.holder = this;
        }
        return lock.holder == this;
      }
    }

    @Override
    public void release() throws IOException {
      synchronized (CrashingDisk.this) {
        if (lock.holder == this) {
          lock.holder = null;
        }
        call();
      }
    }

    @Override
    public boolean stands() throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        return true;
      }
    }

    @Override
    public void close() throws IOException {
      release();
    }
  }

  private final class OpenNode implements Handle {
    private final Node node;

    OpenNode(Node node) {
      this.node = node;
    }

    @Override
    public long sizeBytes() throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        return node.now.length;
      }
    }

    @Override
    public byte[] read(long offsetBytes, int sizeBytes) throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        return slice(node.now, offsetBytes, sizeBytes);
      }
    }

    @Override
    public void write(long offsetBytes, byte[] bytes) throws IOException {
      apply(new Change(offsetBytes, bytes.clone(), false));
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        if (sizeBytes < node.now.length) {
          Change change = new Change(sizeBytes, new byte[0], true);
          node.changes.add(change);
          node.now = node.after(node.now, change);
        }
      }
    }

    private void apply(Change change) throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        node.changes.add(change);
        node.now = node.after(node.now, change);
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        node.forced = node.now;
        node.changes.clear();
      }
    }

    @Override
    public boolean standsAt(Path file) throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        return names.get(file) == node;
      }
    }

    @Override
    public void close() throws IOException {
      synchronized (CrashingDisk.this) {
        call();
      }
    }
  }
}

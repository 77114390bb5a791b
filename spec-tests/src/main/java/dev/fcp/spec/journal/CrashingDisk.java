package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory disk that tracks what was forced. {@link #afterPowerCut} returns a disk as a power
 * cut may leave it: writes that were not forced may be missing, torn, garbled or reordered, and
 * names that were not forced may be old or new. {@link #watch} reports all such states except the
 * garbled ones.
 *
 * <p>It guarantees nothing beyond the contract of {@link Disk}: forcing a file does not force its
 * name, and a truncation and a later write may be reordered. Safe for use by several threads.
 */
public final class CrashingDisk implements Disk {

  private final Map<Path, Node> names = new TreeMap<>();
  private final Map<Path, Node> forcedNames = new TreeMap<>();

  /** The number of changes of names, in all folders. */
  private long nameChangeCount;

  private final List<NameChange> nameChanges = new ArrayList<>();
  private final Set<Long> callsOfNames = new HashSet<>();
  private final Map<Path, DiskLock> locks = new LinkedHashMap<>();
  private final List<OpenHandle> openHandles = new ArrayList<>();
  private final List<LockHandle> lockHandles = new ArrayList<>();
  private @Nullable Consumer<CrashMoment> watcher;
  private boolean isPowerCut;
  private long powerCutCall = Long.MAX_VALUE;
  private long callCount;

  /** A file, which can have several names. Compared by identity. */
  static final class Node {
    private UnforcedBytes bytes;

    private Node(byte[] bytes) {
      this.bytes = UnforcedBytes.forced(bytes);
    }
  }

  /** A change of the file that a name refers to; {@code null} if the name was removed. */
  private record NameChange(Path name, @Nullable Node target) {}

  /** Thrown by every call after the power cut. */
  private static final class PowerCut extends IOException {
    private static final long serialVersionUID = 1;

    PowerCut() {
      super("the power is cut");
    }
  }

  /** Creates an empty disk. */
  public CrashingDisk() {}

  /** Cuts the power at the n-th call; that call and all later ones have no effect. */
  public synchronized void cutPowerAt(long call) {
    powerCutCall = call;
  }

  /** Returns the number of calls so far. */
  public synchronized long callCount() {
    return callCount;
  }

  /** Whether the n-th call added, removed or redirected a name. */
  public synchronized boolean changedNamesAt(long call) {
    return callsOfNames.contains(call);
  }

  private void countCall() throws IOException {
    callCount++;
    if (callCount >= powerCutCall) {
      isPowerCut = true;
    }
    if (isPowerCut) {
      throw new PowerCut();
    }
  }

  /** Returns the number of writes, truncations and name changes that are not forced. */
  public synchronized int unforcedCount() {
    int count = nameChanges.size();
    for (Node node : names.values()) {
      count += node.bytes.changes().size();
    }
    return count;
  }

  /** Returns a disk in a random state that a power cut at this moment could leave. */
  public synchronized CrashingDisk afterPowerCut(RandomGenerator random) {
    CrashingDisk disk = new CrashingDisk();
    Map<Path, Node> remainingNames = new TreeMap<>(forcedNames);
    for (NameChange change : nameChanges) {
      if (random.nextBoolean()) {
        applyTo(remainingNames, change);
      }
    }
    remainingNames.forEach((name, node) -> disk.put(name, node.bytes.randomContent(random)));
    return disk;
  }

  /**
   * Reports the possible states after a power cut: once immediately, and again after every call
   * that changes them.
   *
   * @param watcher called while the disk is locked
   */
  public synchronized void watch(Consumer<CrashMoment> watcher) {
    this.watcher = watcher;
    notifyWatcher();
  }

  private void notifyWatcher() {
    Consumer<CrashMoment> watcher = this.watcher;
    if (watcher != null) {
      watcher.accept(CrashMoment.of(possibleTargets(), node -> node.bytes));
    }
  }

  /** Returns the files that each name may refer to after a power cut. */
  private Map<Path, Set<Optional<Node>>> possibleTargets() {
    Map<Path, Set<Optional<Node>>> targets = new TreeMap<>();
    forcedNames.forEach(
        (name, node) -> targets.put(name, new LinkedHashSet<>(List.of(Optional.of(node)))));
    for (NameChange change : nameChanges) {
      targets
          .computeIfAbsent(change.name(), name -> new LinkedHashSet<>(List.of(Optional.empty())))
          .add(Optional.ofNullable(change.target()));
    }
    return targets;
  }

  private static void applyTo(Map<Path, Node> names, NameChange change) {
    Node after = change.target();
    if (after == null) {
      names.remove(change.name());
    } else {
      names.put(change.name(), after);
    }
  }

  /** Flips a bit of a file, as a damaged medium would. */
  public synchronized void flipBit(Path file, int offsetBytes, int bit) {
    byte[] bytes = node(file).bytes.current().clone();
    bytes[offsetBytes] ^= (byte) (1 << bit);
    node(file).bytes = UnforcedBytes.forced(bytes);
  }

  /** Sets the bytes of a file, which count as forced. */
  public synchronized void put(Path file, byte[] bytes) {
    Node node = new Node(bytes.clone());
    names.put(file, node);
    forcedNames.put(file, node);
    nameChangeCount++;
  }

  /** Returns the files with their bytes. */
  public synchronized Map<Path, byte[]> files() {
    Map<Path, byte[]> files = new TreeMap<>();
    names.forEach((name, node) -> files.put(name, node.bytes.current().clone()));
    return files;
  }

  /** Returns a disk with the same files, all of them forced. */
  public synchronized CrashingDisk copy() {
    CrashingDisk copy = new CrashingDisk();
    names.forEach((name, node) -> copy.put(name, node.bytes.current()));
    return copy;
  }

  private void changeName(Path name, @Nullable Node after) {
    nameChanges.add(new NameChange(name, after));
    nameChangeCount++;
    callsOfNames.add(callCount);
    if (after == null) {
      names.remove(name);
    } else {
      names.put(name, after);
    }
    notifyWatcher();
  }

  @Override
  public synchronized Handle open(Path file) throws IOException {
    countCall();
    if (!names.containsKey(file)) {
      changeName(file, new Node(new byte[0]));
    }
    OpenHandle handle = new OpenHandle(file, node(file));
    openHandles.add(handle);
    return handle;
  }

  /** Returns the paths under which files are open, once for each handle and each lock. */
  public synchronized List<Path> openFiles() {
    return Stream.concat(
            openHandles.stream().map(handle -> handle.file),
            lockHandles.stream().map(share -> share.file))
        .toList();
  }

  @Override
  public synchronized byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException {
    countCall();
    Node node = names.get(file);
    return node == null ? new byte[0] : slice(node.bytes.current(), offsetBytes, sizeBytes);
  }

  private Node node(Path file) {
    Node node = names.get(file);
    if (node == null) {
      throw new IllegalArgumentException("no file " + file);
    }
    return node;
  }

  private static byte[] slice(byte[] bytes, long offsetBytes, int sizeBytes) {
    int from = (int) Math.min(offsetBytes, bytes.length);
    return Arrays.copyOfRange(bytes, from, (int) Math.min((long) from + sizeBytes, bytes.length));
  }

  @Override
  public synchronized OptionalLong sizeBytes(Path file) throws IOException {
    countCall();
    Node node = names.get(file);
    return node == null ? OptionalLong.empty() : OptionalLong.of(node.bytes.current().length);
  }

  @Override
  public synchronized void createFolder(Path folder) throws IOException {
    countCall();
  }

  @Override
  public synchronized List<String> list(Path folder) throws IOException {
    countCall();
    return names.keySet().stream()
        .filter(name -> folder.equals(name.getParent()))
        .map(name -> String.valueOf(name.getFileName()))
        .sorted()
        .toList();
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    countCall();
    Node node = names.get(from);
    if (node == null) {
      throw new IOException("no file " + from);
    }
    changeName(to, node);
    changeName(from, null);
  }

  @Override
  public synchronized void link(Path existing, Path link) throws IOException {
    countCall();
    if (!names.containsKey(existing) || names.containsKey(link)) {
      throw new IOException("no link from " + existing + " to " + link);
    }
    changeName(link, names.get(existing));
  }

  @Override
  public synchronized void delete(Path file) throws IOException {
    countCall();
    if (names.containsKey(file)) {
      changeName(file, null);
    }
  }

  @Override
  public synchronized void forceFolder(Path folder) throws IOException {
    countCall();
    List<NameChange> remaining = new ArrayList<>();
    for (NameChange change : nameChanges) {
      if (!folder.equals(change.name().getParent())) {
        remaining.add(change);
      } else {
        applyTo(forcedNames, change);
      }
    }
    nameChanges.clear();
    nameChanges.addAll(remaining);
    notifyWatcher();
  }

  @Override
  public synchronized Optional<Object> stamp(Path folder) throws IOException {
    countCall();
    return Optional.of(nameChangeCount);
  }

  @Override
  public synchronized Lock lock(Path file) throws IOException {
    countCall();
    LockHandle share = new LockHandle(file, locks.computeIfAbsent(file, path -> new DiskLock()));
    lockHandles.add(share);
    return share;
  }

  private static final class DiskLock {
    private @Nullable Object holder;
  }

  private final class LockHandle implements Lock {
    private final Path file;
    private final DiskLock lock;

    LockHandle(Path file, DiskLock lock) {
      this.file = file;
      this.lock = lock;
    }

    @Override
    public boolean tryAcquire() throws IOException {
      synchronized (CrashingDisk.this) {
        countCall();
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
        countCall();
      }
    }

    @Override
    public boolean isCurrent() throws IOException {
      synchronized (CrashingDisk.this) {
        countCall();
        return true;
      }
    }

    @Override
    public void close() throws IOException {
      synchronized (CrashingDisk.this) {
        lockHandles.remove(this);
      }
      release();
    }
  }

  private final class OpenHandle implements Handle {
    private final Path file;
    private final Node node;

    OpenHandle(Path file, Node node) {
      this.file = file;
      this.node = node;
    }

    @Override
    public long sizeBytes() throws IOException {
      synchronized (CrashingDisk.this) {
        countCall();
        return node.bytes.current().length;
      }
    }

    @Override
    public byte[] read(long offsetBytes, int sizeBytes) throws IOException {
      synchronized (CrashingDisk.this) {
        countCall();
        return slice(node.bytes.current(), offsetBytes, sizeBytes);
      }
    }

    @Override
    public void write(long offsetBytes, byte[] bytes) throws IOException {
      update(current -> current.withWrite(offsetBytes, bytes.clone()));
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      update(current -> current.withCut(sizeBytes));
    }

    @Override
    public void force() throws IOException {
      update(UnforcedBytes::forced);
    }

    private void update(UnaryOperator<UnforcedBytes> change) throws IOException {
      synchronized (CrashingDisk.this) {
        countCall();
        node.bytes = change.apply(node.bytes);
        notifyWatcher();
      }
    }

    @Override
    public boolean isStillAt(Path file) throws IOException {
      synchronized (CrashingDisk.this) {
        countCall();
        return names.get(file) == node;
      }
    }

    @Override
    public void close() throws IOException {
      synchronized (CrashingDisk.this) {
        openHandles.remove(this);
        countCall();
      }
    }
  }
}

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
 * A disk in memory that knows what was forced. {@link #crashed} gives a disk as it may stand there
 * after a power cut: of the writes that were not forced some are gone, some torn, some garbled, in
 * any order; of the names that were not forced some are old and some new. {@link #watch} gives all
 * such disks, but for the garbled ones.
 *
 * <p>It is as mean as the contract of {@link Disk} allows: forcing a file does not force its name,
 * a cut and a write behind it may swap. Safe for use by several threads.
 */
public final class CrashingDisk implements Disk {

  private final Map<Path, Node> names = new TreeMap<>();
  private final Map<Path, Node> forcedNames = new TreeMap<>();
  private final List<NameChange> changes = new ArrayList<>();
  private final Set<Long> callsOfNames = new HashSet<>();
  private final Map<Path, DiskLock> locks = new LinkedHashMap<>();
  private final List<OpenNode> opened = new ArrayList<>();
  private final List<Share> shares = new ArrayList<>();
  private @Nullable Consumer<CrashMoment> watch;
  private boolean stopped;
  private long callsUntilStop = Long.MAX_VALUE;
  private long calls;

  /** A file, under whatever names. Told apart by identity, as files are. */
  static final class Node {
    private UnforcedBytes bytes;

    private Node(byte[] bytes) {
      this.bytes = UnforcedBytes.forced(bytes);
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

  /** Whether a name came, went or led to another file at the n-th call. */
  public synchronized boolean changedNamesAt(long call) {
    return callsOfNames.contains(call);
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
      count += node.bytes.changes().size();
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
    left.forEach((name, node) -> disk.put(name, node.bytes.someLeft(chance)));
    return disk;
  }

  /**
   * Tells what may be left after a power cut, at once and then after every call that changed it.
   *
   * @param watch called while the disk is locked
   */
  public synchronized void watch(Consumer<CrashMoment> watch) {
    this.watch = watch;
    tell();
  }

  private void tell() {
    Consumer<CrashMoment> watch = this.watch;
    if (watch != null) {
      watch.accept(CrashMoment.of(leading(), node -> node.bytes));
    }
  }

  /** Where each name may lead after a power cut. */
  private Map<Path, Set<Optional<Node>>> leading() {
    Map<Path, Set<Optional<Node>>> leading = new TreeMap<>();
    forcedNames.forEach(
        (name, node) -> leading.put(name, new LinkedHashSet<>(List.of(Optional.of(node)))));
    for (NameChange change : changes) {
      leading
          .computeIfAbsent(change.name(), name -> new LinkedHashSet<>(List.of(Optional.empty())))
          .add(Optional.ofNullable(change.after()));
    }
    return leading;
  }

  private static void put(Map<Path, Node> names, NameChange change) {
    Node after = change.after();
    if (after == null) {
      names.remove(change.name());
    } else {
      names.put(change.name(), after);
    }
  }

  /** Flips a bit of what a file holds, as if the medium had. */
  public synchronized void flip(Path file, int offset, int bit) {
    byte[] bytes = node(file).bytes.now().clone();
    bytes[offset] ^= (byte) (1 << bit);
    node(file).bytes = UnforcedBytes.forced(bytes);
  }

  /** Sets the bytes of a file, as if the medium held these. */
  public synchronized void put(Path file, byte[] bytes) {
    Node node = new Node(bytes.clone());
    names.put(file, node);
    forcedNames.put(file, node);
  }

  /** The files with their bytes. */
  public synchronized Map<Path, byte[]> files() {
    Map<Path, byte[]> files = new TreeMap<>();
    names.forEach((name, node) -> files.put(name, node.bytes.now().clone()));
    return files;
  }

  /** A disk with the same files, all of them forced. */
  public synchronized CrashingDisk copy() {
    CrashingDisk copy = new CrashingDisk();
    names.forEach((name, node) -> copy.put(name, node.bytes.now()));
    return copy;
  }

  private void change(Path name, @Nullable Node after) {
    changes.add(new NameChange(name, after));
    callsOfNames.add(calls);
    if (after == null) {
      names.remove(name);
    } else {
      names.put(name, after);
    }
    tell();
  }

  @Override
  public synchronized Handle open(Path file) throws IOException {
    call();
    if (!names.containsKey(file)) {
      change(file, new Node(new byte[0]));
    }
    OpenNode handle = new OpenNode(file, node(file));
    opened.add(handle);
    return handle;
  }

  /**
   * The files that are open, by the names under which they were opened; once for each handle and
   * each lock.
   */
  public synchronized List<Path> openFiles() {
    return Stream.concat(
            opened.stream().map(handle -> handle.file), shares.stream().map(share -> share.file))
        .toList();
  }

  @Override
  public synchronized byte[] read(Path file, long offsetBytes, int sizeBytes) throws IOException {
    call();
    Node node = names.get(file);
    return node == null ? new byte[0] : slice(node.bytes.now(), offsetBytes, sizeBytes);
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
    return node == null ? OptionalLong.empty() : OptionalLong.of(node.bytes.now().length);
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
    tell();
  }

  @Override
  public synchronized Lock lock(Path file) throws IOException {
    call();
    Share share = new Share(file, locks.computeIfAbsent(file, path -> new DiskLock()));
    shares.add(share);
    return share;
  }

  private static final class DiskLock {
    private @Nullable Object holder;
  }

  private final class Share implements Lock {
    private final Path file;
    private final DiskLock lock;

    Share(Path file, DiskLock lock) {
      this.file = file;
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
      synchronized (CrashingDisk.this) {
        shares.remove(this);
      }
      release();
    }
  }

  private final class OpenNode implements Handle {
    private final Path file;
    private final Node node;

    OpenNode(Path file, Node node) {
      this.file = file;
      this.node = node;
    }

    @Override
    public long sizeBytes() throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        return node.bytes.now().length;
      }
    }

    @Override
    public byte[] read(long offsetBytes, int sizeBytes) throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        return slice(node.bytes.now(), offsetBytes, sizeBytes);
      }
    }

    @Override
    public void write(long offsetBytes, byte[] bytes) throws IOException {
      become(bytesNow -> bytesNow.written(offsetBytes, bytes.clone()));
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
      become(bytesNow -> bytesNow.cut(sizeBytes));
    }

    @Override
    public void force() throws IOException {
      become(UnforcedBytes::forced);
    }

    private void become(UnaryOperator<UnforcedBytes> act) throws IOException {
      synchronized (CrashingDisk.this) {
        call();
        node.bytes = act.apply(node.bytes);
        tell();
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
        opened.remove(this);
        call();
      }
    }
  }
}

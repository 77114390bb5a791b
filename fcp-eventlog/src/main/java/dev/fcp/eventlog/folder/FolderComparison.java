package dev.fcp.eventlog.folder;

import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.folder.Directory.FileStat;
import dev.fcp.eventlog.folder.FolderScanner.ChangeSink;
import dev.fcp.eventlog.folder.FolderScanner.LeftOut;
import dev.fcp.eventlog.folder.FolderScanner.Look;
import dev.fcp.eventlog.folder.FolderScanner.Reason;
import dev.fcp.eventlog.folder.FolderStamps.Stamp;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares what a walk finds with a known version. */
final class FolderComparison implements FolderWalk.Visitor {

  private final long maxFileBytes;
  private final FolderManifest known;
  private final SortedMap<String, Stamp> former;
  private final Instant time;
  private final ChangeSink sink;

  private final SortedMap<String, FileEntry> found = new TreeMap<>();
  private final SortedMap<String, Stamp> stamps = new TreeMap<>();
  private final SortedSet<String> written = new TreeSet<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private long leftOutCount;
  private int freeFiles;
  private boolean isFull;

  /**
   * A comparison.
   *
   * @param former the stamps of former walks
   * @param time a time before the walk
   */
  FolderComparison(
      FolderSettings settings,
      FolderManifest known,
      SortedMap<String, Stamp> former,
      Instant time,
      ChangeSink sink) {
    this.maxFileBytes = settings.maxFileBytes();
    this.known = known;
    this.former = former;
    this.time = time;
    this.sink = sink;
    // Known files come first, so that no new file pushes one of them out.
    this.freeFiles = Math.max(0, settings.maxFiles() - known.files().size());
  }

  /** The stamps of the files that were found. */
  SortedMap<String, Stamp> stamps() {
    return stamps;
  }

  /** The result. Passes the deleted files to the sink. */
  Look look(LookedPaths looked) throws IOException {
    SortedSet<String> deleted = new TreeSet<>(looked.select(known.files()).keySet());
    deleted.removeAll(found.keySet());
    for (String path : deleted) {
      sink.accept(path, Optional.empty());
    }
    boolean isChanged = !written.isEmpty() || !deleted.isEmpty();
    FolderManifest folder =
        isChanged ? new FolderManifest(looked.replace(known.files(), found)) : known;
    return new Look(folder, written, deleted, leftOut, leftOutCount);
  }

  @Override
  public void enter(String path) {}

  @Override
  public boolean wants(String path, FileStat stat) {
    if (stat.sizeBytes() > maxFileBytes) {
      leaveOut(path, Reason.TOO_LARGE);
      return false;
    }
    FileEntry knownEntry = known.files().get(path);
    Stamp stamp = former.get(path);
    if (stamp != null && stamp.isTrusted(stat) && stamp.entry().equals(knownEntry)) {
      found.put(path, stamp.entry());
      stamps.put(path, stamp);
      return false;
    }
    if (knownEntry == null && freeFiles == 0) {
      reportNew(path);
      return false;
    }
    return true;
  }

  @Override
  public void read(String path, FileStat stat, byte[] bytes) throws IOException {
    FileEntry entry = FileEntry.of(bytes, stat.isExecutable());
    found.put(path, entry);
    stamps.put(path, Stamp.of(stat, entry, time));
    FileEntry knownEntry = known.files().get(path);
    if (knownEntry == null) {
      freeFiles--;
    }
    if (!entry.equals(knownEntry)) {
      written.add(path);
      sink.accept(path, Optional.of(new FileBytes(bytes, entry)));
    }
  }

  @Override
  public boolean keeps(String path) {
    return known.files().containsKey(path) || !LookedPaths.below(known.files(), path).isEmpty();
  }

  @Override
  public void leaveOut(String path, Reason reason) {
    report(path, reason);
    if (reason.keepsKnown()) {
      keep(path, known.files(), found);
      keep(path, former, stamps);
    }
  }

  private static <V> void keep(String path, SortedMap<String, V> from, SortedMap<String, V> to) {
    V own = from.get(path);
    if (own != null) {
      to.put(path, own);
    }
    to.putAll(LookedPaths.below(from, path));
  }

  private void report(String path, Reason reason) {
    leftOutCount++;
    if (leftOut.size() < Look.MAX_LEFT_OUT) {
      leftOut.add(new LeftOut(path, reason));
    }
  }

  private void reportNew(String path) {
    if (isFull) {
      leftOutCount++;
    } else {
      isFull = true;
      report(path, Reason.TOO_MANY);
    }
  }
}

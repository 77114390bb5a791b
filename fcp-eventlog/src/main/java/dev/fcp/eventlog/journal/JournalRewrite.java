package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Journal.Rewriting;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.json.JsonLineWriter;
import dev.fcp.eventlog.json.ValueJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces the records of a journal and everything that is derived from them. The caller holds the
 * lock.
 *
 * <pre>
 * prepare: each new file is written beside the old one and forced, new objects are stored
 * commit:  the file "redaction" is written; it names the files to delete
 *          the new files take the place of the old ones, others are deleted, then that file
 * then:    the old objects, which the file "purge" names, are deleted from the archive
 * </pre>
 *
 * <p>After a crash before the commit, the next one who opens the journal deletes the new files;
 * after it, that one completes it (RD-5).
 */
final class JournalRewrite {

  private final JournalFolder folder;
  private final Segments segments;
  private final JournalReader reader;
  private final SourceFiles sources;
  private final Rewriting rewriting;
  private final JsonLineWriter json = new JsonLineWriter();
  private final Set<String> deletedFiles = new LinkedHashSet<>();
  private final Set<String> deletedObjects = new LinkedHashSet<>();

  /** The checksum of the last new line. */
  private int lastCrc;

  /** Whether anything that was looked at contained the secret. */
  private boolean isChanged;

  private boolean isPrepared;

  JournalRewrite(
      JournalFolder folder,
      Segments segments,
      JournalReader reader,
      SourceFiles sources,
      Rewriting rewriting) {
    this.folder = folder;
    this.segments = segments;
    this.reader = reader;
    this.sources = sources;
    this.rewriting = rewriting;
  }

  /** Prepares the new files; returns whether there are changes, and deletes them otherwise. */
  boolean prepare() throws IOException {
    try {
      prepareAll();
    } finally {
      // After a failure, too.
      if (!isPrepared) {
        folder.completeRedaction(folder.disk().list(folder.path()));
      }
    }
    return isPrepared;
  }

  private void prepareAll() throws IOException {
    List<String> names = folder.disk().list(folder.path());
    folder.completeRedaction(names);
    for (String name : names) {
      if (name.endsWith(".aside")) {
        deletedFiles.add(name);
        // What is compressed and damaged cannot be searched.
        isChanged |=
            !(name.contains(".jsonl") || name.contains(".source"))
                || name.contains(".gz")
                || rewriting.mayContainSecret(folder.read(folder.file(name)));
      }
    }
    folder.indexes().forEach(number -> delete(folder.index(number)));
    for (long number : folder.snapshots()) {
      if (number < segments.firstNumber() - 1 || number > segments.lastNumber()) {
        delete(folder.snapshot(number));
      }
    }
    for (ArchivedObject object : folder.objects()) {
      if (object.isPruned()) {
        preparePruned(object);
      }
    }
    for (Path file : folder.namedStates()) {
      prepareNamed(file);
    }
    for (String id : folder.sources()) {
      prepareSource(id);
    }
    prepareSegments();
    if (!isChanged) {
      return;
    }
    deletedObjects.addAll(
        new String(folder.read(folder.purge()), StandardCharsets.UTF_8).lines().toList());
    if (!deletedObjects.isEmpty()) {
      folder.prepare(
          folder.purge(), String.join("\n", deletedObjects).getBytes(StandardCharsets.UTF_8));
    }
    isPrepared = true;
  }

  void commit() throws IOException {
    folder.projections().forEach(this::delete);
    folder.commitRedaction(List.copyOf(deletedFiles));
    folder.changing(() -> {
      segments.continueAfterRedaction();
      reader.forget();
    });
  }

  private void delete(Path file) {
    deletedFiles.add(JournalFolder.name(file));
  }

  private void prepareSegments() throws IOException {
    lastCrc = segments.firstPreviousCrc();
    if (folder.snapshots().contains(segments.firstNumber() - 1)) {
      prepareSnapshot(segments.firstNumber() - 1);
    }
    List<Long> firsts = folder.segments();
    for (int i = 0; i < firsts.size(); i++) {
      boolean isLast = i == firsts.size() - 1;
      long end = isLast ? segments.lastNumber() : firsts.get(i + 1) - 1;
      // What is before the first record is damaged, and cannot be redacted.
      long first = Math.max(firsts.get(i), segments.firstNumber());
      Path old = folder.segment(firsts.get(i));
      if (first != firsts.get(i)) {
        delete(folder.lines(old).path());
      }
      if (first <= end || isLast) {
        prepareSegment(old, first, end, isLast);
      }
    }
  }

  private void prepareSegment(Path old, long first, long end, boolean isLast) throws IOException {
    List<Long> snapshots = folder.snapshots();
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (long number = first; number <= end; number++) {
      byte[] line = reader.line(number);
      JournalRecord record = reader.records(number, number).get(0);
      JournalLine frame = JournalLine.read(line, 0, line.length).orElseThrow();
      Optional<JournalRecord> changed = rewriting.record(number, record);
      isChanged |= changed.isPresent();
      add(number, encoded(changed, frame, line), lines);
      if (snapshots.contains(number)) {
        prepareSnapshot(number);
      }
    }
    if (isLast && isChanged) {
      add(end + 1, encoded(rewriting.lastRecord()), lines);
    }
    byte[] bytes = lines.toByteArray();
    boolean isMoved = Segments.firstOf(old) != first;
    byte[] oldBytes = folder.lines(old).read();
    if (isMoved || !Arrays.equals(bytes, oldBytes)) {
      if (!isLast && ArchivedObjects.place(folder).isPresent()) {
        // A crash may have left the object that it was to be moved to.
        deletedObjects.add(
            ArchivedObject.of(CompressedSegment.of(oldBytes), Segments.firstOf(old), end, false)
                .name());
      }
      store(folder.segment(first), folder.lines(old), first, end, bytes);
    }
  }

  private void prepareSnapshot(long number) throws IOException {
    Path file = folder.snapshot(number);
    Optional<Snapshot> snapshot = rewriting.snapshot(number);
    if (snapshot.isPresent()) {
      rewriting.requirePurged(ValueJson.write(snapshot.get().state()));
      folder.prepare(file, SnapshotFile.encode(snapshot.get(), lastCrc, true));
    } else {
      delete(file);
    }
  }

  private void add(long number, byte[] record, ByteArrayOutputStream lines) throws IOException {
    rewriting.requirePurged(new String(record, StandardCharsets.UTF_8));
    JournalLine.Written line = JournalLine.of(number, lastCrc, record);
    lines.write(line.bytes());
    lastCrc = line.crc();
  }

  private byte[] encoded(Optional<JournalRecord> changed, JournalLine frame, byte[] line) {
    return changed.isPresent()
        ? encoded(changed.get())
        : frame.json(line).getBytes(StandardCharsets.UTF_8);
  }

  private byte[] encoded(JournalRecord record) {
    return JournalRecordCodec.write(record, json.clear(), true).toBytes();
  }

  /** Prepares a segment in the form that it has: in the archive, compressed, or neither. */
  private void store(Path segment, SegmentFile old, long first, long end, byte[] lines)
      throws IOException {
    Path stored = old.path();
    if (SegmentFile.isArchived(stored)) {
      byte[] content = CompressedSegment.of(lines);
      ArchivedObject object = ArchivedObject.of(content, first, end, false);
      storeObject(object.name(), object.sha256(), content);
      old.archived().ifPresent(kept -> deletedObjects.add(kept.object().name()));
      SegmentLines found = SegmentLines.of(segment, 0, lines);
      List<String> named = new ArrayList<>();
      for (int row : found.textRows()) {
        LineTable.LineLocation place = found.lines().place(row);
        sources
            .namedBy(Arrays.copyOfRange(lines, place.offsetBytes(), place.endBytes() - 1))
            .ifPresent(named::add);
      }
      ArchivedSegment kept =
          ArchivedSegment.of(object, found.lines(), reader.stepLocations(first, end), named);
      folder.prepare(SegmentFile.archived(segment), kept.encode());
    } else if (SegmentFile.isCompressed(stored)) {
      folder.prepare(SegmentFile.compressed(segment), CompressedSegment.of(lines));
    } else {
      folder.prepare(segment, lines);
    }
  }

  private void storeObject(String name, String sha256, byte[] content) throws IOException {
    folder.archived().store(place(), name, sha256, content);
  }

  private String place() throws IOException {
    return ArchivedObjects.place(folder).orElseThrow(() -> new IOException("there is no archive"));
  }

  private void preparePruned(ArchivedObject object) throws IOException {
    byte[] old = folder.archived().open(folder, object).read(0, Integer.MAX_VALUE);
    LineTable table = SegmentLines.of(Path.of(""), 0, old).lines();
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    lastCrc = table.previousCrc(0);
    for (int row = 0; row < table.size(); row++) {
      LineTable.LineLocation at = table.place(row);
      byte[] line = Arrays.copyOfRange(old, at.offsetBytes(), at.endBytes() - 1);
      JournalLine frame = JournalLine.read(line, 0, line.length).orElseThrow();
      JournalRecord record = reader.decode(frame.json(line), this::prunedSource);
      Optional<JournalRecord> changed = rewriting.prunedRecord(record);
      Optional<Source> source = JournalRecordCodec.sourceOf(record);
      Optional<Source> newSource = changed.flatMap(JournalRecordCodec::sourceOf);
      if (newSource.isPresent() && !newSource.equals(source)) {
        String id = newSource.get().id();
        storeObject(id + ".source", id, newSource.get().bytes());
        source.ifPresent(it -> deletedObjects.add(it.id() + ".source"));
      }
      add(frame.number(), encoded(changed, frame, line), lines);
      isChanged |= changed.isPresent();
    }
    if (!Arrays.equals(lines.toByteArray(), old)) {
      byte[] content = CompressedSegment.of(lines.toByteArray());
      ArchivedObject changed =
          ArchivedObject.of(content, object.firstRecord(), object.lastRecord(), true);
      storeObject(changed.name(), changed.sha256(), content);
      deletedObjects.add(object.name());
      folder.prepare(
          folder.pruned(object.firstRecord()), ArchivedSegment.ofPruned(changed).encode());
    }
  }

  /** The source that a pruned record names; it is in the archive if nothing else needs it. */
  private Optional<Source> prunedSource(String id) {
    return sources
        .find(id)
        .or(() ->
            folder.look(() -> folder.archived().at(place()).get(id + ".source")).map(Source::of));
  }

  private void prepareNamed(Path file) throws IOException {
    Optional<SnapshotFile> old = SnapshotFile.read(folder.read(file));
    if (old.isEmpty()) {
      delete(file);
      return;
    }
    Snapshot before = old.get().snapshot();
    var named = rewriting.named(before);
    rewriting.requirePurged(ValueJson.write(named.getValue().state()));
    Path changed = folder.named(named.getKey());
    isChanged |= !Arrays.equals(before.model(), named.getValue().model()) || !changed.equals(file);
    folder.prepare(changed, SnapshotFile.encode(named.getValue(), JournalLine.GENESIS, true));
    if (!changed.equals(file)) {
      delete(file);
    }
  }

  private void prepareSource(String id) throws IOException {
    Optional<Source> old = sources.find(id);
    Optional<Source> changed = old.map(rewriting::source);
    if (changed.isEmpty() || !changed.equals(old)) {
      isChanged |= changed.isPresent();
      delete(folder.source(id));
      if (changed.isPresent()) {
        folder.prepare(folder.source(changed.get().id()), changed.get().bytes());
      }
    }
  }
}

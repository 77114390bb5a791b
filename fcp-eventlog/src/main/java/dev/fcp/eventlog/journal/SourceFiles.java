package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The sources of a document, each in a file named by its id. */
final class SourceFiles {

  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  private final JournalFolder folder;

  SourceFiles(JournalFolder folder) {
    this.folder = folder;
  }

  /** Whether a text is the id of a source. */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** Writes and forces a source, if it does not exist. */
  void keep(Source source) throws IOException {
    if (read(source.id()).isEmpty()) {
      folder.replace(folder.source(source.id()), source.bytes());
    } else {
      // It may exist because of an attempt whose last force failed.
      folder.disk().forceFolder(folder.path());
    }
  }

  /**
   * The source with an id; empty if it is missing or damaged.
   *
   * @throws JournalException if the disk fails
   */
  Optional<Source> find(String id) {
    try {
      return folder.reading(() -> read(id));
    } catch (IOException e) {
      throw new JournalException(
          "journal %s: the text %s cannot be read: %s".formatted(folder.path(), id, e), e);
    }
  }

  private Optional<Source> read(String id) throws IOException {
    if (!isId(id)) {
      return Optional.empty();
    }
    Path file = folder.source(id);
    if (folder.disk().sizeBytes(file).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(Source.of(folder.read(file))).filter(source -> source.id().equals(id));
  }

  /** The id of the source to which the record of a line refers, if any. */
  Optional<String> namedBy(byte[] line) {
    try {
      return JournalLine.read(line, 0, line.length)
          .map(it -> ValueJson.read(it.json(line)).asFields())
          .map(JournalRecordCodec.SOURCE_ID::read)
          .filter(id -> !id.isEmpty());
    } catch (MalformedValueException e) {
      // Reported when the record is read.
      return Optional.empty();
    }
  }

  /**
   * Garbage collection: deletes the sources to which no record, snapshot or named state refers. The
   * caller holds the lock and has deleted the references. If interrupted, the next run deletes the
   * rest.
   *
   * @param byRecords the ids to which records refer
   * @param before is passed each id before the source is deleted
   */
  void deleteUnused(Set<String> byRecords, Unused before) throws IOException {
    // After a crash, the deleted references must not reappear.
    folder.disk().forceFolder(folder.path());
    Set<String> needed = new HashSet<>(byRecords);
    for (Path file : states()) {
      Optional<SnapshotFile> state = SnapshotFile.read(folder.read(file));
      if (state.isEmpty()) {
        // Its references are unknown.
        return;
      }
      addTexts(state.get().state(), needed);
    }
    for (String id : folder.sources()) {
      if (!needed.contains(id)) {
        before.accept(id);
        folder.disk().delete(folder.source(id));
      }
    }
  }

  /** Is passed the id of a source that is no longer needed. */
  interface Unused {
    void accept(String id) throws IOException;
  }

  private List<Path> states() throws IOException {
    List<Path> files = new ArrayList<>();
    folder.snapshots().forEach(number -> files.add(folder.snapshot(number)));
    files.addAll(folder.namedStates());
    return files;
  }

  /** Collects every text as an id; texts that are not ids match no file. */
  private static void addTexts(Value value, Set<String> texts) {
    switch (value) {
      case Value.Text(var text) -> texts.add(text);
      case Value.Int whole -> {}
      case Value.Bool flag -> {}
      case Value.InMemory object -> {}
      case Value.Sequence(var items) -> items.forEach(item -> addTexts(item, texts));
      case Value.Fields(var fields) -> fields.values().forEach(item -> addTexts(item, texts));
    }
  }
}

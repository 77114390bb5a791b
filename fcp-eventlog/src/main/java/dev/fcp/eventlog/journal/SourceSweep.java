package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Garbage collection of sources: deletes those to which no record, snapshot or named state refers.
 * The caller holds the lock and has deleted the references. If interrupted, the next run deletes
 * the rest.
 */
final class SourceSweep {

  private final JournalFolder folder;
  private final SourceFiles sources;

  SourceSweep(JournalFolder folder, SourceFiles sources) {
    this.folder = folder;
    this.sources = sources;
  }

  /**
   * Deletes the unused sources.
   *
   * @param byRecords the ids to which records refer
   * @param lastNumber the last record that was examined
   */
  void run(Set<String> byRecords, long lastNumber) throws IOException {
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
      if (!needed.contains(id) && !sources.isUnderWay(id, lastNumber)) {
        folder.disk().delete(folder.source(id));
      }
    }
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

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
 * Deletes the texts of versions that nothing names any more: no record, no snapshot, no named
 * state. Done with the lock held, after what named them was deleted; what an interrupted sweep
 * leaves goes with the next one.
 */
final class SourceSweep {

  private final JournalFolder folder;
  private final SourceFiles sources;

  SourceSweep(JournalFolder folder, SourceFiles sources) {
    this.folder = folder;
    this.sources = sources;
  }

  /**
   * Deletes them.
   *
   * @param byRecords the ids that records name
   * @param lastNumber the last record of which that is known
   */
  void run(Set<String> byRecords, long lastNumber) throws IOException {
    // A crash must not bring back what names them.
    folder.disk().forceFolder(folder.path());
    Set<String> needed = new HashSet<>(byRecords);
    for (Path file : states()) {
      Optional<SnapshotFile> state = SnapshotFile.read(folder.read(file));
      if (state.isEmpty()) {
        // What it names is unknown.
        return;
      }
      addTexts(state.get().snapshot().state(), needed);
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

  /** Every text is taken for an id; those that are none are the names of no file. */
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

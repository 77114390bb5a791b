package dev.fcp.benchmarks.table;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.midi.SongDomain;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures what open documents hold, each after a step: heap, threads and file descriptors; and the
 * first snapshot of a song.
 */
final class DocumentProgram {

  private static final Origin ANN = Origin.of("ann");
  private static final int CELLS = 20;
  private static final int NOTES = 100_000;

  private DocumentProgram() {}

  /**
   * Measures everything.
   *
   * @param arguments scale, number of documents, a folder on the disk to measure
   */
  public static void main(String[] arguments) throws IOException {
    Scale scale = Scale.parse(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    try (TemporaryFolder temporary = TemporaryFolder.in(arguments[2])) {
      DocumentStore store =
          DocumentStore.withJournals(
              SessionSettings.standard(), JournalLayout.standard(temporary.path()));
      measureOpenDocuments(store, count, temporary.path());
      if (count == 1_000 || scale == Scale.SMOKE) {
        measureSnapshot(store, scale.of(160, NOTES), temporary.path());
      }
    }
  }

  private static void measureOpenDocuments(DocumentStore store, int count, Path folder)
      throws IOException {
    byte[] bytes = LargeFiles.diagram(CELLS);
    DiagramDomain domain = new DiagramDomain();
    open(store, domain, folder.resolve("warm-up.drawio"), bytes).close();
    long heap = Heap.usedBytes();
    int threads = threads();
    long descriptors = descriptors();
    List<Document<?, ?>> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      documents.add(open(store, domain, folder.resolve("d" + i + ".drawio"), bytes));
    }
    print("documents.threads", count, threads() - threads);
    print("documents.descriptors", count, (double) (descriptors() - descriptors));
    print("documents.heap", count, (Heap.usedBytes() - heap) / 1e3);
    documents.forEach(Document::close);
  }

  private static void print(String row, int count, double total) {
    Result.print(row, count, Result.FCP, total / count);
  }

  /** Writes a file, opens it and makes a step. */
  private static Document<?, ?> open(
      DocumentStore store, DiagramDomain domain, Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes);
    var document = store.open(domain, file, ANN).orElseThrow();
    DiagramKey key = DiagramKey.cell("p", "s7");
    Cell cell = (Cell) document.session().model().find(key).orElseThrow();
    var event = domain.between(key, cell, cell.withLabel(Optional.of("Other"))).orElseThrow();
    document
        .session()
        .step(EditOptions.of("label", ANN), builder -> builder.emit(event))
        .orElseThrow();
    return document;
  }

  private static int threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  private static long descriptors() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : 0;
  }

  /** Opens a song with a history on disk, which writes its first snapshot. */
  private static void measureSnapshot(DocumentStore store, int notes, Path folder)
      throws IOException {
    Path file = folder.resolve("large.mid");
    Files.write(file, LargeFiles.song(notes));
    store.open(new SongDomain(), file, ANN).orElseThrow().close();
    Path history = folder.resolve(".fcp/large.mid");
    double megabytes = 1e6;
    Result.print(
        "snapshot", notes, Result.FCP, TemporaryFolder.bytes(history, ".snapshot") / megabytes);
    Result.print("snapshot", notes, "the file", Files.size(file) / megabytes);
    Result.print(
        "snapshot",
        notes,
        "all files of the history",
        TemporaryFolder.bytes(history, "") / megabytes);
  }
}

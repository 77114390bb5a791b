package dev.fcp.benchmarks.table;

import static dev.fcp.benchmarks.table.ShapeSession.DOMAIN;
import static dev.fcp.benchmarks.table.ShapeSession.OPTIONS;
import static dev.fcp.benchmarks.table.ShapeSession.requireDone;

import dev.fcp.benchmarks.table.ShapeDomain.Event;
import dev.fcp.benchmarks.table.ShapeDomain.Shape;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Measures a long history: its memory, its size on disk, opening it, the first plan of a rollback,
 * and jumps. Each step edits a label. Nothing is forced.
 */
final class HistoryProgram {

  private static final List<Integer> DISTANCES = List.of(100, 10_000, 100_000);
  private static final int ROLLBACK_STEPS = 20;
  private static final int GZIP_RECORDS = 10_000;

  /** Twice as many as there are records between two snapshots. */
  private static final int STEPS_AFTER_JUMPS = 2_000;

  private final Scale scale;
  private final int steps;
  private final int shapes;
  private final Path folder;
  private final List<StepId> rollbackSteps = new ArrayList<>();

  private HistoryProgram(Scale scale, int steps, Path folder) {
    this.scale = scale;
    this.steps = steps;
    this.shapes = Math.min(10_000, steps);
    this.folder = folder;
  }

  /**
   * Measures a history.
   *
   * @param arguments scale, number of steps, a folder on the disk to measure
   */
  public static void main(String[] arguments) throws IOException {
    try (TemporaryFolder temporary = TemporaryFolder.in(arguments[2])) {
      HistoryProgram history =
          new HistoryProgram(
              Scale.parse(arguments[0]),
              Integer.parseInt(arguments[1]),
              temporary.path().resolve(".fcp/long"));
      history.measureInMemory();
      history.measureDisk();
      history.measureOpening();
      history.measureFirstPlan();
      history.measureColdJumps();
    }
  }

  /** Makes all steps, and measures the memory of the session and jumps. */
  private void measureInMemory() {
    // Further shapes are edited once each; those steps are rolled back.
    var model = ShapeDomain.model(shapes + ROLLBACK_STEPS);
    try (FileJournal journal = openJournal()) {
      var session = ShapeSession.open(model, journal);
      long before = Heap.usedBytes();
      Random random = new Random(1);
      int interval = Math.max(2, steps / ROLLBACK_STEPS);
      for (int i = 0; i < steps; i++) {
        boolean isRollbackStep = i % interval == interval / 2;
        int shape = isRollbackStep ? shapes + i / interval : random.nextInt(shapes);
        ShapeSession.edit(session, ShapeDomain.id(shape));
        if (isRollbackStep) {
          rollbackSteps.add(session.state().head().step().orElseThrow());
        }
      }
      Collections.shuffle(rollbackSteps, random);
      double bytes = Heap.usedBytes() - before;
      Result.print("memory", steps, Result.FCP, bytes / steps);
      for (int distance : DISTANCES) {
        if (distance < steps) {
          double[] millis = new double[scale.of(1, distance > 10_000 ? 5 : 20)];
          for (int i = -scale.of(1, 3); i < millis.length; i++) {
            millis[Math.max(i, 0)] = jump(session, distance);
            requireDone(session.with(OPTIONS).redo(distance));
          }
          printJumps("jump.warm", distance, millis);
        }
      }
      // Opening would replay the jumps if no snapshot followed them.
      for (int i = 0; i < scale.of(1, STEPS_AFTER_JUMPS); i++) {
        ShapeSession.edit(session, ShapeDomain.id(i % shapes));
      }
    }
  }

  /** A long history measures jumps; those of a shorter one only show that the program works. */
  private void printJumps(String row, int distance, double... millis) {
    if (steps >= 1_000_000 || scale == Scale.SMOKE) {
      Result.print(row, distance, Result.FCP, millis);
    }
  }

  private static double jump(Session<EntityModel<String, Shape>, Event> session, int distance) {
    int depth = session.state().undoDepth();
    HistoryPoint point =
        HistoryPoint.after(session.state().undoStack().applied().get(depth - 1 - distance));
    long start = System.nanoTime();
    requireDone(session.with(OPTIONS).branches().jumpTo(point));
    return millisSince(start);
  }

  /** Measures the bytes of all but the newest segment, and of all indexes. */
  private void measureDisk() throws IOException {
    List<Path> segments;
    try (Stream<Path> files = Files.list(folder)) {
      segments =
          files
              .filter(file -> file.getFileName().toString().matches("\\d+\\.jsonl.*"))
              .sorted(Comparator.comparingLong(HistoryProgram::firstRecord))
              .toList();
    }
    Path newest = segments.get(segments.size() - 1);
    if (firstRecord(newest) == 1) {
      return;
    }
    double closed = 0;
    for (Path segment : segments) {
      closed += segment.equals(newest) ? 0 : Files.size(segment);
    }
    Result.print("disk", steps, Result.FCP, closed / (firstRecord(newest) - 1));
    Result.print("disk", steps, "gzip", gzipBytes());
    Result.print(
        "disk.indexes",
        steps,
        Result.FCP,
        TemporaryFolder.bytes(folder, ".index") / (double) steps);
    Result.print(
        "disk.snapshots",
        steps,
        Result.FCP,
        TemporaryFolder.bytes(folder, ".snapshot") / (double) steps);
  }

  private static long firstRecord(Path segment) {
    String name = segment.getFileName().toString();
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  /** Returns the bytes per record of the newest records in one gzip file. */
  private double gzipBytes() throws IOException {
    try (FileJournal journal = openJournal()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      List<JournalRecord> records =
          journal.read(Math.max(1, journal.lastNumber() + 1 - GZIP_RECORDS));
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
        for (JournalRecord record : records) {
          String line = JournalRecordCodec.toLine(record) + "\n";
          gzip.write(line.getBytes(StandardCharsets.UTF_8));
        }
      }
      return (double) bytes.size() / records.size();
    }
  }

  private void measureOpening() throws IOException {
    double[] opened = new double[scale.of(1, 7)];
    double[] usable = new double[opened.length];
    double[] read = new double[opened.length];
    for (int i = -1; i < opened.length; i++) {
      int round = Math.max(i, 0);
      long heapBefore = i < 0 ? Heap.usedBytes() : 0;
      long start = System.nanoTime();
      try (FileJournal journal = openJournal()) {
        opened[round] = millisSince(start);
        var session = resume(journal);
        ShapeSession.edit(session, ShapeDomain.id(round));
        usable[round] = millisSince(start);
        if (session.state().undoDepth() < steps) {
          throw new IllegalStateException(session.state().undoDepth() + " steps");
        }
        if (i < 0) {
          double bytes = Heap.usedBytes() - heapBefore;
          Result.print("memory.opened", steps, Result.FCP, bytes / steps);
        }
      }
      read[round] = millisToRead();
    }
    Result.print("opened", steps, Result.FCP, opened);
    Result.print("usable", steps, Result.FCP, usable);
    Result.print("usable", steps, "snapshot and segment read", read);
  }

  /** Returns the time to read the newest snapshot and segment, the least that opening needs. */
  private double millisToRead() throws IOException {
    List<Path> newest = new ArrayList<>();
    for (String end : List.of(".jsonl", ".snapshot")) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .filter(file -> file.toString().endsWith(end))
            .max(Comparator.naturalOrder())
            .ifPresent(newest::add);
      }
    }
    long start = System.nanoTime();
    for (Path file : newest) {
      byte[] unused = Files.readAllBytes(file);
    }
    return millisSince(start);
  }

  private void measureFirstPlan() {
    double[] millis = new double[scale.of(1, 3)];
    for (int i = 0; i < millis.length; i++) {
      try (FileJournal journal = openJournal()) {
        var session = resume(journal);
        long start = System.nanoTime();
        RollbackPlan<Event> plan =
            session.rollbacks().plan(RollbackSelection.of(rollbackSteps.get(i)));
        millis[i] = millisSince(start);
        if (!plan.isComplete() || plan.events().size() != 1) {
          throw new IllegalStateException("a plan of one event was expected: " + plan);
        }
      }
    }
    Result.print("plan", steps, Result.FCP, millis);
  }

  /** Jumps right after opening; each begins at the target of the previous one. */
  private void measureColdJumps() {
    for (int distance : DISTANCES) {
      int rounds = scale.of(1, distance > 10_000 ? 2 : 3);
      if (distance * (rounds + 1) < steps) {
        double[] millis = new double[rounds];
        for (int i = 0; i < rounds; i++) {
          try (FileJournal journal = openJournal()) {
            var session = resume(journal);
            millis[i] = jump(session, distance);
          }
        }
        printJumps("jump.cold", distance, millis);
      }
    }
  }

  private FileJournal openJournal() {
    FileJournal.Settings settings =
        FileJournal.Settings.defaults().withDurability(Durability.none());
    return FileJournal.open(
        folder, scale == Scale.SMOKE ? settings.withSegmentBytes(1 << 14) : settings);
  }

  private static Session<EntityModel<String, Shape>, Event> resume(FileJournal journal) {
    return Session.resume(DOMAIN, journal, SessionSettings.standard());
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }
}

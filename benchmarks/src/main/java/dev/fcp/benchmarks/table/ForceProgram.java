package dev.fcp.benchmarks.table;

import dev.fcp.benchmarks.table.Writers.Writer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures writing to the disk: steps forced one by one, records of which a hundred share a force,
 * and steps of several threads. The alternatives write byte strings as long as a record.
 */
final class ForceProgram {

  static final String RAW = "raw write and force";
  static final String SQLITE = "SQLite FULL";
  private static final int GROUP = 100;
  private static final int THREADS = 16;

  private final Scale scale;
  private final Path folder;

  /** A writer and the times of its turns. */
  private record Turns(String name, Writer writer, List<Double> micros) {

    Turns(String name, Writer writer) {
      this(name, writer, new ArrayList<>());
    }
  }

  private ForceProgram(Scale scale, Path folder) {
    this.scale = scale;
    this.folder = folder;
  }

  /**
   * Measures everything.
   *
   * @param arguments scale, a folder on the disk to measure
   */
  public static void main(String[] arguments)
      throws IOException, SQLException, InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.in(arguments[1])) {
      ForceProgram program = new ForceProgram(Scale.parse(arguments[0]), temporary.path());
      program.measureInTurns(
          "durable",
          1,
          50,
          new Turns(Result.FCP, Writers.session(program.journalFolder("single"))),
          new Turns(RAW, Writers.raw(temporary.path(), 1)),
          new Turns(SQLITE, Writers.sqlite(temporary.path(), 1)));
      program.measureInTurns(
          "grouped",
          GROUP,
          3 * GROUP,
          new Turns(Result.FCP, Writers.journal(program.journalFolder("grouped"), GROUP)),
          new Turns(RAW, Writers.raw(temporary.path(), GROUP)),
          new Turns(SQLITE, Writers.sqlite(temporary.path(), GROUP)));
      try (Writer writer = Writers.journal(program.journalFolder("threads"), THREADS)) {
        program.measureOneThread(writer);
      }
      for (int threads = 1; threads <= THREADS; threads *= 2) {
        try (Writer writer = Writers.session(program.journalFolder("threads" + threads))) {
          program.measureThreads(writer, threads);
        }
      }
    }
  }

  private Path journalFolder(String name) {
    return folder.resolve(".fcp").resolve(name);
  }

  /**
   * Measures all writers in turns and in random order, because the speed of a disk varies, and a
   * disk is slower after a writer that wrote much.
   */
  private void measureInTurns(String row, int group, int count, Turns... writers)
      throws IOException, SQLException, InterruptedException {
    List<Turns> order = new ArrayList<>(List.of(writers));
    Random random = new Random(1);
    for (int round = -scale.of(1, 60); round < scale.of(1, 40); round++) {
      if (round == 0) {
        // Until the folder has been unchanged for some time, its timestamp proves nothing.
        TimeUnit.SECONDS.sleep(scale.of(0, 5));
      }
      Collections.shuffle(order, random);
      for (Turns turns : order) {
        turns.writer().prepare(count);
        long start = System.nanoTime();
        turns.writer().write(count);
        if (round >= 0) {
          turns.micros().add((System.nanoTime() - start) / 1e3 / count);
        }
      }
    }
    for (Turns turns : writers) {
      turns.writer().close();
      double[] micros = turns.micros().stream().mapToDouble(Double::doubleValue).toArray();
      Result.print(row, group, turns.name(), micros);
    }
  }

  /** Measures how many records per second a thread writes if as many as threads share a force. */
  private void measureOneThread(Writer writer) throws IOException, SQLException {
    int count = scale.of(1, 1_000) * THREADS;
    double[] perSecond = new double[scale.of(1, 9)];
    for (int i = -scale.of(1, 9); i < perSecond.length; i++) {
      writer.prepare(count);
      long start = System.nanoTime();
      writer.write(count);
      perSecond[Math.max(i, 0)] = count * 1e9 / (System.nanoTime() - start);
    }
    Result.print("writers", THREADS, "one thread, 16 a force", perSecond);
  }

  /** Measures how many steps per second all threads together make. */
  private void measureThreads(Writer writer, int threads) throws InterruptedException {
    AtomicBoolean isDone = new AtomicBoolean();
    LongAdder written = new LongAdder();
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      running.add(
          Thread.ofPlatform()
              .start(() -> {
                while (!isDone.get()) {
                  try {
                    writer.write(1);
                  } catch (IOException | SQLException e) {
                    throw new IllegalStateException(e);
                  }
                  written.increment();
                }
              }));
    }
    TimeUnit.MILLISECONDS.sleep(scale.of(10, 1_500));
    double[] perSecond = new double[scale.of(1, 7)];
    for (int i = 0; i < perSecond.length; i++) {
      long before = written.sum();
      long start = System.nanoTime();
      TimeUnit.MILLISECONDS.sleep(scale.of(20, 300));
      perSecond[i] = (written.sum() - before) * 1e9 / (System.nanoTime() - start);
    }
    isDone.set(true);
    for (Thread thread : running) {
      thread.join();
    }
    Result.print("writers", threads, Result.FCP, perSecond);
  }
}

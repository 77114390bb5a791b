package dev.fcp.benchmarks.table;

import dev.fcp.drawio.language.DrawioLanguage;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.midi.language.MidiLanguage;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.ViewState;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Measures operations on an open document in memory, from their text to the published step. */
final class VerbProgram {

  private static final int BATCH = 50;
  private static final List<String> PITCHES =
      List.of("C6", "D6", "E6", "F6", "G6", "A6", "B6", "C7", "D7", "E7", "F7", "G7", "A7", "B7");
  private static final int BARS = 300;
  private static final double SECONDS = 2;

  private final Scale scale;

  private VerbProgram(Scale scale) {
    this.scale = scale;
  }

  /**
   * Measures one operation and a batch.
   *
   * @param arguments scale, the row: {@code label} or {@code note}, number of cells or notes
   */
  public static void main(String[] arguments) {
    VerbProgram program = new VerbProgram(Scale.parse(arguments[0]));
    String row = arguments[1];
    int size = Integer.parseInt(arguments[2]);
    switch (row) {
      case "label" ->
          program.measure(
              row,
              size,
              size == 5_000,
              new DrawioLanguage(),
              LargeFiles.diagram(size),
              i -> "label #s%d \"Label %d\"".formatted(i * 7L % (size / 2), i));
      case "note" ->
          program.measure(
              row,
              size,
              size == 100_000,
              new MidiLanguage(),
              LargeFiles.song(size),
              i ->
                  "note #t%d %s at:%d"
                      .formatted(
                          1 + i / BARS / PITCHES.size(),
                          PITCHES.get(i / BARS % PITCHES.size()),
                          1 + i % BARS));
      default -> throw new IllegalArgumentException(row);
    }
  }

  private <M, E> void measure(
      String row,
      int size,
      boolean isBatchMeasured,
      DomainLanguage<M, E> language,
      byte[] file,
      IntFunction<String> operations) {
    OperationRunner<M, E> runner = new OperationRunner<>(language, CallLimits.STANDARD);
    ViewState view = ViewState.initial();
    EditOptions options = EditOptions.of(row, Origin.of("ann"));
    Session<M, E> session = open(language, file, options.origin());
    int warmUp = scale.of(2, 2_000);
    int rounds = scale.of(3, 1_000);
    IntFunction<Runnable> one = i -> run(runner, session, view, options, operations, i, 1);
    int first = Cost.ofRounds(warmUp, SECONDS, one).size();
    List<Cost> single = Cost.ofRounds(rounds, SECONDS, i -> one.apply(first + i));
    double[] millis = Cost.of(single, Cost::cpuNanos, 1e6);
    Result.print(row, size, Result.FCP, millis);
    Result.print(row, size, Result.WALL, Cost.of(single, Cost::wallNanos, 1e6));
    if (isBatchMeasured || scale == Scale.SMOKE) {
      int next = first + single.size();
      List<Cost> batches =
          Cost.ofRounds(
              scale.of(3, 40),
              SECONDS,
              i -> run(runner, session, view, options, operations, next + i * BATCH, BATCH));
      Result.print(row + ".batch", size, Result.FCP, Cost.of(batches, Cost::cpuNanos, 1e6));
      Result.print(row + ".batch", size, "one", millis);
    }
    session.close();
  }

  /** Returns a call of some operations. */
  private static <M, E> Runnable run(
      OperationRunner<M, E> runner,
      Session<M, E> session,
      ViewState view,
      EditOptions options,
      IntFunction<String> operations,
      int first,
      int count) {
    List<String> call = IntStream.range(first, first + count).mapToObj(operations).toList();
    return () -> {
      Response response = runner.run(session, view, call, options);
      if (response.isError()) {
        throw new IllegalStateException(response.text());
      }
    };
  }

  private static <M, E> Session<M, E> open(
      DomainLanguage<M, E> language, byte[] file, Origin origin) {
    return Session.open(
        language.domain(),
        LargeFiles.read(language.domain(), file),
        origin,
        InMemoryJournal.empty(),
        SessionSettings.standard());
  }
}

package dev.fcp.benchmarks.entity;

import dev.fcp.benchmarks.entity.ShapeDomain.Event;
import dev.fcp.benchmarks.entity.ShapeDomain.Shape;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import java.time.InstantSource;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A step of one event: checked, applied, digested, recorded and published. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx3g", "-XX:+UseParallelGC"})
@SuppressWarnings("NullAway.Init") // JMH sets the fields of a state before it calls anything else
public class SessionBenchmark {
  private static final int KEYS = 1 << 16;
  private static final Origin ORIGIN = Origin.of("ann", "s1", "m7");
  private static final EditOptions OPTIONS = EditOptions.of("label", ORIGIN);

  /** How the journal of a session keeps records. */
  public enum Kept {
    /** As lines of JSON in memory, as in a file. */
    LINES {
      @Override
      Journal journal() {
        return InMemoryJournal.empty();
      }
    },
    /** As record objects. */
    RECORDS {
      @Override
      Journal journal() {
        return new RecordJournal();
      }
    };

    abstract Journal journal();
  }

  /** A session over shapes; each iteration uses a new one, so that the history stays bounded. */
  @State(Scope.Thread)
  public static class Shapes {
    @Param({"1000", "10000", "100000", "1000000"})
    public int size;

    @Param public Kept kept;

    private final ShapeDomain domain = new ShapeDomain();
    private EntityModel<String, Shape> model;
    private String[] keys;
    private Session<EntityModel<String, Shape>, Event> session;
    private int turn;

    /** Creates the model. */
    @Setup
    public void fill() {
      model = ShapeDomain.model(size);
      keys = new Random(1).ints(KEYS, 0, size).mapToObj(ShapeDomain::id).toArray(String[]::new);
    }

    /** Opens a session. */
    @Setup(Level.Iteration)
    public void open() {
      var clock = InstantSource.system();
      var ids = new UlidGenerator(clock, new SplittableRandom(1));
      var file = new ReadResult.Readable<>(model, Source.of(new byte[0]));
      SessionSettings settings = new SessionSettings(clock, ids);
      session = Session.open(domain, file, ORIGIN, kept.journal(), settings);
    }

    Event next() {
      String key = keys[turn++ & (KEYS - 1)];
      return new Event.Modified(
          ShapeDomain.relabelled(key, session.model().find(key).orElseThrow()));
    }
  }

  /** Makes one step; this includes finding the shape and creating the event. */
  @Benchmark
  public Outcome step(Shapes state) {
    Event event = state.next();
    return state.session.step(OPTIONS, builder -> builder.emit(event));
  }

  /** Makes one step and undoes it, which verifies the digest. */
  @Benchmark
  public Outcome stepAndUndo(Shapes state) {
    Event event = state.next();
    state.session.step(OPTIONS, builder -> builder.emit(event)).orElseThrow();
    return state.session.with(OPTIONS).undo(1);
  }
}

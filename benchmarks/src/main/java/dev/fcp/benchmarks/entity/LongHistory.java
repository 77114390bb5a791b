package dev.fcp.benchmarks.entity;

import dev.fcp.benchmarks.Row;
import dev.fcp.benchmarks.entity.ShapeDomain.Event;
import dev.fcp.benchmarks.entity.ShapeDomain.Shape;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.PlanInput;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Measures a history of very many steps: its memory, the time of a rollback of one step, and the
 * time of a jump to another state. Prints rows of the table.
 */
public final class LongHistory {

  private static final int SHAPES = 10_000;

  /**
   * The number of shapes that are edited once, at positions spread over the undo stack; these edits
   * are rolled back.
   */
  private static final int ROLLBACK_COUNT = 400;

  private static final int ROUNDS = 3;
  private static final List<Integer> DISTANCES = List.of(10, 100, 1_000, 100_000);
  private static final List<Integer> COLD_DISTANCES = List.of(100, 10_000, 100_000);
  private static final EditOptions OPTIONS = EditOptions.of("label", Origin.of("ann", "s1", "m7"));
  private static final ShapeDomain DOMAIN = new ShapeDomain();

  private final int steps;
  private final List<StepId> rollbackSteps = new ArrayList<>();

  private LongHistory(int steps) {
    this.steps = steps;
  }

  /**
   * A journal that discards its records, so that the memory of a history is measured without them.
   */
  private static final class DiscardingJournal implements Journal {

    private long last;

    @Override
    public long lastNumber() {
      return last;
    }

    @Override
    public AppendResult append(long expectedLastNumber, JournalRecord record) {
      last++;
      return new AppendResult.Written(last);
    }

    @Override
    public List<JournalRecord> read(long fromNumber) {
      throw new IllegalStateException("all records are discarded");
    }
  }

  /**
   * Measures a history in memory or in a journal.
   *
   * @param arguments the number of steps and, for a journal, its folder; all files written there
   *     are deleted
   * @throws IOException if the disk fails
   */
  public static void main(String[] arguments) throws IOException {
    LongHistory history = new LongHistory(Integer.parseInt(arguments[0]));
    if (arguments.length == 1) {
      history.measureInMemory();
      return;
    }
    Path folder = Files.createTempDirectory(Path.of(arguments[1]).toAbsolutePath(), "history");
    try {
      history.measureFromJournal(folder.resolve(".fcp/long"));
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private Session<EntityModel<String, Shape>, Event> begin(Journal journal) {
    var session = Session.create(DOMAIN, OPTIONS.origin(), journal, SessionSettings.standard());
    requireDone(
        session.step(
            OPTIONS,
            builder -> {
              for (int i = 0; i < SHAPES + ROLLBACK_COUNT; i++) {
                Shape shape = ShapeDomain.shape(i);
                builder.emit(new Event.Added(new Change.Created<>(ShapeDomain.id(i), shape)));
              }
            }));
    return session;
  }

  private void fill(Session<EntityModel<String, Shape>, Event> session) {
    Random random = new Random(1);
    int interval = steps / ROLLBACK_COUNT;
    for (int i = 1; i < steps; i++) {
      boolean isRollbackStep = i % interval == interval / 2;
      edit(session, isRollbackStep ? SHAPES + i / interval : random.nextInt(SHAPES));
      if (isRollbackStep) {
        rollbackSteps.add(session.state().head().step().orElseThrow());
      }
    }
    // Shuffled, so that consecutive rounds are not near each other.
    Collections.shuffle(rollbackSteps, random);
  }

  private static void edit(Session<EntityModel<String, Shape>, Event> session, int shape) {
    String key = ShapeDomain.id(shape);
    Shape before = session.model().find(key).orElseThrow();
    Event event = new Event.Modified(ShapeDomain.relabelled(key, before));
    requireDone(session.step(OPTIONS, builder -> builder.emit(event)));
  }

  private static void requireDone(Outcome outcome) {
    if (!(outcome instanceof Outcome.Committed) && !(outcome instanceof Outcome.Moved)) {
      throw new IllegalStateException("not done: " + outcome);
    }
  }

  private void measureInMemory() {
    var session = begin(new DiscardingJournal());
    long before = usedHeapBytes();
    fill(session);
    double heldBytes = usedHeapBytes() - before;
    print("history in memory, bytes per step", steps, "%.0f", heldBytes / steps);
    index(session);
    rollBack(session);
    for (int distance : DISTANCES) {
      if (distance < steps) {
        double[] jumpMillis = new double[distance > 10_000 ? ROUNDS : 20 * ROUNDS];
        for (int i = -jumpMillis.length; i < jumpMillis.length; i++) {
          jumpMillis[Math.max(i, 0)] = jump(session, distance);
          requireDone(session.with(OPTIONS).redo(distance));
        }
        print("jump of the given number of steps, ms", distance, "%.3f", jumpMillis);
      }
    }
  }

  private void index(Session<EntityModel<String, Shape>, Event> session) {
    double[] indexMillis = new double[ROUNDS];
    double[] bytesPerStep = new double[1];
    for (int i = 0; i < ROUNDS; i++) {
      long before = i == 0 ? usedHeapBytes() : 0;
      RollbackPlanner<EntityModel<String, Shape>, Event> planner = new RollbackPlanner<>(DOMAIN);
      try {
        long start = System.nanoTime();
        requireWhole(
            planner.plan(present(session.state()), RollbackSelection.of(rollbackSteps.get(i))));
        indexMillis[i] = millisSince(start);
        bytesPerStep[0] = i == 0 ? (double) (usedHeapBytes() - before) / steps : bytesPerStep[0];
      } finally {
        Reference.reachabilityFence(planner);
      }
    }
    print("index of the planner, built once, ms", steps, "%.0f", indexMillis);
    print("index of the planner, bytes per step", steps, "%.0f", bytesPerStep);
  }

  private static <M> PlanInput<M, Event> present(SessionState<M, Event> state) {
    return new PlanInput<>(
        state.history(), state.undoStack().applied(), state.head(), state.model());
  }

  private static void requireWhole(RollbackPlan<Event> plan) {
    if (!plan.isComplete() || plan.events().size() != 1) {
      throw new IllegalStateException("a plan of one event was expected: " + plan);
    }
  }

  /** Plans and applies rollbacks of steps all over the undo stack, each after a new edit. */
  private void rollBack(Session<EntityModel<String, Shape>, Event> session) {
    double[] plannedMillis = new double[rollbackSteps.size() / 2];
    double[] appliedMillis = new double[plannedMillis.length];
    requireWhole(session.rollbacks().plan(RollbackSelection.of(rollbackSteps.get(0))));
    for (int i = 0; i < rollbackSteps.size(); i++) {
      edit(session, i);
      int round = Math.max(0, i - plannedMillis.length);
      if (round < plannedMillis.length) {
        long start = System.nanoTime();
        RollbackPlan<Event> plan =
            session.rollbacks().plan(RollbackSelection.of(rollbackSteps.get(i)));
        plannedMillis[round] = millisSince(start);
        requireDone(
            session.with(OPTIONS).rollbacks().rollback(plan, Rollbacks.Mode.ALL_OR_NOTHING));
        appliedMillis[round] = millisSince(start);
        requireWhole(plan);
      }
    }
    print("rollback of one step planned, ms", steps, "%.3f", plannedMillis);
    print("rollback of one step planned and applied, ms", steps, "%.3f", appliedMillis);
  }

  private static double jump(Session<EntityModel<String, Shape>, Event> session, int distance) {
    int depth = session.state().undoDepth();
    HistoryPoint point =
        HistoryPoint.after(session.state().undoStack().applied().get(depth - 1 - distance));
    long start = System.nanoTime();
    requireDone(session.with(OPTIONS).branches().jumpTo(point));
    return millisSince(start);
  }

  private void measureFromJournal(Path folder) {
    try (FileJournal journal = FileJournal.open(folder, settings())) {
      fill(begin(journal));
    }
    double[] openMillis = new double[ROUNDS];
    double[] bytesPerStep = new double[1];
    for (int i = 0; i < ROUNDS; i++) {
      long before = i == 0 ? usedHeapBytes() : 0;
      long start = System.nanoTime();
      try (FileJournal journal = FileJournal.open(folder, settings())) {
        var session = Session.resume(DOMAIN, journal, SessionSettings.standard());
        openMillis[i] = millisSince(start);
        bytesPerStep[0] = i == 0 ? (double) (usedHeapBytes() - before) / steps : bytesPerStep[0];
        requireSteps(session);
      }
    }
    print("session opened from a journal, ms", steps, "%.0f", openMillis);
    print("session with undecoded history, bytes per step", steps, "%.0f", bytesPerStep);
    indexFromJournal(folder);
    for (int distance : COLD_DISTANCES) {
      if (distance * (ROUNDS + 1) < steps) {
        double[] jumpMillis = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
          jumpMillis[i] = coldJump(folder, distance);
        }
        print(
            "session opened, and jump of the given number of steps, ms",
            distance,
            "%.0f",
            jumpMillis);
      }
    }
  }

  /** Each jump begins at the target of the previous one. */
  private double coldJump(Path folder, int distance) {
    long start = System.nanoTime();
    try (FileJournal journal = FileJournal.open(folder, settings())) {
      double unused = jump(Session.resume(DOMAIN, journal, SessionSettings.standard()), distance);
      return millisSince(start);
    }
  }

  private void indexFromJournal(Path folder) {
    try (FileJournal journal = FileJournal.open(folder, settings())) {
      var session = Session.resume(DOMAIN, journal, SessionSettings.standard());
      long start = System.nanoTime();
      requireWhole(session.rollbacks().plan(RollbackSelection.of(rollbackSteps.get(0))));
      print("first plan after opening, ms", steps, "%.0f", millisSince(start));
      double[] later = new double[60 * ROUNDS];
      for (int i = 0; i < later.length; i++) {
        start = System.nanoTime();
        requireWhole(session.rollbacks().plan(RollbackSelection.of(rollbackSteps.get(1 + i))));
        later[i] = millisSince(start);
      }
      print("later plans, ms", steps, "%.3f", later);
    }
  }

  private void requireSteps(Session<?, ?> session) {
    if (session.state().undoDepth() != steps) {
      throw new IllegalStateException(session.state().undoDepth() + " steps");
    }
  }

  private static FileJournal.Settings settings() {
    return FileJournal.Settings.defaults().withDurability(Durability.none());
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }

  /** Returns the used heap after repeated garbage collections. */
  private static long usedHeapBytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 2; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  /** Prints the median, minimum and maximum. */
  private static void print(String description, int size, String format, double... values) {
    Arrays.sort(values);
    String pattern = values.length == 1 ? format : "%s [%s-%s]".replace("%s", format);
    String result =
        String.format(
            Locale.ROOT, pattern, values[values.length / 2], values[0], values[values.length - 1]);
    System.out.println(new Row(description, size, result, Map.of()));
  }
}

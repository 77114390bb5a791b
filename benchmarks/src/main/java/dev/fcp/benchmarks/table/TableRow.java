package dev.fcp.benchmarks.table;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A row of the table, with a line for each size.
 *
 * @param key identifies its results
 * @param title what is measured, with the unit
 * @param digits the number of decimals
 * @param aims the aims by size; all of one size must be met
 */
public record TableRow(String key, String title, int digits, Map<Long, List<Aim>> aims) {

  private static final String BEFORE = "before";

  /** All rows, in the order of the table. */
  public static final List<TableRow> ALL =
      List.of(
          new TableRow(
              "step",
              "session step in memory, entities; us of the thread",
              2,
              Map.of(
                  1_000L, atMost(1.0),
                  100_000L, atMost(3.0),
                  1_000_000L, atMost(4.5))),
          new TableRow(
              "step.garbage",
              "its garbage, bytes",
              0,
              Map.of(1_000L, atMost(4_096), 100_000L, atMost(4_096), 1_000_000L, atMost(4_096))),
          row("step.lines", "session step in memory, kept as a line of JSON; us", 2),
          row("step.lines.garbage", "its garbage, bytes", 0),
          new TableRow(
              "durable",
              "durable step, us",
              1,
              Map.of(
                  1L,
                  List.of(
                      new Aim(1, ForceProgram.SQLITE, false),
                      new Aim(1.2, ForceProgram.RAW, false)))),
          new TableRow(
              "grouped",
              "record, 100 a force, us",
              1,
              Map.of(100L, List.of(new Aim(1.5, ForceProgram.RAW, false)))),
          new TableRow(
              "writers",
              "durable steps per second of so many threads",
              0,
              Map.of(16L, List.of(new Aim(60_000, "", true)))),
          row("opened", "journal of so many steps opened, ms", 1, 1_000_000, 50),
          row("usable", "the same, and a step made, ms", 1, 1_000_000, 100),
          new TableRow(
              "plan",
              "first plan of a rollback after opening, ms",
              1,
              Map.of(100_000L, atMost(50), 1_000_000L, atMost(100))),
          new TableRow(
              "jump.warm",
              "jump of so many steps of 10^6 in memory, ms",
              2,
              Map.of(100L, atMost(1), 10_000L, atMost(1), 100_000L, atMost(1))),
          new TableRow(
              "jump.cold",
              "the same right after opening, ms",
              1,
              Map.of(100L, atMost(50), 10_000L, atMost(50), 100_000L, atMost(50))),
          row("label", "label in a diagram of so many cells, in memory, ms", 3, 5_000, 0.5),
          new TableRow(
              "label.batch",
              "50 labels in one call, ms",
              2,
              Map.of(5_000L, List.of(new Aim(50, "one", false)))),
          row("note", "note in a song of so many notes, in memory, ms", 3, 100_000, 1),
          new TableRow(
              "note.batch",
              "50 notes in one call, ms",
              2,
              Map.of(100_000L, List.of(new Aim(50, "one", false)))),
          new TableRow(
              "run.small",
              "`fcp run`, diagram of so many bytes, s",
              2,
              Map.of(10_239L, atMost(0.3))),
          row("run.diagram", "`fcp run`, diagram of so many cells, s", 2, 5_000, 0.5),
          row("run.song", "`fcp run`, song of so many notes, s", 2, 100_000, 0.8),
          row("log", "`fcp log` of so many steps, s", 2, 100_000, 0.5),
          row("disk", "bytes per step in closed segments of so many steps", 0, 1_000_000, 120),
          row("disk.indexes", "bytes per step in indexes", 0),
          row("disk.snapshots", "bytes per step in snapshots", 0),
          new TableRow(
              "snapshot",
              "first snapshots of a song of so many notes, MB",
              2,
              Map.of(100_000L, List.of(new Aim(1, "the file", false)))),
          row("memory", "heap per step of so many steps in memory, bytes", 0, 1_000_000, 200),
          row("memory.opened", "heap per step right after opening, bytes", 0),
          row("documents.threads", "threads per document of so many open ones", 3, 1_000, 0.02),
          row("documents.descriptors", "descriptors per open document", 2),
          row("documents.heap", "heap per open document, kB", 0),
          row("folder.open", "folder of so many files of 10 kB, first opened, ms", 0),
          row("folder.reopen", "the same, opened again, ms", 1),
          row("folder.look", "look at all files after a change of one, ms", 1),
          row("folder.watched", "look at the one file that a watcher reports, ms", 1, 20_000, 50),
          row("folder.step", "step in one file, saved, ms", 1),
          row("folder.rollback", "rollback of ten files, saved, ms", 1),
          row("folder.heap", "heap per file of a folder that is open, bytes", 0),
          row("block.append", "append to a log block that gets so many entries, us", 1),
          row("block.undo", "undo in it, persisted, ms", 1),
          row("block.cycle", "such a block opened, edited and persisted, ms", 1),
          row("agents.open", "project of agents with so many events opened, ms", 0),
          row("agents.board", "its commitments read first, ms", 1),
          row("agents.past", "a state in its archive, ms", 0),
          row("agents.write", "an event of it, not forced, us", 1),
          row("agents.disk", "bytes per event beside the document", 0),
          row("agents.archive", "bytes per event in the archive", 0),
          row("agents.heap", "heap per event right after opening, bytes", 0),
          new TableRow(
              "text.edit",
              "edit of a text, of so many recorded ones, in memory; us",
              2,
              Map.of(259_778L, List.of(new Aim(2, "", false), new Aim(1, "Yjs", false)))),
          row("text.step", "the same as a step of a session, us", 2),
          new TableRow(
              "text.undo",
              "undo of one's own after so many edits of two authors, ms",
              3,
              Map.of(10_000L, List.of(new Aim(1, "Loro", false)), 259_778L, atMost(1))),
          row("text.memory", "memory of a text after so many edits, kB", 0),
          new TableRow(
              "text.disk",
              "history of so many edits on disk, typing merged into words, bytes",
              0,
              Map.of(259_778L, List.of(new Aim(3, "gzipped recording", false)))),
          row("text.words", "its steps", 0),
          row("text.load", "text loaded after so many edits, ms", 1, 259_778, 100),
          new TableRow(
              "postgres.append",
              "record in PostgreSQL, one a commit, of so many threads and documents, us",
              1,
              Map.of(
                  1L, List.of(new Aim(1.3, PostgresProgram.INSERT, false)),
                  16L, List.of(new Aim(1.3, PostgresProgram.INSERT, false)))),
          new TableRow(
              "postgres.grouped",
              "record in PostgreSQL, so many a commit, us",
              1,
              Map.of(100L, List.of(new Aim(1.3, PostgresProgram.INSERT, false)))),
          row(
              "postgres.open",
              "document of so many records in PostgreSQL opened, ms",
              1,
              100_000,
              100),
          row("postgres.read", "all its records read, ms", 0),
          new TableRow(
              "worlds.turn",
              "turn in so many worlds, by one worker in one and by 16 in 64, us",
              0,
              Map.of(
                  1L, List.of(new Aim(1.3, WorldProgram.PLAIN, false)),
                  64L, List.of(new Aim(1.3, WorldProgram.PLAIN, false)))),
          row("worlds.page", "100 of so many events of a world, ms", 1, 1_000_000, 5),
          row("worlds.type", "100 events of a type, ms", 1, 1_000_000, 5),
          row("worlds.entity", "100 events of an entity, ms", 1, 1_000_000, 5),
          row("worlds.component", "100 events under a component, ms", 1, 1_000_000, 5),
          row("worlds.start", "attempt started in a world of so many turns, ms", 1, 100_000, 100),
          new TableRow("append, ns", "`EventLog` append, ns", 1, keep()),
          new TableRow("undo, ns", "`EventLog` undo, ns", 1, keep()),
          new TableRow("redo, ns", "`EventLog` redo, ns", 1, keep()));

  /**
   * A bound of the median.
   *
   * @param peer the bound is this multiple of the median of an alternative; empty if it is absolute
   * @param isLeast whether the bound is the least value that is sought, not the greatest
   */
  public record Aim(double bound, String peer, boolean isLeast) {

    /** Whether it is met; empty if the alternative was not measured. */
    Optional<Boolean> isMet(Run now, Optional<Run> before, Result result) {
      Optional<Double> unit =
          switch (peer) {
            case "" -> Optional.of(1.0);
            case BEFORE -> median(before, result, Result.FCP);
            default -> median(Optional.of(now), result, peer);
          };
      return unit.map(
          it -> isLeast ? result.median() >= bound * it : result.median() <= bound * it);
    }

    private static Optional<Double> median(Optional<Run> run, Result result, String subject) {
      return run.flatMap(it -> it.find(result.row(), result.size(), subject)).map(Result::median);
    }

    @Override
    public String toString() {
      String value =
          bound == Math.rint(bound)
              ? String.format(Locale.ROOT, "%,.0f", bound)
              : Double.toString(bound);
      return (isLeast ? "≥ " : "≤ ") + (peer.isEmpty() ? value : value + " × " + peer);
    }
  }

  private static List<Aim> atMost(double bound) {
    return List.of(new Aim(bound, "", false));
  }

  private static TableRow row(String key, String title, int digits) {
    return new TableRow(key, title, digits, Map.of());
  }

  private static TableRow row(String key, String title, int digits, long size, double atMost) {
    return new TableRow(key, title, digits, Map.of(size, atMost(atMost)));
  }

  /** The aim to stay as fast as before, with a tolerance for noise. */
  private static Map<Long, List<Aim>> keep() {
    return Map.of(100_000L, List.of(new Aim(1.1, BEFORE, false)));
  }
}

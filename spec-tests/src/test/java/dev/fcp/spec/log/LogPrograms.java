package dev.fcp.spec.log;

import dev.fcp.spec.log.LogOperation.Append;
import dev.fcp.spec.log.LogOperation.AppendMany;
import dev.fcp.spec.log.LogOperation.Checkpoint;
import dev.fcp.spec.log.LogOperation.DropFirst;
import dev.fcp.spec.log.LogOperation.Redo;
import dev.fcp.spec.log.LogOperation.RemoveLast;
import dev.fcp.spec.log.LogOperation.ReplaceLast;
import dev.fcp.spec.log.LogOperation.Specified;
import dev.fcp.spec.log.LogOperation.Truncate;
import dev.fcp.spec.log.LogOperation.Undo;
import dev.fcp.spec.log.LogOperation.UndoTo;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/**
 * Random programs: lists of operations, which shrink to the few that matter. Few names and small
 * counts make collisions frequent.
 */
final class LogPrograms {

  private LogPrograms() {}

  /** Programs of the specification's operations, counts not negative. */
  static Arbitrary<List<Specified>> specified() {
    return specified(Arbitraries.integers().between(0, 5)).list().ofMaxSize(40);
  }

  /** Programs of all operations; some are refused. */
  static Arbitrary<List<LogOperation>> all() {
    return all(Arbitraries.integers().between(-1, 5)).list().ofMaxSize(40);
  }

  /** Programs over logs of some thousand events, across all boundaries of chunks and nodes. */
  static Arbitrary<List<LogOperation>> large() {
    Arbitrary<Integer> counts = Arbitraries.integers().between(0, 3000);
    Arbitrary<LogOperation> many =
        Arbitraries.of("m", "n")
            .flatMap(prefix -> counts.map(count -> new AppendMany(prefix, count)));
    return Arbitraries.<LogOperation>frequencyOf(Tuple.of(2, many), Tuple.of(5, all(counts)))
        .list()
        .ofMaxSize(15);
  }

  private static Arbitrary<Specified> specified(Arbitrary<Integer> counts) {
    return Arbitraries.<Specified>frequencyOf(
        Tuple.of(6, events().map(Append::new)),
        Tuple.of(4, names().map(Checkpoint::new)),
        Tuple.of(4, counts.map(Undo::new)),
        Tuple.of(3, counts.map(Redo::new)),
        Tuple.of(2, names().map(UndoTo::new)));
  }

  private static Arbitrary<LogOperation> all(Arbitrary<Integer> counts) {
    return Arbitraries.<LogOperation>frequencyOf(
        Tuple.of(19, specified(counts)),
        Tuple.of(1, Arbitraries.just(new Truncate())),
        Tuple.of(2, counts.map(DropFirst::new)),
        Tuple.of(1, counts.flatMap(count -> events().map(event -> new ReplaceLast(count, event)))),
        Tuple.of(1, counts.map(RemoveLast::new)));
  }

  private static Arbitrary<String> events() {
    return Arbitraries.strings().withCharRange('a', 'z').ofLength(2);
  }

  private static Arbitrary<String> names() {
    return Arbitraries.of("c", "d", "e", "f");
  }
}

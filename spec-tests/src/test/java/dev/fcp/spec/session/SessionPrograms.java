package dev.fcp.spec.session;

import dev.fcp.spec.session.SessionOp.Act;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random programs for sessions. */
final class SessionPrograms {

  private static final int MAX_LENGTH = 30;

  private SessionPrograms() {}

  static Arbitrary<List<SessionOp>> programs() {
    return ops().list().ofMaxSize(MAX_LENGTH);
  }

  private static Arbitrary<SessionOp> ops() {
    Arbitrary<Integer> counts = Arbitraries.integers().between(0, 4);
    Arbitrary<String> names = Arbitraries.of("a", "b", "c d");
    return Arbitraries.frequencyOf(
        Tuple.of(6, parts(2).map(part -> part)),
        Tuple.of(4, typed().map(step -> step)),
        Tuple.of(1, names.map(SessionOp.Bail::new)),
        Tuple.of(2, names.map(SessionOp.Squash::new)),
        Tuple.of(3, counts.map(SessionOp.Undo::new)),
        Tuple.of(3, counts.map(SessionOp.Redo::new)),
        Tuple.of(2, names.map(SessionOp.UndoTo::new)),
        Tuple.of(2, names.map(SessionOp.Checkpoint::new)),
        Tuple.of(1, Arbitraries.of(new SessionOp.Save())),
        Tuple.of(1, Arbitraries.of(new SessionOp.Restore(), new SessionOp.Verify())));
  }

  private static Arbitrary<SessionOp.Typed> typed() {
    return Combinators.combine(Arbitraries.of("k", "k", "k", "l"), acts(1).list().ofMaxSize(2))
        .as(SessionOp.Typed::new);
  }

  private static Arbitrary<SessionOp.Part> parts(int depth) {
    Arbitrary<SessionOp.Part> steps =
        Combinators.combine(acts(1).list().ofMaxSize(3), Arbitraries.of(true, false))
            .as(SessionOp.Step::new);
    if (depth == 0) {
      return steps;
    }
    Arbitrary<Boolean> fails = Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true));
    Arbitrary<SessionOp.Part> batches =
        Combinators.combine(
                Arbitraries.lazy(() -> parts(depth - 1)).list().ofMaxSize(4),
                fails,
                Arbitraries.of(true, false))
            .as(SessionOp.Batch::new);
    return Arbitraries.frequencyOf(Tuple.of(3, steps), Tuple.of(2, batches));
  }

  private static Arbitrary<Act> acts(int depth) {
    Arbitrary<Integer> numbers = Arbitraries.integers().between(-9, 9);
    Arbitrary<Act> joins =
        depth == 0
            ? Arbitraries.of(new Act.Add(1))
            : Combinators.combine(
                    Arbitraries.lazy(() -> acts(depth - 1)).list().ofMaxSize(3),
                    Arbitraries.of(true, false))
                .as(Act.Join::new);
    return Arbitraries.frequencyOf(
        Tuple.of(5, numbers.map(Act.Add::new)),
        Tuple.of(4, numbers.map(Act.SetTo::new)),
        Tuple.of(3, joins),
        Tuple.of(1, Arbitraries.of(new Act.EmitUnfit())),
        Tuple.of(1, Arbitraries.of(new Act.Fail())));
  }
}

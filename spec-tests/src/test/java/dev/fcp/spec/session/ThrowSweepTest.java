package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * An exception at every call that a session makes to the outside, and a second one at every call
 * after the first, until the next operation has ended.
 */
@Clause({"SE-8", "BT-2"})
class ThrowSweepTest {

  /**
   * Programs begin in three ways. A second fault after a first one on such a way is swept once for
   * each way, with {@code -Dfcp.deep=true} for each program.
   */
  private static final boolean DEEP = Boolean.getBoolean("fcp.deep");

  private final Map<Callback, Integer> first = new EnumMap<>(Callback.class);
  private final Map<Callback, Integer> second = new EnumMap<>(Callback.class);

  @Test
  void whatever_fails_the_session_is_before_or_after_and_the_next_operation_works() {
    List<RecordedPrograms.Program> programs = RecordedPrograms.all();
    for (int i = 0; i < programs.size(); i++) {
      sweep(programs.get(i), (i + i / 20) % 2 == 0);
    }
    System.out.printf(
        "throw sweep: %d programs, first faults %s, second faults %s%n",
        programs.size(), first, second);
    assertThat(programs).hasSizeGreaterThanOrEqualTo(50);
    EnumSet<Callback> ofSessions = EnumSet.complementOf(EnumSet.of(Callback.WRITE_FILE));
    assertThat(first.keySet()).isEqualTo(ofSessions);
    assertThat(second.keySet()).isEqualTo(ofSessions);
  }

  private void sweep(RecordedPrograms.Program program, boolean fromFile) {
    int callsOfWay = FaultRun.of(program.way(), fromFile, Set.of()).callsOfProgram();
    int calls = FaultRun.of(program.ops(), fromFile, Set.of()).callsOfProgram();
    for (int call = 0; call < calls; call++) {
      FaultRun run = FaultRun.of(program.ops(), fromFile, Set.of(call));
      assertThat(run.faults().thrownAt()).hasSize(1);
      first.merge(run.faults().thrownAt().get(0), 1, Integer::sum);
      if (call >= callsOfWay || program.isFirstOfWay() || DEEP) {
        sweepAfter(program.ops(), fromFile, call, run.callsUntilRecovery());
      }
    }
  }

  private void sweepAfter(List<SessionOp> ops, boolean fromFile, int call, int end) {
    for (int next = call + 1; next < end; next++) {
      FaultRun run = FaultRun.of(ops, fromFile, Set.of(call, next));
      assertThat(run.faults().thrownAt()).hasSize(2);
      second.merge(run.faults().thrownAt().get(1), 1, Integer::sum);
    }
  }
}

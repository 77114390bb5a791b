package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.ContractRun;
import dev.fcp.spec.log.LiteralLog;
import dev.fcp.spec.log.LogUnderTest;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The whole suite run on a literal implementation of the specification. */
class LiteralLogVectorsTest extends LogVectorsContract {

  @Override
  protected LogUnderTest<String> emptyLog() {
    return new LiteralLog<>();
  }

  @Override
  protected RedoTail checkpointOverRedoTail() {
    return RedoTail.CUTS;
  }

  /** The specification does not mention negative counts. */
  @Override
  protected Set<String> exemptClauses() {
    return Set.of("EL-21");
  }

  /** A faulty log that the examples alone do not detect. */
  static final class HiddenFaultContract extends LogVectorsContract {

    @Override
    protected LogUnderTest<String> emptyLog() {
      return new FaultyLog(EnumSet.of(LogFault.APPEND_SKIPS_EQUAL));
    }

    @Override
    protected RedoTail checkpointOverRedoTail() {
      return RedoTail.KEEPS;
    }
  }

  @Test
  void a_fault_that_hides_from_the_examples_is_found() {
    assertThat(ContractRun.of(HiddenFaultContract.class, "junit-jupiter", law -> true).failed())
        .containsExactly("vectors_and_random_programs_break_only_exempt_clauses");
  }
}

package dev.fcp.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.generator.DeepOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A contract finds every fault out, names the clause that it breaks, and a page lists them.
 *
 * @param <F> the faults
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class KnownFaultsContract<F extends Enum<F> & KnownFault> {

  private final Class<F> type;
  private final Class<?> contract;
  private final String page;
  private final String head;
  private final BiFunction<Set<F>, Predicate<String>, ContractRun> run;

  /**
   * The faults of one contract.
   *
   * @param page the path of the page
   * @param head what stands on it before the rows
   * @param run runs those laws of the contract over what has these faults
   */
  protected KnownFaultsContract(
      Class<F> type,
      Class<?> contract,
      String page,
      String head,
      BiFunction<Set<F>, Predicate<String>, ContractRun> run) {
    this.type = type;
    this.contract = contract;
    this.page = page;
    this.head = head;
    this.run = run;
  }

  /** How many laws a right one keeps, at least. */
  protected abstract int laws();

  /** Writes the page anew. */
  protected final void write() throws IOException {
    Files.writeString(SourceTree.root().resolve(page), text());
  }

  private String text() {
    StringBuilder text = new StringBuilder(head);
    for (F fault : faults()) {
      text.append(ContractRun.row(fault.text(), fault.clause(), fault.law()));
    }
    return text.toString();
  }

  final List<F> faults() {
    return List.copyOf(EnumSet.allOf(type));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void what_is_faulty_is_found_out_by_the_law_of_its_clause(F fault) {
    ContractRun found = run.apply(EnumSet.of(fault), fault.law()::equals);
    assertThat(found.failed()).as(fault.text()).containsExactly(fault.law());
    assertThat(ContractRun.clauses(contract, fault.law())).contains(fault.clause());
  }

  @DeepOnly
  @ParameterizedTest
  @MethodSource("faults")
  void four_of_five_laws_see_nothing_of_a_fault(F fault) {
    ContractRun found = run.apply(EnumSet.of(fault), law -> true);
    assertThat(found.percentPassed()).as(fault.text() + found.failed()).isGreaterThanOrEqualTo(80);
  }

  @Test
  void what_has_no_faults_passes() {
    ContractRun right = run.apply(EnumSet.noneOf(type), law -> true);
    assertThat(right.failed()).isEmpty();
    assertThat(right.passed()).hasSizeGreaterThanOrEqualTo(laws());
  }

  @Test
  void the_page_lists_these_faults_and_no_others() {
    assertThat(faults()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(SourceTree.text(page))
        .as("run the main method of this test after changing faults")
        .isEqualTo(text());
  }
}

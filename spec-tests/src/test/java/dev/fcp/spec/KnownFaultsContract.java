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
 * A contract detects every fault, names the clause that it breaks, and a page lists them.
 *
 * @param <F> the faults
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class KnownFaultsContract<F extends Enum<F> & KnownFault> {

  private final Class<F> type;
  private final Class<?> contract;
  private final String pagePath;
  private final String header;
  private final BiFunction<Set<F>, Predicate<String>, ContractRun> run;

  /**
   * The faults of one contract.
   *
   * @param page the path of the page
   * @param head what the page says before the rows
   * @param run runs the given laws of the contract on a subject with the given faults
   */
  protected KnownFaultsContract(
      Class<F> type,
      Class<?> contract,
      String page,
      String head,
      BiFunction<Set<F>, Predicate<String>, ContractRun> run) {
    this.type = type;
    this.contract = contract;
    this.pagePath = page;
    this.header = head;
    this.run = run;
  }

  /** The least number of laws that a correct implementation passes. */
  protected abstract int minLawCount();

  /** Regenerates the page. */
  protected final void writePage() throws IOException {
    Files.writeString(SourceTree.root().resolve(pagePath), pageText());
  }

  private String pageText() {
    StringBuilder text = new StringBuilder(header);
    for (F fault : faults()) {
      text.append(ContractRun.tableRow(fault.description(), fault.clause(), fault.law()));
    }
    return text.toString();
  }

  final List<F> faults() {
    return List.copyOf(EnumSet.allOf(type));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void every_fault_breaks_the_law_of_its_clause(F fault) {
    ContractRun result = run.apply(EnumSet.of(fault), fault.law()::equals);
    assertThat(result.failed()).as(fault.description()).containsExactly(fault.law());
    assertThat(ContractRun.clauses(contract, fault.law())).contains(fault.clause());
  }

  @DeepOnly
  @ParameterizedTest
  @MethodSource("faults")
  void four_of_five_laws_do_not_detect_a_fault(F fault) {
    ContractRun found = run.apply(EnumSet.of(fault), law -> true);
    assertThat(found.percentPassed())
        .as(fault.description() + found.failed())
        .isGreaterThanOrEqualTo(80);
  }

  @Test
  void an_implementation_without_faults_passes() {
    ContractRun result = run.apply(EnumSet.noneOf(type), law -> true);
    assertThat(result.failed()).isEmpty();
    assertThat(result.passed()).hasSizeGreaterThanOrEqualTo(minLawCount());
  }

  @Test
  void the_page_lists_these_faults_and_no_others() {
    assertThat(faults()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(SourceTree.text(pagePath))
        .as("run the main method of this test after changing faults")
        .isEqualTo(pageText());
  }
}

package dev.fcp.spec.domains;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.ContractRun;
import dev.fcp.spec.SourceTree;
import dev.fcp.spec.domain.DomainContract;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of domains finds every faulty domain out, and names the clause that it breaks. */
class CounterFaultsTest {

  private static final String PAGE = "spec-tests/FAULTY-DOMAINS.md";

  private static final String HEAD =
      """
      # Faulty domains

      Each of these domains of counters differs from a right one in one place. `DomainContract` finds every one of them out by
      the law named, while at least four of five laws see nothing; a test holds this page to that.

      | the domain | clause | broken law |
      |---|---|---|
      """;

  /** Writes the page anew. */
  public static void main(String[] args) throws IOException {
    Files.writeString(SourceTree.root().resolve(PAGE), page());
  }

  private static String page() {
    StringBuilder page = new StringBuilder(HEAD);
    for (CounterFault fault : CounterFault.values()) {
      page.append(ContractRun.row(fault.text(), fault.clause(), fault.law()));
    }
    return page.toString();
  }

  @ParameterizedTest
  @EnumSource
  void a_faulty_domain_is_found_out_by_the_law_of_its_clause(CounterFault fault) {
    ContractRun run = FaultyCounterContract.run(EnumSet.of(fault));
    assertThat(run.failed()).as(fault.text()).contains(fault.law());
    assertThat(run.percentPassed()).as(fault.text() + run.failed()).isGreaterThanOrEqualTo(80);
    assertThat(ContractRun.clauses(DomainContract.class, fault.law())).contains(fault.clause());
  }

  @Test
  void a_domain_without_faults_passes() {
    ContractRun run = FaultyCounterContract.run(EnumSet.noneOf(CounterFault.class));
    assertThat(run.failed()).isEmpty();
    assertThat(run.passed()).hasSizeGreaterThanOrEqualTo(20);
  }

  @Test
  void the_page_lists_these_faults_and_no_others() {
    assertThat(CounterFault.values()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(SourceTree.text(PAGE))
        .as("run the main method of this test after changing faults")
        .isEqualTo(page());
  }
}

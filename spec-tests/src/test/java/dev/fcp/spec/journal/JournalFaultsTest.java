package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.ContractRun;
import dev.fcp.spec.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of journals finds every faulty journal out, and names the clause that it breaks. */
class JournalFaultsTest {

  private static final String PAGE = "spec-tests/FAULTY-JOURNALS.md";

  private static final String HEAD =
      """
      # Faulty journals

      Each of these journals differs from a right one in one place. `JournalContract` finds every one of them out by
      the law named, while at least four of five laws see nothing; a test holds this page to that.

      | the journal | clause | broken law |
      |---|---|---|
      """;

  /** Writes the page anew. */
  public static void main(String[] args) throws IOException {
    Files.writeString(SourceTree.root().resolve(PAGE), page());
  }

  private static String page() {
    StringBuilder page = new StringBuilder(HEAD);
    for (JournalFault fault : JournalFault.values()) {
      page.append(ContractRun.row(fault.text(), fault.clause(), fault.law()));
    }
    return page.toString();
  }

  @ParameterizedTest
  @EnumSource
  void a_faulty_journal_is_found_out_by_the_law_of_its_clause(JournalFault fault) {
    ContractRun run = FaultyJournalContract.run(EnumSet.of(fault));
    assertThat(run.failed()).as(fault.text()).contains(fault.law());
    assertThat(run.percentPassed()).as(fault.text() + run.failed()).isGreaterThanOrEqualTo(80);
    assertThat(ContractRun.clauses(JournalContract.class, fault.law())).contains(fault.clause());
  }

  @Test
  void a_journal_without_faults_passes() {
    ContractRun run = FaultyJournalContract.run(EnumSet.noneOf(JournalFault.class));
    assertThat(run.failed()).isEmpty();
    assertThat(run.passed()).hasSizeGreaterThanOrEqualTo(11);
  }

  @Test
  void the_page_lists_these_faults_and_no_others() {
    assertThat(JournalFault.values()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(SourceTree.text(PAGE))
        .as("run the main method of this test after changing faults")
        .isEqualTo(page());
  }
}

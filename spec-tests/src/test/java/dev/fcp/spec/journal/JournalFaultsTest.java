package dev.fcp.spec.journal;

import dev.fcp.spec.KnownFaultsContract;
import java.io.IOException;

/** The contract of journals detects every faulty journal, and names the clause that it breaks. */
class JournalFaultsTest extends KnownFaultsContract<JournalFault> {

  private static final String HEADER =
      """
      # Faulty journals

      Each of these journals differs from a correct one in one respect. `JournalContract` detects every fault with the law
      named, while at least four of five laws do not detect it; a test verifies this page.

      | the journal | clause | broken law |
      |---|---|---|
      """;

  JournalFaultsTest() {
    super(
        JournalFault.class,
        JournalContract.class,
        "spec-tests/FAULTY-JOURNALS.md",
        HEADER,
        FaultyJournalContract::run);
  }

  /** Regenerates the page. */
  public static void main(String[] args) throws IOException {
    new JournalFaultsTest().writePage();
  }

  @Override
  protected int minLawCount() {
    return 11;
  }
}

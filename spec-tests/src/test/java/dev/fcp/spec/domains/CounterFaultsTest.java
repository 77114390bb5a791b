package dev.fcp.spec.domains;

import dev.fcp.spec.KnownFaultsContract;
import dev.fcp.spec.domain.DomainContract;
import java.io.IOException;

/** The contract of domains detects every faulty domain, and names the clause that it breaks. */
class CounterFaultsTest extends KnownFaultsContract<CounterFault> {

  private static final String HEADER =
      """
      # Faulty domains

      Each of these domains of counters differs from a correct one in one respect. `DomainContract` detects every fault with
      the law named, while at least four of five laws do not detect it; a test verifies this page.

      | the domain | clause | broken law |
      |---|---|---|
      """;

  CounterFaultsTest() {
    super(
        CounterFault.class,
        DomainContract.class,
        "spec-tests/FAULTY-DOMAINS.md",
        HEADER,
        FaultyCounterContract::run);
  }

  /** Regenerates the page. */
  public static void main(String[] args) throws IOException {
    new CounterFaultsTest().writePage();
  }

  @Override
  protected int minLawCount() {
    return 20;
  }
}

package dev.fcp.checklist;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.FileDomainContract;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;
import java.util.Set;

class ChecklistContractTest extends FileDomainContract<EntityModel<String, Line>, ChecklistEvent> {

  @Override
  protected Domain<EntityModel<String, Line>, ChecklistEvent> domain() {
    return new ChecklistDomain();
  }

  @Override
  protected Generator<byte[]> validFiles() {
    return Generator.of("a", "\n- [ ] b", "\n* [X] ", "- [x]", " ", "\r\n", "# ", "\r", "\u2028")
        .list(0, 9)
        .map(it -> String.join("", it).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  protected byte[] exampleFile() {
    return "- [ ] a".getBytes(StandardCharsets.UTF_8);
  }

  /** Lines have no references, so the clause about references does not apply. */
  @Override
  protected Set<String> clausesWithoutCases() {
    return Set.of("DM-12");
  }
}

package dev.fcp.blocks;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.generator.Generator;
import java.util.Set;

class BlockContractTest extends DomainContract<EntityModel<String, BlockLine>, BlockEvent> {

  @Override
  protected Domain<EntityModel<String, BlockLine>, BlockEvent> domain() {
    return BlockFiles.DOMAIN;
  }

  @Override
  protected Generator<EntityModel<String, BlockLine>> models() {
    return BlockFiles.any().map(BlockFiles::read);
  }

  @Override
  protected Generator<BlockEvent> events(EntityModel<String, BlockLine> model) {
    return BlockFiles.events(model);
  }

  /** Lines have no references, so the clause about references does not apply. */
  @Override
  protected Set<String> clausesWithoutCases() {
    return Set.of("DM-12");
  }
}

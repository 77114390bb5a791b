package dev.fcp.blocks;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.document.DocumentProgramsContract;
import dev.fcp.spec.generator.Generator;

class BlockDocumentProgramsTest
    extends DocumentProgramsContract<EntityModel<String, BlockLine>, BlockEvent> {

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
}

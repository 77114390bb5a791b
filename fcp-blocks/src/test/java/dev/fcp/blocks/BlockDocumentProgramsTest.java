package dev.fcp.blocks;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.document.DocumentProgramsContract;
import dev.fcp.spec.generator.Generator;

class BlockDocumentProgramsTest
    extends DocumentProgramsContract<EntityModel<String, Line>, BlockEvent> {

  @Override
  protected Domain<EntityModel<String, Line>, BlockEvent> domain() {
    return BlockFiles.DOMAIN;
  }

  @Override
  protected Generator<EntityModel<String, Line>> models() {
    return BlockFiles.any().map(BlockFiles::read);
  }

  @Override
  protected Generator<BlockEvent> events(EntityModel<String, Line> model) {
    return BlockFiles.events(model);
  }
}

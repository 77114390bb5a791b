package dev.fcp.blocks;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionContract;
import java.util.List;

/** Runs random programs on sessions of blocks. */
class BlockSessionTest extends SessionContract<EntityModel<String, BlockLine>, BlockEvent> {

  BlockSessionTest() {
    super(true);
  }

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

  /** Generates changes of the text of the first line. */
  @Override
  protected Generator<BlockEvent> mergeableEvents(EntityModel<String, BlockLine> model) {
    if (model.size() == 0) {
      return events(model);
    }
    String key = model.keysInOrder().iterator().next();
    return choices -> {
      BlockLine line = BlockFiles.visible(model).at(key);
      String text = choices.pick(List.of("p", "q", "r"));
      String other = line.text().equals(text) ? text + "!" : text;
      return BlockFiles.DOMAIN.between(key, line, line.withText(other)).orElseThrow();
    };
  }
}

package dev.fcp.blocks;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Files of blocks, for tests. */
final class BlockFiles {

  static final BlockDomain DOMAIN = new BlockDomain();

  private BlockFiles() {}

  /** Generates files with unusual lines. */
  static Generator<byte[]> any() {
    return Generator.of(
            "---\n",
            "kind: map\n",
            "kind: list\r\n",
            "a: 1",
            "\n",
            "- x\n",
            "## s (log)\n",
            "\"\\n\"",
            "\r")
        .list(0, 9)
        .map(it -> bytes(String.join("", it)));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static EntityModel<String, BlockLine> read(byte[] file) {
    return DOMAIN.format().read(file)
            instanceof ReadResult.Readable<EntityModel<String, BlockLine>>(var model, var source)
        ? model
        : DOMAIN.empty();
  }

  /**
   * Generates events that lead towards another file, and changes of all units of a line. They do
   * not depend on the deleted characters that a model knows.
   */
  static Generator<BlockEvent> events(EntityModel<String, BlockLine> model) {
    EntityModel<String, BlockLine> visible = visible(model);
    return choices -> {
      BlockEvent event = event(visible, choices);
      return event instanceof BlockEvent.LineRemoved(var change)
          ? DOMAIN.removed(change.key(), model)
          : event;
    };
  }

  /** The model without deleted characters. */
  static EntityModel<String, BlockLine> visible(EntityModel<String, BlockLine> model) {
    return DOMAIN.withoutUnneeded(model, List.of());
  }

  private static BlockEvent event(EntityModel<String, BlockLine> model, Choices choices) {
    if (model.size() > 0 && choices.percent(20)) {
      String key = choices.pick(List.copyOf(model.entities().keys()));
      BlockLine line = model.at(key).withText("moved").withOrder(model.orderKeyAtEnd());
      Optional<BlockEvent> moved = DOMAIN.between(key, model.at(key), line);
      if (moved.isPresent()) {
        return moved.get();
      }
    }
    List<BlockEvent> events = DOMAIN.diff(model, read(any().generate(choices)));
    return choices.pick(
        events.isEmpty() ? DOMAIN.diff(DOMAIN.empty(), read(bytes("- x\n"))) : events);
  }
}

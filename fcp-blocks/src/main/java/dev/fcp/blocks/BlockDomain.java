package dev.fcp.blocks;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.text.LineBasedFormat;
import dev.fcp.eventlog.text.LineEntitySpec;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** The domain of memory blocks. A block is a text file, and its entities are the lines. */
public final class BlockDomain extends EntityDomain<String, BlockLine, BlockEvent> {

  /** The extension of the files, without a dot. */
  static final String EXTENSION = "block";

  private static final LineEntitySpec<BlockLine> SPEC =
      new LineEntitySpec<>(
          "line",
          MethodHandles.lookup(),
          BlockLine.class,
          BlockLine.ValueLine::new,
          BlockLine::text) {

        @Override
        protected BiFunction<String, OrderKey, BlockLine> readerOf(List<String> lines) {
          return new BlockLineReader(lines)::read;
        }

        // The text; whether it is undone by character is not in the file.
        @Override
        public Value content(String key, BlockLine line) {
          return Value.of(line.text());
        }

        @Override
        public Optional<String> countedAs(BlockLine line) {
          return Optional.of("lines");
        }
      };

  /** Creates the domain; all instances are equivalent. */
  public BlockDomain() {
    super("block", BlockEvent.types(SPEC), new LineBasedFormat<>(SPEC, EXTENSION));
  }
}

package dev.fcp.blocks;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.List;

/** Reads the lines of a file, one after another from the first. */
final class BlockLineReader {

  /** The kind of the block. */
  private final BlockKind kind;

  /** How many lines at the beginning are front matter. */
  private int frontMatterLines;

  /** The kind of the section of the next line; that of the block before the first section. */
  private BlockKind section;

  BlockLineReader(List<String> lines) {
    boolean isOpened = !lines.isEmpty() && lines.getFirst().equals(BlockContent.FENCE);
    int end = isOpened ? lines.subList(1, lines.size()).indexOf(BlockContent.FENCE) : -1;
    this.frontMatterLines = end < 0 ? 0 : end + 2;
    this.kind = end < 0 ? BlockKind.TEXT : BlockContent.kind(lines.subList(1, end + 1));
    this.section = kind;
  }

  BlockLine read(String line, OrderKey order) {
    boolean isFrontMatter = frontMatterLines > 0;
    frontMatterLines--;
    boolean isHeading =
        !isFrontMatter && kind == BlockKind.COMPOSITE && BlockContent.isHeading(line);
    if (isHeading) {
      section = BlockContent.sectionKind(line);
    }
    boolean isContent = !isFrontMatter && !isHeading;
    return BlockLine.of(isContent ? section : BlockKind.MAP, line, order);
  }
}

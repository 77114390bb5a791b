package dev.fcp.blocks;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * A line of a block. What it means follows from the kind of its block or section.
 *
 * @param text the line without its line end
 * @param order its position
 */
public record BlockLine(String text, OrderKey order) {

  /** Rejects null. */
  public BlockLine {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(order, "order");
  }
}

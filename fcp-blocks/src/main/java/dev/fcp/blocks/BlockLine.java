package dev.fcp.blocks;

import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.plaintext.Text;
import java.util.Objects;

/** A line of a block. What it means follows from the kind of its block or section. */
public sealed interface BlockLine {

  /** The line without its line end. */
  String text();

  /** Its position. */
  OrderKey order();

  /** A line of a block or section of some kind. */
  static BlockLine of(BlockKind kind, String text, OrderKey order) {
    return kind == BlockKind.TEXT ? new TextLine(Text.of(text), order) : new ValueLine(text, order);
  }

  /** The same line with another text. */
  BlockLine withText(String text);

  /** The same line at another position. */
  BlockLine withOrder(OrderKey order);

  /**
   * A line of a text or of a section with a text: what is written into it is undone by character.
   */
  record TextLine(Text body, OrderKey order) implements BlockLine {

    /** Rejects null, and text that is not one line. */
    public TextLine {
      Objects.requireNonNull(body, "body");
      Objects.requireNonNull(order, "order");
      String text = body.toString();
      if (text.indexOf('\n') >= 0 || text.endsWith("\r")) {
        throw new IllegalArgumentException("a line contains no line end");
      }
    }

    @Override
    public String text() {
      return body.toString();
    }

    @Override
    public TextLine withText(String text) {
      return new TextLine(Text.of(text), order);
    }

    @Override
    public TextLine withOrder(OrderKey order) {
      return new TextLine(body, order);
    }
  }

  /** A line that is one value for undo: a property, heading, field, item or entry. */
  record ValueLine(String text, OrderKey order) implements BlockLine {

    /** Rejects null. */
    public ValueLine {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(order, "order");
    }

    @Override
    public ValueLine withText(String text) {
      return new ValueLine(text, order);
    }

    @Override
    public ValueLine withOrder(OrderKey order) {
      return new ValueLine(text, order);
    }
  }
}

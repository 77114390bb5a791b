package dev.fcp.drawio.diagram;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * An unknown element among the cells. Its key has a synthetic id.
 *
 * @param xml the element as XML text
 * @param order the order key among the cells
 */
public record ForeignElement(String xml, OrderKey order) implements DiagramEntity {

  public ForeignElement {
    Objects.requireNonNull(xml, "xml");
    Objects.requireNonNull(order, "order");
  }

  /** A copy with another order key. */
  public ForeignElement withOrder(OrderKey order) {
    return new ForeignElement(xml, order);
  }

  @Override
  public ForeignElement content() {
    return withOrder(Page.NORMALIZED_ORDER);
  }
}

package dev.fcp.drawio.diagram;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * An element among the cells that is no cell. Its key holds a synthetic id.
 *
 * @param xml the element as it stands in the file
 * @param order the place among the cells
 */
public record ForeignElement(String xml, OrderKey order) implements DiagramEntity {

  public ForeignElement {
    Objects.requireNonNull(xml, "xml");
    Objects.requireNonNull(order, "order");
  }

  /** The same element at another place. */
  public ForeignElement withOrder(OrderKey order) {
    return new ForeignElement(xml, order);
  }

  @Override
  public ForeignElement content() {
    return withOrder(Page.NORMALIZED_ORDER);
  }
}

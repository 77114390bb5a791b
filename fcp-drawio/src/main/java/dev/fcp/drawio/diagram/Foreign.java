package dev.fcp.drawio.diagram;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * An element among the cells that is no cell. Its key holds a synthetic id.
 *
 * @param xml the element as it stands in the file
 * @param order the place among the cells
 */
public record Foreign(String xml, OrderKey order) implements DiagramEntity {

  public Foreign {
    Objects.requireNonNull(xml, "xml");
    Objects.requireNonNull(order, "order");
  }

  /** The same element at another place. */
  public Foreign withOrder(OrderKey order) {
    return new Foreign(xml, order);
  }

  @Override
  public Foreign content() {
    return withOrder(Page.NO_ORDER);
  }
}

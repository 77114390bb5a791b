package dev.fcp.drawio.diagram;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A page: {@code <diagram>} and its {@code <mxGraphModel>}, without the cells.
 *
 * @param storedId the id as the file has it; empty where it has none. The page's key holds the same
 *     id, or a synthetic one where this is absent, empty, or repeats the id of an earlier page
 * @param attributes of {@code <diagram>} (the name and others), without the id
 * @param model attributes of {@code <mxGraphModel>} without {@link #VOLATILE_ATTRIBUTES}; absent
 *     for an empty {@code <diagram/>}, which has no cells
 * @param diagramExtras unknown elements in {@code <diagram>}, as they stand in the file
 * @param modelExtras unknown elements in {@code <mxGraphModel>} beside its {@code <root>}, as they
 *     stand in the file
 * @param order the place among the pages
 */
public record Page(
    Optional<String> storedId,
    Attributes attributes,
    Optional<Attributes> model,
    List<String> diagramExtras,
    List<String> modelExtras,
    OrderKey order)
    implements DiagramEntity {

  /** Attributes of {@code <mxGraphModel>} that describe a window: they belong to the source. */
  public static final Set<String> VOLATILE_ATTRIBUTES = ImmutableSet.of("dx", "dy");

  /** The attribute of a root cell's wrapper that holds the title: that of the first page counts. */
  public static final String TITLE_ATTRIBUTE = "fcp-title";

  /** The attribute of a root cell's wrapper that holds the direction in which its page flows. */
  public static final String FLOW_ATTRIBUTE = "fcp-flow";

  static final OrderKey NORMALIZED_ORDER = OrderKey.initial(0);

  public Page {
    Objects.requireNonNull(storedId, "storedId");
    Objects.requireNonNull(attributes, "attributes");
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(order, "order");
    diagramExtras = ImmutableList.copyOf(diagramExtras);
    modelExtras = ImmutableList.copyOf(modelExtras);
    if (storedId.isPresent() && DiagramKey.isSynthetic(storedId.get())) {
      throw new IllegalArgumentException(
          "storedId: no file holds the id " + DiagramKey.displayId(storedId.get()));
    }
    if (attributes.hasValue("id")) {
      throw new IllegalArgumentException("the id of a page is no other attribute: " + attributes);
    }
    if (model.isEmpty() && !modelExtras.isEmpty()) {
      throw new IllegalArgumentException("a page without model has no place for " + modelExtras);
    }
    if (model.isPresent() && VOLATILE_ATTRIBUTES.stream().anyMatch(model.get()::hasValue)) {
      throw new IllegalArgumentException("an attribute of " + model + " belongs to the source");
    }
  }

  /** A new page with a name and an empty model. */
  public static Page named(String id, String name, OrderKey order) {
    return new Page(
        Optional.of(id),
        Attributes.of("name", name),
        Optional.of(Attributes.NONE),
        List.of(),
        List.of(),
        order);
  }

  /** The name shown on the page's tab, if it has one. */
  public Optional<String> name() {
    return attributes.value("name");
  }

  /** The same page with other attributes. */
  public Page withAttributes(Attributes attributes) {
    return new Page(storedId, attributes, model, diagramExtras, modelExtras, order);
  }

  /** The same page with other attributes of its model. */
  public Page withModel(Optional<Attributes> model) {
    return new Page(storedId, attributes, model, diagramExtras, modelExtras, order);
  }

  /** The same page at another place. */
  public Page withOrder(OrderKey order) {
    return new Page(storedId, attributes, model, diagramExtras, modelExtras, order);
  }

  @Override
  public Page content() {
    return withOrder(NORMALIZED_ORDER);
  }
}

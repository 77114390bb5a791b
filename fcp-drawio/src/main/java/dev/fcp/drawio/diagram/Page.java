package dev.fcp.drawio.diagram;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A page of a diagram: {@code <diagram>} and its {@code <mxGraphModel>}, without the cells.
 *
 * @param storedId the id in the file, if any. The page's key has the same id, or a synthetic one if
 *     this id is absent, empty, or a duplicate of an earlier page's id
 * @param attributes the attributes of {@code <diagram>} (the name and others), without the id
 * @param model the attributes of {@code <mxGraphModel>} without {@link #VOLATILE_ATTRIBUTES};
 *     absent for an empty {@code <diagram/>}, which has no cells
 * @param diagramExtras unknown child elements of {@code <diagram>}, as XML text
 * @param modelExtras child elements of {@code <mxGraphModel>} other than {@code <root>}, as XML
 *     text
 * @param order the order key among the pages
 */
public record Page(
    Optional<String> storedId,
    Attributes attributes,
    Optional<Attributes> model,
    List<String> diagramExtras,
    List<String> modelExtras,
    OrderKey order)
    implements DiagramEntity {

  /**
   * Attributes of {@code <mxGraphModel>} that describe the editor window. They are kept in the
   * source only.
   */
  public static final Set<String> VOLATILE_ATTRIBUTES = ImmutableSet.of("dx", "dy");

  /**
   * The attribute of a root cell's wrapper that holds the title. The title of the first page is the
   * title of the document.
   */
  public static final String TITLE_ATTRIBUTE = "fcp-title";

  /** The attribute of a root cell's wrapper that holds the flow direction of the page. */
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
          "storedId: no file can contain the id " + DiagramKey.displayId(storedId.get()));
    }
    if (attributes.hasValue("id")) {
      throw new IllegalArgumentException("the id must not be among the attributes: " + attributes);
    }
    if (model.isEmpty() && !modelExtras.isEmpty()) {
      throw new IllegalArgumentException("a page without a model cannot have " + modelExtras);
    }
    if (model.isPresent() && VOLATILE_ATTRIBUTES.stream().anyMatch(model.get()::hasValue)) {
      throw new IllegalArgumentException(
          "a volatile attribute in " + model + " is not part of the document");
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

  /** The name shown on the page's tab, if any. */
  public Optional<String> name() {
    return attributes.value("name");
  }

  /** A copy with other attributes. */
  public Page withAttributes(Attributes attributes) {
    return new Page(storedId, attributes, model, diagramExtras, modelExtras, order);
  }

  /** A copy with other attributes of the model. */
  public Page withModel(Optional<Attributes> model) {
    return new Page(storedId, attributes, model, diagramExtras, modelExtras, order);
  }

  /** A copy with another order key. */
  public Page withOrder(OrderKey order) {
    return new Page(storedId, attributes, model, diagramExtras, modelExtras, order);
  }

  @Override
  public Page content() {
    return withOrder(NORMALIZED_ORDER);
  }
}

package dev.fcp.drawio.diagram;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A cell of a page: {@code <mxCell>} and, if present, its wrapper element.
 *
 * <pre>
 * &lt;UserObject label="Web" owner="ops" id="7"&gt;           wrapper tag and attributes, id
 *   &lt;mxCell style="rounded=1;" vertex="1" parent="1"&gt;   style, attributes, parent
 *     &lt;mxGeometry x="10" y="10" width="80" height="40" as="geometry"/&gt;
 *   &lt;/mxCell&gt;
 * &lt;/UserObject&gt;
 * </pre>
 *
 * @param storedId the id in the file, if any. The cell's key has the same id, or a synthetic one if
 *     this id is absent, empty, or a duplicate of an earlier cell's id
 * @param wrapperTag the name of the wrapper element, if the file has one
 * @param wrapperAttributes the attributes of the wrapper, without the id; if there are any and no
 *     wrapper tag, the cell is written in an {@code object} element
 * @param attributes the attributes of {@code <mxCell>}, without {@link #COMPONENT_ATTRIBUTES}. They
 *     contain an {@code id} only if the wrapper has an id and {@code <mxCell>} has a second one
 * @param parent the id of the parent cell on the same page; that cell may be missing
 * @param source the id of the cell where an edge starts
 * @param target the id of the cell where an edge ends
 * @param style the style, if the file has one
 * @param geometry the position and size, if the file has them
 * @param cellExtras unknown child elements of {@code <mxCell>}, as XML text
 * @param wrapperExtras other child elements of the wrapper, as XML text
 * @param order the order key among the cells of the page
 */
public record Cell(
    Optional<String> storedId,
    Optional<String> wrapperTag,
    Attributes wrapperAttributes,
    Attributes attributes,
    Optional<String> parent,
    Optional<String> source,
    Optional<String> target,
    Optional<Style> style,
    Optional<Geometry> geometry,
    List<String> cellExtras,
    List<String> wrapperExtras,
    OrderKey order)
    implements DiagramEntity {

  /** Attributes of {@code <mxCell>} that are separate components of this record. */
  public static final Set<String> COMPONENT_ATTRIBUTES =
      ImmutableSet.of("parent", "source", "target", "style");

  /** The wrapper tag of a cell that needs a wrapper but does not specify the tag. */
  public static final String DEFAULT_WRAPPER_TAG = "object";

  /** A cell with only an id and an order key; every new cell starts from it. */
  public static Cell blank(String id, OrderKey order) {
    CellBuilder builder = new CellBuilder(order);
    builder.storedId = Optional.of(id);
    return builder.build();
  }

  public Cell {
    Objects.requireNonNull(storedId, "storedId");
    Objects.requireNonNull(wrapperTag, "wrapperTag");
    Objects.requireNonNull(wrapperAttributes, "wrapperAttributes");
    Objects.requireNonNull(parent, "parent");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(style, "style");
    Objects.requireNonNull(geometry, "geometry");
    Objects.requireNonNull(order, "order");
    cellExtras = ImmutableList.copyOf(cellExtras);
    wrapperExtras = ImmutableList.copyOf(wrapperExtras);
    requireStorableId("storedId", storedId);
    requireStorableId("parent", parent);
    requireStorableId("source", source);
    requireStorableId("target", target);
    for (String name : COMPONENT_ATTRIBUTES) {
      if (attributes.hasValue(name)) {
        throw new IllegalArgumentException(name + " must be a separate component: " + attributes);
      }
    }
    if (wrapperAttributes.hasValue("id")) {
      throw new IllegalArgumentException(
          "the id must not be among the wrapper attributes: " + wrapperAttributes);
    }
    if (attributes.hasValue("id") && (storedId.isEmpty() || wrapperTag.isEmpty())) {
      throw new IllegalArgumentException("a second id needs a wrapper that has the first");
    }
    if (wrapperTag.isPresent() && wrapperTag.get().equals("mxCell")) {
      throw new IllegalArgumentException("an mxCell cannot be a wrapper");
    }
  }

  /** Rejects a synthetic id, which is valid only within a model and never written to a file. */
  private static void requireStorableId(String component, Optional<String> id) {
    if (id.isPresent() && DiagramKey.isSynthetic(id.get())) {
      throw new IllegalArgumentException(
          component + ": no file can contain the id " + DiagramKey.displayId(id.get()));
    }
  }

  /** The kind of this cell. */
  public CellKind kind() {
    return CellKind.of(this);
  }

  /** The tag of the wrapper that is written around the cell, if it needs one. */
  public Optional<String> effectiveWrapperTag() {
    boolean needsWrapper = !wrapperAttributes.isEmpty() || !wrapperExtras.isEmpty();
    return wrapperTag.isPresent() || !needsWrapper ? wrapperTag : Optional.of(DEFAULT_WRAPPER_TAG);
  }

  /**
   * The label shown in the diagram: that of the wrapper if there is one, otherwise the {@code
   * value} of {@code <mxCell>}.
   */
  public Optional<String> label() {
    return effectiveWrapperTag().isPresent()
        ? wrapperAttributes.value("label")
        : attributes.value("value");
  }

  /** A copy with another label, stored where {@link #label} reads it. */
  public Cell withLabel(Optional<String> label) {
    return effectiveWrapperTag().isPresent()
        ? withWrapperAttributes(wrapperAttributes.with("label", label))
        : withAttributes(attributes.with("value", label));
  }

  /** A copy with another wrapper tag. */
  public Cell withWrapperTag(Optional<String> wrapperTag) {
    return with(builder -> builder.wrapperTag = wrapperTag);
  }

  /** A copy with other attributes of the wrapper. */
  public Cell withWrapperAttributes(Attributes wrapperAttributes) {
    return with(builder -> builder.wrapperAttributes = wrapperAttributes);
  }

  /** A copy with other attributes. */
  public Cell withAttributes(Attributes attributes) {
    return with(builder -> builder.attributes = attributes);
  }

  /** A copy with another parent. */
  public Cell withParent(Optional<String> parent) {
    return with(builder -> builder.parent = parent);
  }

  /** A copy with another source and target. */
  public Cell withEnds(Optional<String> source, Optional<String> target) {
    return with(builder -> {
      builder.source = source;
      builder.target = target;
    });
  }

  /** A copy with another style. */
  public Cell withStyle(Optional<Style> style) {
    return with(builder -> builder.style = style);
  }

  /** A copy with another geometry. */
  public Cell withGeometry(Optional<Geometry> geometry) {
    return with(builder -> builder.geometry = geometry);
  }

  /** A copy with another order key. */
  public Cell withOrder(OrderKey order) {
    return with(builder -> builder.order = order);
  }

  @Override
  public Cell content() {
    return with(builder -> {
      builder.wrapperTag = effectiveWrapperTag();
      builder.style = style.map(Style::content);
      builder.order = Page.NORMALIZED_ORDER;
    });
  }

  private Cell with(Consumer<CellBuilder> change) {
    CellBuilder builder = new CellBuilder(this);
    change.accept(builder);
    return builder.build();
  }

  /** Builds a cell; the only caller of the constructor with all components. */
  private static final class CellBuilder {

    private Optional<String> storedId = Optional.empty();
    private Optional<String> wrapperTag = Optional.empty();
    private Attributes wrapperAttributes = Attributes.NONE;
    private Attributes attributes = Attributes.NONE;
    private Optional<String> parent = Optional.empty();
    private Optional<String> source = Optional.empty();
    private Optional<String> target = Optional.empty();
    private Optional<Style> style = Optional.empty();
    private Optional<Geometry> geometry = Optional.empty();
    private List<String> cellExtras = ImmutableList.of();
    private List<String> wrapperExtras = ImmutableList.of();
    private OrderKey order;

    CellBuilder(OrderKey order) {
      this.order = order;
    }

    CellBuilder(Cell cell) {
      storedId = cell.storedId;
      wrapperTag = cell.wrapperTag;
      wrapperAttributes = cell.wrapperAttributes;
      attributes = cell.attributes;
      parent = cell.parent;
      source = cell.source;
      target = cell.target;
      style = cell.style;
      geometry = cell.geometry;
      cellExtras = cell.cellExtras;
      wrapperExtras = cell.wrapperExtras;
      order = cell.order;
    }

    Cell build() {
      return new Cell(
          storedId,
          wrapperTag,
          wrapperAttributes,
          attributes,
          parent,
          source,
          target,
          style,
          geometry,
          cellExtras,
          wrapperExtras,
          order);
    }
  }
}

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
 * A cell of a page: {@code <mxCell>}, with the element around it where there is one.
 *
 * <pre>
 * &lt;UserObject label="Web" owner="ops" id="7"&gt;           wrapper tag and attributes, id
 *   &lt;mxCell style="rounded=1;" vertex="1" parent="1"&gt;   style, attributes, parent
 *     &lt;mxGeometry x="10" y="10" width="80" height="40" as="geometry"/&gt;
 *   &lt;/mxCell&gt;
 * &lt;/UserObject&gt;
 * </pre>
 *
 * @param storedId the id as the file has it; empty where it has none. The cell's key holds the same
 *     id, or a synthetic one where this is absent, empty, or repeats the id of an earlier cell
 * @param wrapperTag the name of the element around the cell, if the file has one
 * @param wrapperAttributes of that element, without the id; a cell that has some is written in an
 *     {@code object} where it has no wrapper tag
 * @param attributes of {@code <mxCell>}, without {@link #COMPONENT_ATTRIBUTES}. An {@code id} may
 *     stand here where the wrapper has the id and {@code <mxCell>} a second one
 * @param parent the id of the cell that holds this one, on the same page; it may be missing there
 * @param source the id of the cell where an edge starts
 * @param target the id of the cell where an edge ends
 * @param style how it is drawn
 * @param geometry where it is drawn
 * @param cellExtras unknown elements in {@code <mxCell>}, as they stand in the file
 * @param wrapperExtras elements in the wrapper beside {@code <mxCell>}, as they stand in the file
 * @param order the place among all cells of the page
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

  /** Attributes of {@code <mxCell>} that are components of their own. */
  public static final Set<String> COMPONENT_ATTRIBUTES =
      ImmutableSet.of("parent", "source", "target", "style");

  /** The wrapper of a cell that needs one and does not say which. */
  public static final String DEFAULT_WRAPPER_TAG = "object";

  /** A cell with nothing but an id, at no particular place: the start of every new cell. */
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
        throw new IllegalArgumentException(name + " is a component of its own: " + attributes);
      }
    }
    if (wrapperAttributes.hasValue("id")) {
      throw new IllegalArgumentException("the id is no other attribute: " + wrapperAttributes);
    }
    if (attributes.hasValue("id") && (storedId.isEmpty() || wrapperTag.isEmpty())) {
      throw new IllegalArgumentException("a second id needs a wrapper with the first");
    }
    if (wrapperTag.isPresent() && wrapperTag.get().equals("mxCell")) {
      throw new IllegalArgumentException("an mxCell is no wrapper");
    }
  }

  /** A synthetic id is a name within a model; in a file it would stand for nothing. */
  private static void requireStorableId(String component, Optional<String> id) {
    if (id.isPresent() && DiagramKey.isSynthetic(id.get())) {
      throw new IllegalArgumentException(
          component + ": no file holds the id " + DiagramKey.displayId(id.get()));
    }
  }

  /** What this cell is. */
  public CellKind kind() {
    return CellKind.of(this);
  }

  /** The name of the element around the cell when it is written, if there will be one. */
  public Optional<String> effectiveWrapperTag() {
    boolean needsWrapper = !wrapperAttributes.isEmpty() || !wrapperExtras.isEmpty();
    return wrapperTag.isPresent() || !needsWrapper ? wrapperTag : Optional.of(DEFAULT_WRAPPER_TAG);
  }

  /** The text that a reader of the diagram sees: of the wrapper if there is one, else the value. */
  public Optional<String> label() {
    return effectiveWrapperTag().isPresent()
        ? wrapperAttributes.value("label")
        : attributes.value("value");
  }

  /** The same cell with another text, which stands where {@link #label} looks for it. */
  public Cell withLabel(Optional<String> label) {
    return effectiveWrapperTag().isPresent()
        ? withWrapperAttributes(wrapperAttributes.with("label", label))
        : withAttributes(attributes.with("value", label));
  }

  /** The same cell in another wrapper, or in none. */
  public Cell withWrapperTag(Optional<String> wrapperTag) {
    return with(builder -> builder.wrapperTag = wrapperTag);
  }

  /** The same cell with other attributes of the wrapper. */
  public Cell withWrapperAttributes(Attributes wrapperAttributes) {
    return with(builder -> builder.wrapperAttributes = wrapperAttributes);
  }

  /** The same cell with other attributes. */
  public Cell withAttributes(Attributes attributes) {
    return with(builder -> builder.attributes = attributes);
  }

  /** The same cell in another parent. */
  public Cell withParent(Optional<String> parent) {
    return with(builder -> builder.parent = parent);
  }

  /** The same cell with other ends. */
  public Cell withEnds(Optional<String> source, Optional<String> target) {
    return with(builder -> {
      builder.source = source;
      builder.target = target;
    });
  }

  /** The same cell in another style. */
  public Cell withStyle(Optional<Style> style) {
    return with(builder -> builder.style = style);
  }

  /** The same cell drawn elsewhere. */
  public Cell withGeometry(Optional<Geometry> geometry) {
    return with(builder -> builder.geometry = geometry);
  }

  /** The same cell at another place among the cells of its page. */
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

  /** A cell in the making: the one place that puts all components together. */
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

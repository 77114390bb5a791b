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
 * @param attributes of {@code <mxCell>}, without {@link #OWN_COMPONENTS}. An {@code id} may stand
 *     here where the wrapper has the id and {@code <mxCell>} a second one
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
  public static final Set<String> OWN_COMPONENTS =
      ImmutableSet.of("parent", "source", "target", "style");

  /** The wrapper of a cell that needs one and does not say which. */
  public static final String PLAIN_WRAPPER = "object";

  /** A cell with nothing but an id, at no particular place: the start of every new cell. */
  public static Cell blank(String id, OrderKey order) {
    Parts parts = new Parts(order);
    parts.storedId = Optional.of(id);
    return parts.cell();
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
    requireOfFile("storedId", storedId);
    requireOfFile("parent", parent);
    requireOfFile("source", source);
    requireOfFile("target", target);
    for (String name : OWN_COMPONENTS) {
      if (attributes.has(name)) {
        throw new IllegalArgumentException(name + " is a component of its own: " + attributes);
      }
    }
    if (wrapperAttributes.has("id")) {
      throw new IllegalArgumentException("the id is no other attribute: " + wrapperAttributes);
    }
    if (attributes.has("id") && (storedId.isEmpty() || wrapperTag.isEmpty())) {
      throw new IllegalArgumentException("a second id needs a wrapper with the first");
    }
    if (wrapperTag.isPresent() && wrapperTag.get().equals("mxCell")) {
      throw new IllegalArgumentException("an mxCell is no wrapper");
    }
  }

  /** A synthetic id is a name within a model; in a file it would stand for nothing. */
  private static void requireOfFile(String component, Optional<String> id) {
    if (id.isPresent() && DiagramKey.isSynthetic(id.get())) {
      throw new IllegalArgumentException(
          component + ": no file holds the id " + DiagramKey.shown(id.get()));
    }
  }

  /** What this cell is. */
  public Kind kind() {
    return Kind.of(this);
  }

  /** The name of the element around the cell when it is written, if there will be one. */
  public Optional<String> effectiveWrapperTag() {
    boolean needed = !wrapperAttributes.isEmpty() || !wrapperExtras.isEmpty();
    return wrapperTag.isPresent() || !needed ? wrapperTag : Optional.of(PLAIN_WRAPPER);
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
    return with(parts -> parts.wrapperTag = wrapperTag);
  }

  /** The same cell with other attributes of the wrapper. */
  public Cell withWrapperAttributes(Attributes wrapperAttributes) {
    return with(parts -> parts.wrapperAttributes = wrapperAttributes);
  }

  /** The same cell with other attributes. */
  public Cell withAttributes(Attributes attributes) {
    return with(parts -> parts.attributes = attributes);
  }

  /** The same cell in another parent. */
  public Cell withParent(Optional<String> parent) {
    return with(parts -> parts.parent = parent);
  }

  /** The same cell with other ends. */
  public Cell withEnds(Optional<String> source, Optional<String> target) {
    return with(parts -> {
      parts.source = source;
      parts.target = target;
    });
  }

  /** The same cell in another style. */
  public Cell withStyle(Optional<Style> style) {
    return with(parts -> parts.style = style);
  }

  /** The same cell drawn elsewhere. */
  public Cell withGeometry(Optional<Geometry> geometry) {
    return with(parts -> parts.geometry = geometry);
  }

  /** The same cell at another place among the cells of its page. */
  public Cell withOrder(OrderKey order) {
    return with(parts -> parts.order = order);
  }

  @Override
  public Cell content() {
    return with(parts -> {
      parts.wrapperTag = effectiveWrapperTag();
      parts.style = style.map(Style::content);
      parts.order = Page.NO_ORDER;
    });
  }

  private Cell with(Consumer<Parts> change) {
    Parts parts = new Parts(this);
    change.accept(parts);
    return parts.cell();
  }

  /** A cell in the making: the one place that puts all components together. */
  private static final class Parts {

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

    Parts(OrderKey order) {
      this.order = order;
    }

    Parts(Cell cell) {
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

    Cell cell() {
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

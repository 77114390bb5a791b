package dev.fcp.drawio.language;

import com.google.common.base.Suppliers;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.verbs.names.NameResolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A page of a model, as needed by verbs and queries: its cells by id, their containment, and their
 * positions on the page. A snapshot of one model value, which reads only what is asked for; create
 * a new one after a change.
 */
final class PageView {

  private record Coordinates(double x, double y) {}

  private static final Coordinates ORIGIN = new Coordinates(0, 0);

  private final EntityModel<DiagramKey, DiagramEntity> model;
  private final DiagramKey key;
  private final Page page;
  private final Supplier<Map<String, Cell>> cells = Suppliers.memoize(this::readCells);
  private final Map<String, List<String>> children = new HashMap<>();
  private final Map<String, Coordinates> origins = new HashMap<>();
  private final Map<Set<CellKind>, NameResolver<String>> nameResolvers = new HashMap<>();
  private final Map<String, String> plainTexts = new HashMap<>();

  PageView(EntityModel<DiagramKey, DiagramEntity> model, DiagramKey key) {
    this.model = model;
    this.key = key;
    this.page = (Page) model.find(key).orElseThrow();
  }

  private Map<String, Cell> readCells() {
    Map<String, Cell> read = new LinkedHashMap<>();
    idsInOrder().forEach(id -> read.put(id, cell(id)));
    return read;
  }

  /** The ids of the cells in order, read only as far as they are used. */
  private Stream<String> idsInOrder() {
    return StreamSupport.stream(model.keysInOrder(key).spliterator(), false)
        .map(DiagramKey::cell)
        .filter(id -> find(id).isPresent());
  }

  /** The keys of the pages of a model, in order. */
  static List<DiagramKey> pageKeys(EntityModel<DiagramKey, DiagramEntity> model) {
    List<DiagramKey> pages = new ArrayList<>();
    model.keysInOrder().forEach(pages::add);
    return pages;
  }

  EntityModel<DiagramKey, DiagramEntity> model() {
    return model;
  }

  DiagramKey key() {
    return key;
  }

  Page page() {
    return page;
  }

  DiagramKey cellKey(String id) {
    return DiagramKey.cell(key.page(), id);
  }

  /** The cells by id, in order. */
  Map<String, Cell> cells() {
    return cells.get();
  }

  Cell cell(String id) {
    return find(id).orElseThrow(() -> new IllegalStateException("no cell " + id + " on " + key));
  }

  Optional<Cell> find(String id) {
    return id.isEmpty()
        ? Optional.empty()
        : model.find(cellKey(id)).filter(Cell.class::isInstance).map(Cell.class::cast);
  }

  /** The ids of the cells with these kinds, in order. */
  List<String> idsOfKind(CellKind... kinds) {
    Set<CellKind> kindSet = Set.of(kinds);
    return cells().entrySet().stream()
        .filter(entry -> kindSet.contains(entry.getValue().kind()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The label of a cell as plain text, cached. */
  String plainText(String id) {
    return plainTexts.computeIfAbsent(id, key -> LabelText.of(cell(key)));
  }

  /** A resolver for the names of the cells with these kinds, cached. */
  NameResolver<String> nameResolver(CellKind... kinds) {
    return nameResolvers.computeIfAbsent(
        Set.of(kinds),
        kindSet ->
            NameResolver.of(
                idsOfKind(kinds),
                id -> DiagramResolver.namesOf(id, plainText(id)),
                DiagramResolver::tag));
  }

  /** The root of the page: the first cell without a parent. */
  Optional<String> rootId() {
    return idsInOrder().filter(id -> cell(id).kind() == CellKind.ROOT).findFirst();
  }

  List<String> layerIds() {
    return idsOfKind(CellKind.LAYER);
  }

  /** The layers that can contain new cells: those with an id in the file. */
  List<String> referableLayerIds() {
    return layerIds().stream().filter(id -> !DiagramKey.isSynthetic(id)).toList();
  }

  /** The first layer that can contain new cells. */
  Optional<String> firstReferableLayer() {
    return idsInOrder()
        .filter(id -> cell(id).kind() == CellKind.LAYER && !DiagramKey.isSynthetic(id))
        .findFirst();
  }

  /** The ids of the children of a cell, in order. */
  List<String> childIds(String id) {
    return children.computeIfAbsent(id, this::readChildIds);
  }

  private List<String> readChildIds(String id) {
    return id.isEmpty()
        ? List.of()
        : model.referencesTo(cellKey(id)).stream()
            .filter(reference -> reference.getValue().role().equals("parent"))
            .map(reference -> reference.getKey().cell())
            .sorted(
                Comparator.comparing((String child) -> cell(child).order())
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
  }

  /** The ids of the edges that start or end at a cell. */
  List<String> edgesOf(String id) {
    Set<String> edges = new LinkedHashSet<>();
    for (Map.Entry<DiagramKey, Reference<DiagramKey>> reference : model.referencesTo(cellKey(id))) {
      if (!reference.getValue().role().equals("parent")) {
        edges.add(reference.getKey().cell());
      }
    }
    return List.copyOf(edges);
  }

  /** Whether a cell of the page has this id or refers to it. */
  boolean isUsed(String id) {
    return model.contains(cellKey(id))
        || !model.referencesTo(cellKey(id)).isEmpty()
        || isStoredIdOfDuplicate(id);
  }

  /**
   * Whether this is the id in the file of a cell with a synthetic id; these begin with {@code #}.
   */
  private boolean isStoredIdOfDuplicate(String id) {
    Optional<String> storedId = Optional.of(id);
    return StreamSupport.stream(
            model.entities().range(cellKey("#"), cellKey("$")).spliterator(), false)
        .anyMatch(
            entry -> entry.getValue() instanceof Cell cell && cell.storedId().equals(storedId));
  }

  /** The preferred id, or a numbered one if it is used. */
  String unusedId(String preferred) {
    return UniqueId.of(this::isUsed, model.countIn(key), preferred);
  }

  /** An unused id made from a text, see {@link UniqueId#slug}. */
  String unusedId(String text, String fallback) {
    return unusedId(UniqueId.slug(text, fallback));
  }

  /** An order key after all elements of the page. */
  OrderKey orderKeyAtEnd() {
    return OrderKey.between(model.lastSortKey(key).map(SortKey::orderKey), Optional.empty());
  }

  /** An order key directly before a cell. */
  OrderKey orderKeyBefore(String id) {
    OrderKey next = cell(id).order();
    Optional<OrderKey> previous = Optional.empty();
    for (DiagramKey item : model.keysInOrder(key)) {
      if (item.cell().equals(id)) {
        break;
      }
      previous = Optional.of(orderKeyOf(item));
    }
    // Two neighbours may have the same order key and differ only in their ids.
    return previous.isPresent() && previous.get().compareTo(next) >= 0
        ? next
        : OrderKey.between(previous, Optional.of(next));
  }

  private OrderKey orderKeyOf(DiagramKey item) {
    return model.find(item).orElseThrow() instanceof Cell cell
        ? cell.order()
        : ((ForeignElement) model.find(item).orElseThrow()).order();
  }

  /** The ids of the ancestors of a cell, from its parent to the root. */
  List<String> ancestorIds(String id) {
    List<String> ancestors = new ArrayList<>();
    Optional<String> parentId = find(id).flatMap(Cell::parent);
    while (parentId.isPresent() && find(parentId.get()).isPresent()) {
      ancestors.add(parentId.get());
      parentId = cell(parentId.get()).parent();
    }
    return ancestors;
  }

  /** The layer of a cell; empty if an ancestor is missing. */
  Optional<String> layerOf(String id) {
    return ancestorIds(id).stream()
        .filter(ancestor -> cell(ancestor).kind() == CellKind.LAYER)
        .findFirst();
  }

  /**
   * The position and size of a shape or group on the page; empty if it has no geometry, or its
   * position depends on an edge.
   */
  Optional<Box> box(String id) {
    Cell cell = cell(id);
    boolean isOnEdge =
        cell.parent()
            .flatMap(this::find)
            .filter(parent -> parent.kind() == CellKind.EDGE)
            .isPresent();
    if (cell.kind() == CellKind.EDGE || isOnEdge || cell.geometry().isEmpty()) {
      return Optional.empty();
    }
    Geometry geometry = cell.geometry().get();
    Coordinates coordinates = origin(id);
    return Optional.of(
        new Box(coordinates.x(), coordinates.y(), geometry.width(), geometry.height()));
  }

  /** The origin of the coordinates of a cell's children, in px on the page. */
  Box originOf(String id) {
    Coordinates origin = origin(id);
    return new Box(origin.x(), origin.y(), 0, 0);
  }

  private Coordinates origin(String id) {
    Deque<String> path = new ArrayDeque<>();
    Optional<String> parentId = Optional.of(id);
    while (parentId.isPresent()
        && find(parentId.get()).isPresent()
        && !origins.containsKey(parentId.get())) {
      path.push(parentId.get());
      parentId = cell(parentId.get()).parent();
    }
    Coordinates coordinates =
        parentId.map(ancestor -> origins.getOrDefault(ancestor, ORIGIN)).orElse(ORIGIN);
    for (String descendant : path) {
      coordinates = childOrigin(coordinates, cell(descendant));
      origins.put(descendant, coordinates);
    }
    return origins.getOrDefault(id, coordinates);
  }

  private Coordinates childOrigin(Coordinates from, Cell cell) {
    if (cell.geometry().isEmpty() || cell.kind() == CellKind.EDGE) {
      return from;
    }
    Geometry geometry = cell.geometry().get();
    if (!geometry.isRelative()) {
      return new Coordinates(from.x() + geometry.x(), from.y() + geometry.y());
    }
    Geometry parent =
        cell.parent().flatMap(this::find).flatMap(Cell::geometry).orElse(Geometry.EMPTY);
    Geometry.Point offset = geometry.namedPoints().getOrDefault("offset", Geometry.Point.at(0, 0));
    return new Coordinates(
        from.x() + geometry.x() * parent.width() + offset.x(),
        from.y() + geometry.y() * parent.height() + offset.y());
  }
}

package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.verbs.names.NameResolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A page of a model, as needed by verbs and queries: its cells by id, their containment, and their
 * positions on the page. A snapshot of one model value; create a new one after a change.
 */
final class PageView {

  private record Coordinates(double x, double y) {}

  private static final Coordinates ORIGIN = new Coordinates(0, 0);

  private final EntityModel<DiagramKey, DiagramEntity> model;
  private final DiagramKey key;
  private final Page page;
  private final Map<String, Cell> cells = new LinkedHashMap<>();
  private final Map<String, List<String>> children = new HashMap<>();
  private final Map<String, Coordinates> origins = new HashMap<>();
  private final Map<Set<CellKind>, NameResolver<String>> nameResolvers = new HashMap<>();
  private final Map<String, String> plainTexts = new HashMap<>();
  private Optional<OrderKey> lastOrderKey = Optional.empty();

  PageView(EntityModel<DiagramKey, DiagramEntity> model, DiagramKey key) {
    this.model = model;
    this.key = key;
    this.page = (Page) model.find(key).orElseThrow();
    for (DiagramKey item : model.keysInOrder(key)) {
      add(item.cell(), model.find(item).orElseThrow());
    }
  }

  private void add(String id, DiagramEntity entity) {
    switch (entity) {
      case Cell cell -> {
        cells.put(id, cell);
        lastOrderKey = Optional.of(cell.order());
        cell.parent()
            .ifPresent(
                parent -> children.computeIfAbsent(parent, unused -> new ArrayList<>()).add(id));
      }
      case ForeignElement foreign -> lastOrderKey = Optional.of(foreign.order());
      case Page other -> throw new IllegalStateException("a page on a page");
      case DocumentRoot root -> throw new IllegalStateException("a document on a page");
    }
  }

  /** The keys of the pages of a model, in order. */
  static List<DiagramKey> pageKeys(EntityModel<DiagramKey, DiagramEntity> model) {
    List<DiagramKey> pages = new ArrayList<>();
    model.keysInOrder().forEach(pages::add);
    return pages;
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
    return cells;
  }

  Cell cell(String id) {
    @Nullable Cell cell = cells.get(id);
    if (cell == null) {
      throw new IllegalStateException("no cell " + id + " on " + key);
    }
    return cell;
  }

  Optional<Cell> find(String id) {
    return Optional.ofNullable(cells.get(id));
  }

  /** The ids of the cells with these kinds, in order. */
  List<String> idsOfKind(CellKind... kinds) {
    Set<CellKind> kindSet = Set.of(kinds);
    return cells.entrySet().stream()
        .filter(entry -> kindSet.contains(entry.getValue().kind()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The label of a cell as plain text, cached. */
  String plainText(String id) {
    return plainTexts.computeIfAbsent(id, key -> Labels.plainText(cell(key)));
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
    return idsOfKind(CellKind.ROOT).stream().findFirst();
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
    return referableLayerIds().stream().findFirst();
  }

  /** Whether there is a layer for new cells, or one can be created. */
  boolean canAddCells() {
    return firstReferableLayer().isPresent() || rootId().filter(DiagramKey::isSynthetic).isEmpty();
  }

  /** The ids of the children of a cell, in order. */
  List<String> childIds(String id) {
    return children.getOrDefault(id, List.of());
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

  /** All ids that the cells of the page have or refer to. */
  Set<String> usedIds() {
    Set<String> usedIds = new HashSet<>(cells.keySet());
    for (Cell cell : cells.values()) {
      cell.storedId().ifPresent(usedIds::add);
      cell.parent().ifPresent(usedIds::add);
      cell.source().ifPresent(usedIds::add);
      cell.target().ifPresent(usedIds::add);
    }
    return usedIds;
  }

  /** An order key after all elements of the page. */
  OrderKey orderKeyAtEnd() {
    return OrderKey.between(lastOrderKey, Optional.empty());
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
    while (parentId.isPresent() && cells.containsKey(parentId.get())) {
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
        && cells.containsKey(parentId.get())
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

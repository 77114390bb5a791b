package dev.fcp.drawio.language;

import com.google.common.base.Suppliers;
import com.google.common.collect.Lists;
import com.google.common.collect.Streams;
import dev.fcp.drawio.DiagramIndex;
import dev.fcp.drawio.DiagramIndex.Aspect;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.NameResolver.NameIndex;
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

  PageView(EntityModel<DiagramKey, DiagramEntity> model, DiagramKey key) {
    this.model = model;
    this.key = key;
    this.page = (Page) model.find(key).orElseThrow();
  }

  private Map<String, Cell> readCells() {
    Map<String, Cell> read = new LinkedHashMap<>();
    for (DiagramKey item : model.keysInOrder(key)) {
      find(item.cell()).ifPresent(cell -> read.put(item.cell(), cell));
    }
    return read;
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

  /** The label of a cell as plain text. */
  String plainText(String id) {
    return LabelText.of(cell(id));
  }

  /** A resolver for the names of the cells with these kinds. */
  NameResolver<String> nameResolver(CellKind... kinds) {
    NameIndex<String> index =
        new NameIndex<>() {
          @Override
          public List<String> withKey(String nameKey) {
            return cellsOfKind(index().cellsWith(key, Aspect.NAME, nameKey), kinds);
          }

          @Override
          public List<String> withKeyPrefix(String prefix) {
            return cellsOfKind(index().cellsWithPrefix(key, Aspect.NAME, prefix), kinds);
          }

          @Override
          public List<String> all() {
            return idsOfKind(kinds);
          }
        };
    return NameResolver.indexed(
        index, id -> DiagramIndex.namesOf(id, plainText(id)), DiagramResolver::tag);
  }

  /** The cells with these kinds whose text or id equals a reference, ignoring case. */
  List<String> cellsNamed(String reference, CellKind... kinds) {
    return cellsOfKind(index().cellsWith(key, Aspect.NAME, NameResolver.keyOf(reference)), kinds);
  }

  private DiagramIndex index() {
    return DiagramIndex.of(model);
  }

  /** The cells with some kinds among others, in order. */
  private List<String> cellsOfKind(Iterable<String> ids, CellKind... kinds) {
    Set<CellKind> kindSet = Set.of(kinds);
    return Streams.stream(ids)
        .distinct()
        .filter(id -> kindSet.contains(cell(id).kind()))
        .sorted(inOrder())
        .toList();
  }

  /** Compares cells by their order on the page. */
  Comparator<String> inOrder() {
    return Comparator.comparing((String id) -> cell(id).order())
        .thenComparing(Comparator.naturalOrder());
  }

  /** The root of the page: the first cell without a parent. */
  Optional<String> rootId() {
    return Streams.stream(index().cellsWithPrefix(key, Aspect.ROOT, "")).findFirst();
  }

  List<String> layerIds() {
    return List.copyOf(Lists.newArrayList(index().cellsWithPrefix(key, Aspect.LAYER, "")));
  }

  /** The layers that can contain new cells: those with an id in the file. */
  List<String> referableLayerIds() {
    return layerIds().stream().filter(id -> !DiagramKey.isSynthetic(id)).toList();
  }

  /** The first layer that can contain new cells. */
  Optional<String> firstReferableLayer() {
    return referableLayerIds().stream().findFirst();
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
            .sorted(inOrder())
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
        || index().cellsWith(key, Aspect.STORED_ID, id).iterator().hasNext();
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

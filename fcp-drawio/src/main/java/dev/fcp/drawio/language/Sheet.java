package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.Reference;
import dev.fcp.verbs.names.References;
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
 * One page of a model as verbs and queries see it: its cells by id, what contains what, and where
 * everything is drawn on the page. A view of one value; after a change a new one is taken.
 */
final class Sheet {

  private record Point(double x, double y) {}

  private static final Point ORIGIN = new Point(0, 0);

  private final EntityModel<DiagramKey, DiagramEntity> model;
  private final DiagramKey key;
  private final Page page;
  private final Map<String, Cell> cells = new LinkedHashMap<>();
  private final Map<String, List<String>> children = new HashMap<>();
  private final Map<String, Point> origins = new HashMap<>();
  private final Map<Set<Kind>, References<String>> names = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private Optional<OrderKey> last = Optional.empty();

  Sheet(EntityModel<DiagramKey, DiagramEntity> model, DiagramKey key) {
    this.model = model;
    this.key = key;
    this.page = (Page) model.find(key).orElseThrow();
    for (DiagramKey item : model.inOrder(key)) {
      add(item.cell(), model.find(item).orElseThrow());
    }
  }

  private void add(String id, DiagramEntity entity) {
    switch (entity) {
      case Cell cell -> {
        cells.put(id, cell);
        last = Optional.of(cell.order());
        cell.parent().ifPresent(p -> children.computeIfAbsent(p, x -> new ArrayList<>()).add(id));
      }
      case Foreign foreign -> last = Optional.of(foreign.order());
      case Page other -> throw new IllegalStateException("a page on a page");
      case DocumentRoot root -> throw new IllegalStateException("a document on a page");
    }
  }

  /** The keys of the pages of a model, in order. */
  static List<DiagramKey> pages(EntityModel<DiagramKey, DiagramEntity> model) {
    List<DiagramKey> pages = new ArrayList<>();
    model.inOrder().forEach(pages::add);
    return pages;
  }

  DiagramKey key() {
    return key;
  }

  Page page() {
    return page;
  }

  DiagramKey keyOf(String id) {
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

  /** The ids of the cells of some kinds, in order. */
  List<String> ofKind(Kind... kinds) {
    Set<Kind> wanted = Set.of(kinds);
    return cells.entrySet().stream()
        .filter(entry -> wanted.contains(entry.getValue().kind()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** What is written in or on a cell; found once. */
  String text(String id) {
    return texts.computeIfAbsent(id, key -> Labels.plain(cell(key)));
  }

  /** The names of the cells of some kinds; put together once. */
  References<String> names(Kind... kinds) {
    return names.computeIfAbsent(
        Set.of(kinds),
        wanted -> References.of(ofKind(kinds), id -> Finder.names(id, text(id)), Finder::tag));
  }

  /** The first cell without parent: the root of a page that has one. */
  Optional<String> root() {
    return ofKind(Kind.ROOT).stream().findFirst();
  }

  List<String> layers() {
    return ofKind(Kind.LAYER);
  }

  /** The layers on which something can be put: those with an id in the file. */
  List<String> layersToPutOn() {
    return layers().stream().filter(id -> !DiagramKey.isSynthetic(id)).toList();
  }

  /** The first layer on which something can be put. */
  Optional<String> layer() {
    return layersToPutOn().stream().findFirst();
  }

  /** Whether there is a cell, or can be one, in which new cells can stand. */
  boolean canHoldMore() {
    return layer().isPresent() || root().filter(DiagramKey::isSynthetic).isEmpty();
  }

  /** The ids of the cells directly in one, in order. */
  List<String> in(String id) {
    return children.getOrDefault(id, List.of());
  }

  /** The ids of all cells in one, those that contain others before these; without itself. */
  List<String> within(String id) {
    List<String> all = new ArrayList<>();
    Deque<String> open = new ArrayDeque<>(in(id));
    while (!open.isEmpty()) {
      String next = open.removeFirst();
      all.add(next);
      open.addAll(in(next));
    }
    return all;
  }

  /** The ids of the edges that start or end at a cell. */
  List<String> edgesAt(String id) {
    Set<String> edges = new LinkedHashSet<>();
    for (Map.Entry<DiagramKey, Reference<DiagramKey>> reference : model.referencesTo(keyOf(id))) {
      if (!reference.getValue().role().equals("parent")) {
        edges.add(reference.getKey().cell());
      }
    }
    return List.copyOf(edges);
  }

  /** Every id that a cell of the page has or refers to. */
  Set<String> usedIds() {
    Set<String> used = new HashSet<>(cells.keySet());
    for (Cell cell : cells.values()) {
      cell.storedId().ifPresent(used::add);
      cell.parent().ifPresent(used::add);
      cell.source().ifPresent(used::add);
      cell.target().ifPresent(used::add);
    }
    return used;
  }

  /** A place behind all that is on the page. */
  OrderKey nextOrder() {
    return OrderKey.between(last, Optional.empty());
  }

  /** A place right before a cell. */
  OrderKey orderBefore(String id) {
    OrderKey behind = cell(id).order();
    Optional<OrderKey> before = Optional.empty();
    for (DiagramKey item : model.inOrder(key)) {
      if (item.cell().equals(id)) {
        break;
      }
      before = Optional.of(orderOf(item));
    }
    // Two neighbours may have the same key and be told apart by their ids alone.
    return before.isPresent() && before.get().compareTo(behind) >= 0
        ? behind
        : OrderKey.between(before, Optional.of(behind));
  }

  private OrderKey orderOf(DiagramKey item) {
    return model.find(item).orElseThrow() instanceof Cell cell
        ? cell.order()
        : ((Foreign) model.find(item).orElseThrow()).order();
  }

  /** The ids of what contains a cell, from its parent up to a layer or root. */
  List<String> above(String id) {
    List<String> above = new ArrayList<>();
    Optional<String> next = find(id).flatMap(Cell::parent);
    while (next.isPresent() && cells.containsKey(next.get())) {
      above.add(next.get());
      next = cell(next.get()).parent();
    }
    return above;
  }

  /** The layer on which a cell stands; empty if what contains it is missing. */
  Optional<String> layerOf(String id) {
    return above(id).stream().filter(up -> cell(up).kind() == Kind.LAYER).findFirst();
  }

  /** Where a shape or group is drawn; empty if it has no geometry, or an edge tells its place. */
  Optional<Box> box(String id) {
    Cell cell = cell(id);
    boolean onEdge =
        cell.parent().flatMap(this::find).filter(p -> p.kind() == Kind.EDGE).isPresent();
    if (cell.kind() == Kind.EDGE || onEdge || cell.geometry().isEmpty()) {
      return Optional.empty();
    }
    Geometry geometry = cell.geometry().get();
    Point at = origin(id);
    return Optional.of(new Box(at.x(), at.y(), geometry.width(), geometry.height()));
  }

  /** The corner that the coordinates of the cells in one count from, px from that of the page. */
  Box originIn(String id) {
    Point origin = origin(id);
    return new Box(origin.x(), origin.y(), 0, 0);
  }

  private Point origin(String id) {
    Deque<String> path = new ArrayDeque<>();
    Optional<String> next = Optional.of(id);
    while (next.isPresent() && cells.containsKey(next.get()) && !origins.containsKey(next.get())) {
      path.push(next.get());
      next = cell(next.get()).parent();
    }
    Point at = next.map(up -> origins.getOrDefault(up, ORIGIN)).orElse(ORIGIN);
    for (String down : path) {
      at = moved(at, cell(down));
      origins.put(down, at);
    }
    return origins.getOrDefault(id, at);
  }

  private Point moved(Point from, Cell cell) {
    if (cell.geometry().isEmpty() || cell.kind() == Kind.EDGE) {
      return from;
    }
    Geometry geometry = cell.geometry().get();
    if (!geometry.isRelative()) {
      return new Point(from.x() + geometry.x(), from.y() + geometry.y());
    }
    Geometry parent =
        cell.parent().flatMap(this::find).flatMap(Cell::geometry).orElse(Geometry.EMPTY);
    Geometry.Point offset = geometry.namedPoints().getOrDefault("offset", Geometry.Point.at(0, 0));
    return new Point(
        from.x() + geometry.x() * parent.width() + offset.x(),
        from.y() + geometry.y() * parent.height() + offset.y());
  }
}

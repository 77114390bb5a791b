package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.Form;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.Place;
import dev.fcp.eventlog.entity.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the engine knows of diagrams: their units, references and content.
 *
 * <p>A page holds its cells and is empty when it goes. Parents form no circle; a parent or the end
 * of an edge may be missing, as in real files. A document in the form of a bare model has no more
 * than that form can hold.
 */
final class DiagramSpec implements EntitySpec<DiagramKey, DiagramEntity> {

  /** The one there is. */
  static final DiagramSpec INSTANCE = new DiagramSpec();

  private DiagramSpec() {}

  @Override
  public EntityRef ref(DiagramKey key) {
    if (key.isDocument()) {
      return new EntityRef("document", "");
    }
    // Ids may hold a slash, so the one that parts page and cell must be told from theirs.
    String page = key.page().replace("%", "%25").replace("/", "%2F");
    return key.isPage()
        ? new EntityRef("page", key.page())
        : new EntityRef("cell", page + "/" + key.cell());
  }

  @Override
  public Value encodeKey(DiagramKey key) {
    if (key.isDocument()) {
      return Texts.sequence(List.of());
    }
    return Texts.sequence(key.isPage() ? List.of(key.page()) : List.of(key.page(), key.cell()));
  }

  @Override
  public DiagramKey decodeKey(Value value) {
    List<String> ids = value.asSequence().stream().map(Value::asText).toList();
    if (ids.size() > 2 || ids.contains("")) {
      throw new MalformedValueException("no name in a diagram: " + ids);
    }
    return switch (ids.size()) {
      case 0 -> DiagramKey.document();
      case 1 -> DiagramKey.page(ids.get(0));
      default -> DiagramKey.cell(ids.get(0), ids.get(1));
    };
  }

  @Override
  public SortedMap<String, Value> units(DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> FrameUnits.of(document);
      case Page page -> FrameUnits.of(page);
      case Cell cell -> CellUnits.of(cell);
      case Foreign foreign -> FrameUnits.of(foreign);
    };
  }

  @Override
  public DiagramEntity entity(DiagramKey key, SortedMap<String, Value> units) {
    DiagramEntity entity = unnamed(key, units);
    EntityNames.require(key, entity);
    return entity;
  }

  private static DiagramEntity unnamed(DiagramKey key, SortedMap<String, Value> units) {
    if (key.isDocument()) {
      return FrameUnits.document(units);
    }
    if (key.isPage()) {
      return FrameUnits.page(units);
    }
    return units.containsKey(FrameUnits.XML) ? FrameUnits.foreign(units) : CellDraft.cell(units);
  }

  @Override
  public List<Reference<DiagramKey>> references(DiagramKey key, Map<String, Value> units) {
    if (!key.isCell()) {
      return List.of();
    }
    List<Reference<DiagramKey>> references = new ArrayList<>(3);
    add(key, CellUnits.PARENT, id(units.get(CellUnits.PLACEMENT), CellUnits.PARENT), references);
    add(key, CellUnits.SOURCE, id(units.get(CellUnits.SOURCE), CellUnits.END), references);
    add(key, CellUnits.TARGET, id(units.get(CellUnits.TARGET), CellUnits.END), references);
    return references;
  }

  private static Optional<String> id(@Nullable Value unit, String member) {
    return unit instanceof Value.Fields fields
            && fields.fields().get(member) instanceof Value.Text(var id)
        ? Optional.of(id)
        : Optional.empty();
  }

  private static void add(
      DiagramKey key, String role, Optional<String> id, List<Reference<DiagramKey>> references) {
    if (id.isPresent() && !id.get().isEmpty()) {
      boolean acyclic = role.equals(CellUnits.PARENT);
      references.add(new Reference<>(role, DiagramKey.cell(key.page(), id.get()), acyclic));
    }
  }

  @Override
  public List<Reference<DiagramKey>> referencesOf(DiagramKey key, DiagramEntity entity) {
    if (!(entity instanceof Cell cell)) {
      return List.of();
    }
    List<Reference<DiagramKey>> references = new ArrayList<>(3);
    add(key, CellUnits.PARENT, cell.parent(), references);
    add(key, CellUnits.SOURCE, cell.source(), references);
    add(key, CellUnits.TARGET, cell.target(), references);
    return references;
  }

  @Override
  public Optional<Value> unit(DiagramEntity entity, String name) {
    return entity instanceof Cell cell
        ? CellUnits.unit(cell, name)
        : Optional.ofNullable(units(entity).get(name));
  }

  @Override
  public DiagramEntity modified(
      DiagramKey key, DiagramEntity entity, Set<String> names, Value.Fields after) {
    if (!(entity instanceof Cell cell)) {
      return EntitySpec.super.modified(key, entity, names, after);
    }
    Cell modified = CellDraft.modified(cell, names, after);
    EntityNames.require(key, modified);
    return modified;
  }

  @Override
  public Optional<DiagramKey> scope(DiagramKey key) {
    return key.isCell() ? Optional.of(key.ofPage()) : Optional.empty();
  }

  @Override
  public Optional<Place> place(DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> Optional.empty();
      case Page page -> Optional.of(new Place(0, page.order()));
      case Cell cell -> Optional.of(new Place(0, cell.order()));
      case Foreign foreign -> Optional.of(new Place(0, foreign.order()));
    };
  }

  @Override
  public DiagramEntity withOrder(DiagramEntity entity, OrderKey order) {
    return switch (entity) {
      case DocumentRoot document -> document;
      case Page page -> page.withOrder(order);
      case Cell cell -> cell.withOrder(order);
      case Foreign foreign -> foreign.withOrder(order);
    };
  }

  @Override
  public Value content(DiagramKey key, DiagramEntity entity) {
    return ContentValue.of(entity);
  }

  @Override
  public Optional<String> storedName(DiagramKey key, DiagramEntity entity) {
    Optional<String> stored =
        switch (entity) {
          case DocumentRoot document -> Optional.empty();
          case Page page -> page.storedId();
          case Cell cell -> cell.storedId();
          case Foreign foreign -> Optional.empty();
        };
    return stored.filter(id -> !id.isEmpty());
  }

  @Override
  public DiagramKey namesake(DiagramKey key, DiagramEntity entity) {
    // The first bearer of a repeated id has it as its name, the others have synthetic ones.
    boolean named = !DiagramKey.isSynthetic(key.isPage() ? key.page() : key.cell());
    return named
        ? key
        : storedName(key, entity)
            .map(id -> key.isPage() ? DiagramKey.page(id) : DiagramKey.cell(key.page(), id))
            .orElse(key);
  }

  @Override
  public boolean sameKind(DiagramEntity from, DiagramEntity to) {
    return (from instanceof Cell one && to instanceof Cell two)
        ? one.kind() == two.kind()
        : from.getClass() == to.getClass();
  }

  @Override
  public Optional<String> counted(DiagramEntity entity) {
    if (!(entity instanceof Cell cell)) {
      return Optional.empty();
    }
    return switch (cell.kind()) {
      case SHAPE -> Optional.of("s");
      case EDGE -> Optional.of("e");
      case GROUP -> Optional.of("g");
      case ROOT, LAYER, EDGE_LABEL -> Optional.empty();
    };
  }

  @Override
  public String summary(Map<String, Integer> counts) {
    return counts.getOrDefault("s", 0)
        + "s "
        + counts.getOrDefault("e", 0)
        + "e "
        + counts.getOrDefault("g", 0)
        + "g";
  }

  @Override
  public DiagramEntity aligned(DiagramEntity from, DiagramEntity target) {
    if (!(from instanceof Cell old) || !(target instanceof Cell cell)) {
      return target;
    }
    Optional<Style> before = old.style();
    Optional<Style> after = cell.style();
    return before.isEmpty() || after.isEmpty()
        ? target
        : cell.withStyle(Optional.of(StyleAlignment.of(before.get(), after.get())));
  }

  @Override
  public Turn turn(DiagramKey key, DiagramEntity target) {
    // While pages come and go the document must have the form that can hold any of them.
    return switch (target) {
      case DocumentRoot document -> document.form() == Form.MXFILE ? Turn.FIRST : Turn.LAST;
      case Page page -> Turn.BETWEEN;
      case Cell cell -> Turn.BETWEEN;
      case Foreign foreign -> Turn.BETWEEN;
    };
  }

  @Override
  public Optional<Conflict> check(
      Change<DiagramKey, DiagramEntity> change, EntityModel<DiagramKey, DiagramEntity> model) {
    return new FileShape(model).check(change);
  }
}

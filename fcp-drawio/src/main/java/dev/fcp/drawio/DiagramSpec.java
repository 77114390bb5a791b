package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.FileForm;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The entity spec of diagrams: units, references and content.
 *
 * <p>A page contains its cells and must be empty when it is removed. Parent references are acyclic;
 * the parent of a cell or the end of an edge may be missing, as in real files. A document in the
 * form of a bare model contains only what that form can represent.
 */
final class DiagramSpec implements EntitySpec<DiagramKey, DiagramEntity> {

  /** The only instance. */
  static final DiagramSpec INSTANCE = new DiagramSpec();

  private DiagramSpec() {}

  @Override
  public EntityRef ref(DiagramKey key) {
    if (key.isDocument()) {
      return new EntityRef("document", "");
    }
    // Ids may contain slashes, which must not be confused with the separator of page and cell.
    String page = key.page().replace("%", "%25").replace("/", "%2F");
    return key.isPage()
        ? new EntityRef("page", key.page())
        : new EntityRef("cell", page + "/" + key.cell());
  }

  @Override
  public Value encodeKey(DiagramKey key) {
    if (key.isDocument()) {
      return DiagramValues.textSequence(List.of());
    }
    return DiagramValues.textSequence(
        key.isPage() ? List.of(key.page()) : List.of(key.page(), key.cell()));
  }

  @Override
  public DiagramKey decodeKey(Value value) {
    List<String> ids = value.asSequence().stream().map(Value::asText).toList();
    if (ids.size() > 2 || ids.contains("")) {
      throw new MalformedValueException("not a key in a diagram: " + ids);
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
      case DocumentRoot document -> DocumentUnits.of(document);
      case Page page -> DocumentUnits.of(page);
      case Cell cell -> CellUnits.of(cell);
      case ForeignElement foreign -> DocumentUnits.of(foreign);
    };
  }

  @Override
  public DiagramEntity entity(DiagramKey key, SortedMap<String, Value> units) {
    DiagramEntity entity = unitsToEntity(key, units);
    requireMatch(key, entity);
    return entity;
  }

  /** Rejects an entity whose key is of another kind or has another id than the entity. */
  private static void requireMatch(DiagramKey key, DiagramEntity entity) {
    if (!keyMatches(key, entity)) {
      throw new IllegalArgumentException(key + " does not name " + entity);
    }
  }

  private static boolean keyMatches(DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> key.isDocument();
      case Page page -> key.isPage() && allowsStoredId(key.page(), page.storedId());
      case Cell cell -> key.isCell() && allowsStoredId(key.cell(), cell.storedId());
      case ForeignElement foreign -> key.isCell() && DiagramKey.isSynthetic(key.cell());
    };
  }

  /** A synthetic id in a key allows any stored id, another id only the same one. */
  private static boolean allowsStoredId(String id, Optional<String> storedId) {
    return DiagramKey.isSynthetic(id) || storedId.equals(Optional.of(id));
  }

  private static DiagramEntity unitsToEntity(DiagramKey key, SortedMap<String, Value> units) {
    if (key.isDocument()) {
      return DocumentUnits.document(units);
    }
    if (key.isPage()) {
      return DocumentUnits.page(units);
    }
    return units.containsKey(DocumentUnits.XML)
        ? DocumentUnits.foreign(units)
        : CellUnitsReader.cellOf(units);
  }

  @Override
  public List<Reference<DiagramKey>> references(DiagramKey key, Map<String, Value> units) {
    if (!key.isCell()) {
      return List.of();
    }
    List<Reference<DiagramKey>> references = new ArrayList<>(3);
    addReference(
        key,
        CellUnits.PARENT,
        textMember(units.get(CellUnits.PLACEMENT), CellUnits.PARENT),
        references);
    addReference(
        key,
        CellUnits.SOURCE,
        textMember(units.get(CellUnits.SOURCE), CellUnits.END_CELL),
        references);
    addReference(
        key,
        CellUnits.TARGET,
        textMember(units.get(CellUnits.TARGET), CellUnits.END_CELL),
        references);
    return references;
  }

  private static Optional<String> textMember(@Nullable Value unit, String member) {
    return unit instanceof Value.Fields fields
            && fields.fields().get(member) instanceof Value.Text(var id)
        ? Optional.of(id)
        : Optional.empty();
  }

  private static void addReference(
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
    addReference(key, CellUnits.PARENT, cell.parent(), references);
    addReference(key, CellUnits.SOURCE, cell.source(), references);
    addReference(key, CellUnits.TARGET, cell.target(), references);
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
    Cell modified = CellUnitsReader.withUnits(cell, names, after);
    requireMatch(key, modified);
    return modified;
  }

  @Override
  public Optional<DiagramKey> scope(DiagramKey key) {
    return key.isCell() ? Optional.of(key.pageKey()) : Optional.empty();
  }

  @Override
  public Optional<SortKey> sortKey(DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> Optional.empty();
      case Page page -> Optional.of(new SortKey(0, page.order()));
      case Cell cell -> Optional.of(new SortKey(0, cell.order()));
      case ForeignElement foreign -> Optional.of(new SortKey(0, foreign.order()));
    };
  }

  @Override
  public DiagramEntity withOrderKey(DiagramEntity entity, OrderKey orderKey) {
    return switch (entity) {
      case DocumentRoot document -> document;
      case Page page -> page.withOrder(orderKey);
      case Cell cell -> cell.withOrder(orderKey);
      case ForeignElement foreign -> foreign.withOrder(orderKey);
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
          case ForeignElement foreign -> Optional.empty();
        };
    return stored.filter(id -> !id.isEmpty());
  }

  @Override
  public DiagramKey nameOwner(DiagramKey key, DiagramEntity entity) {
    // The first entity with a repeated id has that id in its key, the others have synthetic ids.
    boolean hasStoredName = !DiagramKey.isSynthetic(key.isPage() ? key.page() : key.cell());
    return hasStoredName
        ? key
        : storedName(key, entity)
            .map(id -> key.isPage() ? DiagramKey.page(id) : DiagramKey.cell(key.page(), id))
            .orElse(key);
  }

  @Override
  public boolean isSameKind(DiagramEntity from, DiagramEntity to) {
    return (from instanceof Cell fromCell && to instanceof Cell toCell)
        ? fromCell.kind() == toCell.kind()
        : from.getClass() == to.getClass();
  }

  @Override
  public Optional<String> countedAs(DiagramEntity entity) {
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
  public DerivedIndex<DiagramKey, DiagramEntity> emptyDerivedIndex() {
    return DiagramIndex.EMPTY;
  }

  @Override
  public DiagramEntity preserveHiddenUnits(DiagramEntity from, DiagramEntity target) {
    if (!(from instanceof Cell oldCell) || !(target instanceof Cell newCell)) {
      return target;
    }
    Optional<Style> oldStyle = oldCell.style();
    Optional<Style> newStyle = newCell.style();
    return oldStyle.isEmpty() || newStyle.isEmpty()
        ? target
        : newCell.withStyle(Optional.of(StyleAlignment.of(oldStyle.get(), newStyle.get())));
  }

  @Override
  public DiffPhase diffPhase(DiagramKey key, DiagramEntity target) {
    // While pages are added and removed, the document must have the form that allows any page.
    return switch (target) {
      case DocumentRoot document ->
          document.form() == FileForm.MXFILE ? DiffPhase.FIRST : DiffPhase.LAST;
      case Page page -> DiffPhase.MAIN;
      case Cell cell -> DiffPhase.MAIN;
      case ForeignElement foreign -> DiffPhase.MAIN;
    };
  }

  @Override
  public Optional<Conflict> check(
      Change<DiagramKey, DiagramEntity> change, EntityModel<DiagramKey, DiagramEntity> model) {
    return change instanceof Change.Created<DiagramKey, DiagramEntity>(var key, var entity)
            && !keyMatches(key, entity)
        ? Optional.of(Conflict.at(Unit.whole(ref(key)), key + " does not name " + entity))
        : new FileConstraints(model).check(change);
  }
}

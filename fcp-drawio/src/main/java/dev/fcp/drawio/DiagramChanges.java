package dev.fcp.drawio;

import dev.fcp.drawio.DiagramEvent.DocumentModified;
import dev.fcp.drawio.DiagramEvent.EdgeCreated;
import dev.fcp.drawio.DiagramEvent.EdgeDeleted;
import dev.fcp.drawio.DiagramEvent.EdgeModified;
import dev.fcp.drawio.DiagramEvent.FlowDirectionChanged;
import dev.fcp.drawio.DiagramEvent.GroupCreated;
import dev.fcp.drawio.DiagramEvent.GroupDissolved;
import dev.fcp.drawio.DiagramEvent.GroupModified;
import dev.fcp.drawio.DiagramEvent.LayerCreated;
import dev.fcp.drawio.DiagramEvent.LayerDeleted;
import dev.fcp.drawio.DiagramEvent.LayerModified;
import dev.fcp.drawio.DiagramEvent.OpaqueAdded;
import dev.fcp.drawio.DiagramEvent.OpaqueModified;
import dev.fcp.drawio.DiagramEvent.OpaqueRemoved;
import dev.fcp.drawio.DiagramEvent.PageAdded;
import dev.fcp.drawio.DiagramEvent.PageModified;
import dev.fcp.drawio.DiagramEvent.PageRemoved;
import dev.fcp.drawio.DiagramEvent.ShapeCreated;
import dev.fcp.drawio.DiagramEvent.ShapeDeleted;
import dev.fcp.drawio.DiagramEvent.ShapeModified;
import dev.fcp.drawio.DiagramEvent.TitleChanged;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import java.util.Map;
import java.util.Optional;

/** Events as changes of entities, and changes as the events that name them. */
final class DiagramChanges {

  private DiagramChanges() {}

  static Change<DiagramKey, DiagramEntity> of(DiagramEvent event) {
    return switch (event) {
      case ShapeCreated(var key, var shape) -> new Change.Created<>(key, shape);
      case ShapeModified(var key, var before, var after) -> modified(key, before, after);
      case ShapeDeleted(var key, var shape) -> new Change.Deleted<>(key, shape);
      case EdgeCreated(var key, var edge) -> new Change.Created<>(key, edge);
      case EdgeModified(var key, var before, var after) -> modified(key, before, after);
      case EdgeDeleted(var key, var edge) -> new Change.Deleted<>(key, edge);
      case GroupCreated(var key, var group) -> new Change.Created<>(key, group);
      case GroupModified(var key, var before, var after) -> modified(key, before, after);
      case GroupDissolved(var key, var group) -> new Change.Deleted<>(key, group);
      case LayerCreated(var key, var layer) -> new Change.Created<>(key, layer);
      case LayerModified(var key, var before, var after) -> modified(key, before, after);
      case LayerDeleted(var key, var layer) -> new Change.Deleted<>(key, layer);
      case PageAdded(var key, var page) -> new Change.Created<>(key, page);
      case PageModified(var key, var before, var after) -> modified(key, before, after);
      case PageRemoved(var key, var page) -> new Change.Deleted<>(key, page);
      case FlowDirectionChanged(var key, var before, var after) ->
          modified(key, data(Page.FLOW, before), data(Page.FLOW, after));
      case TitleChanged(var key, var before, var after) ->
          modified(key, data(Page.TITLE, before), data(Page.TITLE, after));
      case DocumentModified(var key, var before, var after) -> modified(key, before, after);
      case OpaqueAdded(var key, var entity) -> new Change.Created<>(key, entity);
      case OpaqueModified(var key, var before, var after) -> modified(key, before, after);
      case OpaqueRemoved(var key, var entity) -> new Change.Deleted<>(key, entity);
    };
  }

  private static Change<DiagramKey, DiagramEntity> modified(
      DiagramKey key, Value.Fields before, Value.Fields after) {
    return new Change.Modified<>(key, before, after);
  }

  private static Value.Fields data(String name, Optional<String> text) {
    return text.map(value -> Value.Fields.of(Map.of(CellUnits.DATA + name, Value.of(value))))
        .orElse(Value.Fields.NONE);
  }

  private static Optional<String> data(String name, Value.Fields units) {
    return units.find(CellUnits.DATA + name).map(Value::asText);
  }

  static DiagramEvent created(DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> throw new IllegalArgumentException("the document is there");
      case Page page -> new PageAdded(key, page);
      case Foreign foreign -> new OpaqueAdded(key, foreign);
      case Cell cell ->
          switch (cell.kind()) {
            case SHAPE -> new ShapeCreated(key, cell);
            case EDGE -> new EdgeCreated(key, cell);
            case GROUP -> new GroupCreated(key, cell);
            case LAYER -> new LayerCreated(key, cell);
            case ROOT, EDGE_LABEL -> new OpaqueAdded(key, cell);
          };
    };
  }

  static DiagramEvent deleted(DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> throw new IllegalArgumentException("the document stays");
      case Page page -> new PageRemoved(key, page);
      case Foreign foreign -> new OpaqueRemoved(key, foreign);
      case Cell cell ->
          switch (cell.kind()) {
            case SHAPE -> new ShapeDeleted(key, cell);
            case EDGE -> new EdgeDeleted(key, cell);
            case GROUP -> new GroupDissolved(key, cell);
            case LAYER -> new LayerDeleted(key, cell);
            case ROOT, EDGE_LABEL -> new OpaqueRemoved(key, cell);
          };
    };
  }

  static Optional<DiagramEvent> between(DiagramKey key, DiagramEntity from, DiagramEntity to) {
    DiagramSpec spec = DiagramSpec.INSTANCE;
    if (!spec.sameKind(from, to)) {
      throw new IllegalArgumentException(key + " cannot become " + to);
    }
    Change.Modified<DiagramKey, DiagramEntity> change =
        Change.between(key, spec.units(from), spec.units(to));
    return change.isEmpty() ? Optional.empty() : Optional.of(modified(from, change));
  }

  static DiagramEvent modified(
      DiagramEntity from, Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    return switch (from) {
      case DocumentRoot document -> new DocumentModified(key, change.before(), change.after());
      case Page page -> new PageModified(key, change.before(), change.after());
      case Foreign foreign -> new OpaqueModified(key, change.before(), change.after());
      case Cell cell ->
          switch (cell.kind()) {
            case SHAPE -> new ShapeModified(key, change.before(), change.after());
            case EDGE -> new EdgeModified(key, change.before(), change.after());
            case GROUP -> new GroupModified(key, change.before(), change.after());
            case LAYER -> new LayerModified(key, change.before(), change.after());
            case ROOT -> rootModified(change);
            case EDGE_LABEL -> new OpaqueModified(key, change.before(), change.after());
          };
    };
  }

  private static DiagramEvent rootModified(Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    if (changesOnly(Page.FLOW, change)) {
      return new FlowDirectionChanged(
          key, data(Page.FLOW, change.before()), data(Page.FLOW, change.after()));
    }
    if (changesOnly(Page.TITLE, change)) {
      return new TitleChanged(
          key, data(Page.TITLE, change.before()), data(Page.TITLE, change.after()));
    }
    return new OpaqueModified(key, change.before(), change.after());
  }

  private static boolean changesOnly(
      String name, Change.Modified<DiagramKey, DiagramEntity> change) {
    return change.units().size() == 1 && change.units().contains(CellUnits.DATA + name);
  }

  static DiagramEvent like(DiagramEvent event, Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    Value.Fields before = change.before();
    Value.Fields after = change.after();
    return switch (event) {
      case ShapeModified like -> new ShapeModified(key, before, after);
      case EdgeModified like -> new EdgeModified(key, before, after);
      case GroupModified like -> new GroupModified(key, before, after);
      case LayerModified like -> new LayerModified(key, before, after);
      case PageModified like -> new PageModified(key, before, after);
      case DocumentModified like -> new DocumentModified(key, before, after);
      case OpaqueModified like -> new OpaqueModified(key, before, after);
      case FlowDirectionChanged like ->
          new FlowDirectionChanged(key, data(Page.FLOW, before), data(Page.FLOW, after));
      case TitleChanged like ->
          new TitleChanged(key, data(Page.TITLE, before), data(Page.TITLE, after));
      case ShapeCreated whole -> throw noModification(whole);
      case ShapeDeleted whole -> throw noModification(whole);
      case EdgeCreated whole -> throw noModification(whole);
      case EdgeDeleted whole -> throw noModification(whole);
      case GroupCreated whole -> throw noModification(whole);
      case GroupDissolved whole -> throw noModification(whole);
      case LayerCreated whole -> throw noModification(whole);
      case LayerDeleted whole -> throw noModification(whole);
      case PageAdded whole -> throw noModification(whole);
      case PageRemoved whole -> throw noModification(whole);
      case OpaqueAdded whole -> throw noModification(whole);
      case OpaqueRemoved whole -> throw noModification(whole);
    };
  }

  private static IllegalArgumentException noModification(DiagramEvent event) {
    return new IllegalArgumentException("no modification: " + event);
  }
}

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
import dev.fcp.drawio.diagram.ForeignElement;
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
          modified(
              key,
              wrapperAttributeUnit(Page.FLOW_ATTRIBUTE, before),
              wrapperAttributeUnit(Page.FLOW_ATTRIBUTE, after));
      case TitleChanged(var key, var before, var after) ->
          modified(
              key,
              wrapperAttributeUnit(Page.TITLE_ATTRIBUTE, before),
              wrapperAttributeUnit(Page.TITLE_ATTRIBUTE, after));
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

  private static Value.Fields wrapperAttributeUnit(String name, Optional<String> text) {
    return text.map(value -> Value.Fields.of(Map.of(CellUnits.DATA_PREFIX + name, Value.of(value))))
        .orElse(Value.Fields.EMPTY);
  }

  private static Optional<String> wrapperAttribute(String name, Value.Fields units) {
    return units.find(CellUnits.DATA_PREFIX + name).map(Value::asText);
  }

  static DiagramEvent created(DiagramKey key, DiagramEntity entity) {
    return switch (entity) {
      case DocumentRoot document -> throw new IllegalArgumentException("the document is there");
      case Page page -> new PageAdded(key, page);
      case ForeignElement foreign -> new OpaqueAdded(key, foreign);
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
      case ForeignElement foreign -> new OpaqueRemoved(key, foreign);
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
    DiagramSpec diagramSpec = DiagramSpec.INSTANCE;
    if (!diagramSpec.isSameKind(from, to)) {
      throw new IllegalArgumentException(key + " cannot become " + to);
    }
    Change.Modified<DiagramKey, DiagramEntity> change =
        Change.between(key, diagramSpec.units(from), diagramSpec.units(to));
    return change.isEmpty() ? Optional.empty() : Optional.of(modified(from, change));
  }

  static DiagramEvent modified(
      DiagramEntity from, Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    return switch (from) {
      case DocumentRoot document -> new DocumentModified(key, change.before(), change.after());
      case Page page -> new PageModified(key, change.before(), change.after());
      case ForeignElement foreign -> new OpaqueModified(key, change.before(), change.after());
      case Cell cell ->
          switch (cell.kind()) {
            case SHAPE -> new ShapeModified(key, change.before(), change.after());
            case EDGE -> new EdgeModified(key, change.before(), change.after());
            case GROUP -> new GroupModified(key, change.before(), change.after());
            case LAYER -> new LayerModified(key, change.before(), change.after());
            case ROOT -> rootCellModified(change);
            case EDGE_LABEL -> new OpaqueModified(key, change.before(), change.after());
          };
    };
  }

  private static DiagramEvent rootCellModified(Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    if (changesOnlyWrapperAttribute(Page.FLOW_ATTRIBUTE, change)) {
      return new FlowDirectionChanged(
          key,
          wrapperAttribute(Page.FLOW_ATTRIBUTE, change.before()),
          wrapperAttribute(Page.FLOW_ATTRIBUTE, change.after()));
    }
    if (changesOnlyWrapperAttribute(Page.TITLE_ATTRIBUTE, change)) {
      return new TitleChanged(
          key,
          wrapperAttribute(Page.TITLE_ATTRIBUTE, change.before()),
          wrapperAttribute(Page.TITLE_ATTRIBUTE, change.after()));
    }
    return new OpaqueModified(key, change.before(), change.after());
  }

  private static boolean changesOnlyWrapperAttribute(
      String name, Change.Modified<DiagramKey, DiagramEntity> change) {
    return change.units().size() == 1 && change.units().contains(CellUnits.DATA_PREFIX + name);
  }

  static DiagramEvent withChange(
      DiagramEvent event, Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    Value.Fields before = change.before();
    Value.Fields after = change.after();
    return switch (event) {
      case ShapeModified modified -> new ShapeModified(key, before, after);
      case EdgeModified modified -> new EdgeModified(key, before, after);
      case GroupModified modified -> new GroupModified(key, before, after);
      case LayerModified modified -> new LayerModified(key, before, after);
      case PageModified modified -> new PageModified(key, before, after);
      case DocumentModified modified -> new DocumentModified(key, before, after);
      case OpaqueModified modified -> new OpaqueModified(key, before, after);
      case FlowDirectionChanged modified ->
          new FlowDirectionChanged(
              key,
              wrapperAttribute(Page.FLOW_ATTRIBUTE, before),
              wrapperAttribute(Page.FLOW_ATTRIBUTE, after));
      case TitleChanged modified ->
          new TitleChanged(
              key,
              wrapperAttribute(Page.TITLE_ATTRIBUTE, before),
              wrapperAttribute(Page.TITLE_ATTRIBUTE, after));
      case ShapeCreated unsupported -> throw notAModification(unsupported);
      case ShapeDeleted unsupported -> throw notAModification(unsupported);
      case EdgeCreated unsupported -> throw notAModification(unsupported);
      case EdgeDeleted unsupported -> throw notAModification(unsupported);
      case GroupCreated unsupported -> throw notAModification(unsupported);
      case GroupDissolved unsupported -> throw notAModification(unsupported);
      case LayerCreated unsupported -> throw notAModification(unsupported);
      case LayerDeleted unsupported -> throw notAModification(unsupported);
      case PageAdded unsupported -> throw notAModification(unsupported);
      case PageRemoved unsupported -> throw notAModification(unsupported);
      case OpaqueAdded unsupported -> throw notAModification(unsupported);
      case OpaqueRemoved unsupported -> throw notAModification(unsupported);
    };
  }

  private static IllegalArgumentException notAModification(DiagramEvent event) {
    return new IllegalArgumentException("no modification: " + event);
  }
}

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
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Diagram events as objects with a {@code type}.
 *
 * <pre>
 * shape_created           {pageId, shape}       the same for edge, group, layer: an entity is {id} and
 *                                               its units
 * shape_modified          {pageId, id, before, after}
 * layer_modified          {pageId, layerId, before, after}
 * page_added              {page}
 * page_modified           {pageId, before, after}
 * flow_direction_changed  {pageId, rootId, before, after}      absent values have no member
 * title_changed           {pageId, rootId, before, after}
 * document_modified       {before, after}
 * opaque_added            {pageId, entity}
 * </pre>
 */
final class DiagramEventCodec implements EventCodec<DiagramEvent> {

  private static final String ID = "id";
  private static final String PAGE_ID = "pageId";
  private static final String LAYER_ID = "layerId";
  private static final String ROOT_ID = "rootId";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  @Override
  public Value.Fields encode(DiagramEvent event) {
    return switch (event) {
      case ShapeCreated(var key, var shape) -> encodeEntity("shape_created", key, "shape", shape);
      case ShapeModified(var key, var before, var after) ->
          encodeModification("shape_modified", key, ID, before, after);
      case ShapeDeleted(var key, var shape) -> encodeEntity("shape_deleted", key, "shape", shape);
      case EdgeCreated(var key, var edge) -> encodeEntity("edge_created", key, "edge", edge);
      case EdgeModified(var key, var before, var after) ->
          encodeModification("edge_modified", key, ID, before, after);
      case EdgeDeleted(var key, var edge) -> encodeEntity("edge_deleted", key, "edge", edge);
      case GroupCreated(var key, var group) -> encodeEntity("group_created", key, "group", group);
      case GroupModified(var key, var before, var after) ->
          encodeModification("group_modified", key, ID, before, after);
      case GroupDissolved(var key, var group) ->
          encodeEntity("group_dissolved", key, "group", group);
      case LayerCreated(var key, var layer) -> encodeEntity("layer_created", key, "layer", layer);
      case LayerModified(var key, var before, var after) ->
          encodeModification("layer_modified", key, LAYER_ID, before, after);
      case LayerDeleted(var key, var layer) -> encodeEntity("layer_deleted", key, "layer", layer);
      case PageAdded(var key, var page) -> encodeEntity("page_added", key, "page", page);
      case PageModified(var key, var before, var after) ->
          encodeModification("page_modified", key, ID, before, after);
      case PageRemoved(var key, var page) -> encodeEntity("page_removed", key, "page", page);
      case FlowDirectionChanged(var key, var before, var after) ->
          encodeAttributeChange("flow_direction_changed", key, before, after);
      case TitleChanged(var key, var before, var after) ->
          encodeAttributeChange("title_changed", key, before, after);
      case DocumentModified(var key, var before, var after) ->
          encodeModification("document_modified", key, ID, before, after);
      case OpaqueAdded(var key, var entity) -> encodeEntity("opaque_added", key, "entity", entity);
      case OpaqueModified(var key, var before, var after) ->
          encodeModification("opaque_modified", key, ID, before, after);
      case OpaqueRemoved(var key, var entity) ->
          encodeEntity("opaque_removed", key, "entity", entity);
    };
  }

  private static Value.Fields encodeEntity(
      String type, DiagramKey key, String member, DiagramEntity entity) {
    TreeMap<String, Value> units = new TreeMap<>(DiagramSpec.INSTANCE.units(entity));
    units.put(ID, Value.of(key.isPage() ? key.page() : key.cell()));
    TreeMap<String, Value> fields = new TreeMap<>();
    fields.put("type", Value.of(type));
    if (key.isCell()) {
      fields.put(PAGE_ID, Value.of(key.page()));
    }
    fields.put(member, Value.Fields.of(units));
    return Value.Fields.of(fields);
  }

  private static Value.Fields encodeModification(
      String type, DiagramKey key, String idMember, Value.Fields before, Value.Fields after) {
    TreeMap<String, Value> fields = idFields(type, key, idMember);
    fields.put(BEFORE, before);
    fields.put(AFTER, after);
    return Value.Fields.of(fields);
  }

  private static Value.Fields encodeAttributeChange(
      String type, DiagramKey key, Optional<String> before, Optional<String> after) {
    TreeMap<String, Value> fields = idFields(type, key, ROOT_ID);
    before.ifPresent(text -> fields.put(BEFORE, Value.of(text)));
    after.ifPresent(text -> fields.put(AFTER, Value.of(text)));
    return Value.Fields.of(fields);
  }

  private static TreeMap<String, Value> idFields(String type, DiagramKey key, String idMember) {
    TreeMap<String, Value> fields = new TreeMap<>();
    fields.put("type", Value.of(type));
    if (!key.isDocument()) {
      fields.put(PAGE_ID, Value.of(key.page()));
    }
    if (key.isCell()) {
      fields.put(idMember, Value.of(key.cell()));
    }
    return fields;
  }

  @Override
  public DiagramEvent decode(Value.Fields fields) {
    try {
      DiagramEvent event = decodeEvent(fields);
      if (!encode(event).equals(fields)) {
        throw new MalformedValueException("more than an event: " + fields);
      }
      return event;
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException("no event of a diagram: " + e.getMessage(), e);
    }
  }

  private static DiagramEvent decodeEvent(Value.Fields fields) {
    String type = fields.text("type");
    return switch (type) {
      case "shape_created" ->
          new ShapeCreated(decodeEntityKey(fields, "shape"), decodeCell(fields, "shape"));
      case "shape_modified" ->
          new ShapeModified(decodeCellKey(fields, ID), decodeBefore(fields), decodeAfter(fields));
      case "shape_deleted" ->
          new ShapeDeleted(decodeEntityKey(fields, "shape"), decodeCell(fields, "shape"));
      case "edge_created" ->
          new EdgeCreated(decodeEntityKey(fields, "edge"), decodeCell(fields, "edge"));
      case "edge_modified" ->
          new EdgeModified(decodeCellKey(fields, ID), decodeBefore(fields), decodeAfter(fields));
      case "edge_deleted" ->
          new EdgeDeleted(decodeEntityKey(fields, "edge"), decodeCell(fields, "edge"));
      case "group_created" ->
          new GroupCreated(decodeEntityKey(fields, "group"), decodeCell(fields, "group"));
      case "group_modified" ->
          new GroupModified(decodeCellKey(fields, ID), decodeBefore(fields), decodeAfter(fields));
      case "group_dissolved" ->
          new GroupDissolved(decodeEntityKey(fields, "group"), decodeCell(fields, "group"));
      case "layer_created" ->
          new LayerCreated(decodeEntityKey(fields, "layer"), decodeCell(fields, "layer"));
      case "layer_modified" ->
          new LayerModified(
              decodeCellKey(fields, LAYER_ID), decodeBefore(fields), decodeAfter(fields));
      case "layer_deleted" ->
          new LayerDeleted(decodeEntityKey(fields, "layer"), decodeCell(fields, "layer"));
      case "page_added" -> new PageAdded(decodePageKey(fields), decodePage(fields));
      case "page_modified" ->
          new PageModified(
              DiagramKey.page(fields.text(PAGE_ID)), decodeBefore(fields), decodeAfter(fields));
      case "page_removed" -> new PageRemoved(decodePageKey(fields), decodePage(fields));
      case "flow_direction_changed" ->
          new FlowDirectionChanged(
              decodeCellKey(fields, ROOT_ID),
              optionalText(fields, BEFORE),
              optionalText(fields, AFTER));
      case "title_changed" ->
          new TitleChanged(
              decodeCellKey(fields, ROOT_ID),
              optionalText(fields, BEFORE),
              optionalText(fields, AFTER));
      case "document_modified" ->
          new DocumentModified(DiagramKey.document(), decodeBefore(fields), decodeAfter(fields));
      case "opaque_added" ->
          new OpaqueAdded(decodeEntityKey(fields, "entity"), decodeEntity(fields, "entity"));
      case "opaque_modified" ->
          new OpaqueModified(decodeCellKey(fields, ID), decodeBefore(fields), decodeAfter(fields));
      case "opaque_removed" ->
          new OpaqueRemoved(decodeEntityKey(fields, "entity"), decodeEntity(fields, "entity"));
      default -> throw new MalformedValueException("no event of a diagram: \"" + type + "\"");
    };
  }

  private static DiagramKey decodeCellKey(Value.Fields fields, String idMember) {
    return DiagramKey.cell(fields.text(PAGE_ID), fields.text(idMember));
  }

  private static DiagramKey decodeEntityKey(Value.Fields fields, String member) {
    return DiagramKey.cell(fields.text(PAGE_ID), fields.at(member).asFields().text(ID));
  }

  private static DiagramKey decodePageKey(Value.Fields fields) {
    return DiagramKey.page(fields.at("page").asFields().text(ID));
  }

  private static Cell decodeCell(Value.Fields fields, String member) {
    return requireType(decodeEntity(fields, member), Cell.class);
  }

  private static Page decodePage(Value.Fields fields) {
    return requireType(
        decodeEntity(decodePageKey(fields), fields.at("page").asFields()), Page.class);
  }

  private static DiagramEntity decodeEntity(Value.Fields fields, String member) {
    return decodeEntity(decodeEntityKey(fields, member), fields.at(member).asFields());
  }

  private static DiagramEntity decodeEntity(DiagramKey key, Value.Fields units) {
    TreeMap<String, Value> ownUnits = new TreeMap<>(units.fields());
    ownUnits.remove(ID);
    return DiagramSpec.INSTANCE.entity(key, ownUnits);
  }

  private static <T extends DiagramEntity> T requireType(DiagramEntity entity, Class<T> type) {
    if (!type.isInstance(entity)) {
      throw new MalformedValueException("expected a " + type.getSimpleName() + ": " + entity);
    }
    return type.cast(entity);
  }

  private static Value.Fields decodeBefore(Value.Fields fields) {
    return fields.at(BEFORE).asFields();
  }

  private static Value.Fields decodeAfter(Value.Fields fields) {
    return fields.at(AFTER).asFields();
  }

  private static Optional<String> optionalText(Value.Fields fields, String member) {
    return fields.find(member).map(Value::asText);
  }
}

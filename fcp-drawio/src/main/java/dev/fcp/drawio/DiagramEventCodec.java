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
      case ShapeCreated(var key, var shape) -> whole("shape_created", key, "shape", shape);
      case ShapeModified(var key, var before, var after) ->
          modified("shape_modified", key, ID, before, after);
      case ShapeDeleted(var key, var shape) -> whole("shape_deleted", key, "shape", shape);
      case EdgeCreated(var key, var edge) -> whole("edge_created", key, "edge", edge);
      case EdgeModified(var key, var before, var after) ->
          modified("edge_modified", key, ID, before, after);
      case EdgeDeleted(var key, var edge) -> whole("edge_deleted", key, "edge", edge);
      case GroupCreated(var key, var group) -> whole("group_created", key, "group", group);
      case GroupModified(var key, var before, var after) ->
          modified("group_modified", key, ID, before, after);
      case GroupDissolved(var key, var group) -> whole("group_dissolved", key, "group", group);
      case LayerCreated(var key, var layer) -> whole("layer_created", key, "layer", layer);
      case LayerModified(var key, var before, var after) ->
          modified("layer_modified", key, LAYER_ID, before, after);
      case LayerDeleted(var key, var layer) -> whole("layer_deleted", key, "layer", layer);
      case PageAdded(var key, var page) -> whole("page_added", key, "page", page);
      case PageModified(var key, var before, var after) ->
          modified("page_modified", key, ID, before, after);
      case PageRemoved(var key, var page) -> whole("page_removed", key, "page", page);
      case FlowDirectionChanged(var key, var before, var after) ->
          changed("flow_direction_changed", key, before, after);
      case TitleChanged(var key, var before, var after) ->
          changed("title_changed", key, before, after);
      case DocumentModified(var key, var before, var after) ->
          modified("document_modified", key, ID, before, after);
      case OpaqueAdded(var key, var entity) -> whole("opaque_added", key, "entity", entity);
      case OpaqueModified(var key, var before, var after) ->
          modified("opaque_modified", key, ID, before, after);
      case OpaqueRemoved(var key, var entity) -> whole("opaque_removed", key, "entity", entity);
    };
  }

  private static Value.Fields whole(
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

  private static Value.Fields modified(
      String type, DiagramKey key, String idMember, Value.Fields before, Value.Fields after) {
    TreeMap<String, Value> fields = named(type, key, idMember);
    fields.put(BEFORE, before);
    fields.put(AFTER, after);
    return Value.Fields.of(fields);
  }

  private static Value.Fields changed(
      String type, DiagramKey key, Optional<String> before, Optional<String> after) {
    TreeMap<String, Value> fields = named(type, key, ROOT_ID);
    before.ifPresent(text -> fields.put(BEFORE, Value.of(text)));
    after.ifPresent(text -> fields.put(AFTER, Value.of(text)));
    return Value.Fields.of(fields);
  }

  private static TreeMap<String, Value> named(String type, DiagramKey key, String idMember) {
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
      DiagramEvent event = read(fields);
      if (!encode(event).equals(fields)) {
        throw new MalformedValueException("more than an event: " + fields);
      }
      return event;
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException("no event of a diagram: " + e.getMessage(), e);
    }
  }

  private static DiagramEvent read(Value.Fields in) {
    String type = in.text("type");
    return switch (type) {
      case "shape_created" -> new ShapeCreated(key(in, "shape"), cell(in, "shape"));
      case "shape_modified" -> new ShapeModified(cellKey(in, ID), before(in), after(in));
      case "shape_deleted" -> new ShapeDeleted(key(in, "shape"), cell(in, "shape"));
      case "edge_created" -> new EdgeCreated(key(in, "edge"), cell(in, "edge"));
      case "edge_modified" -> new EdgeModified(cellKey(in, ID), before(in), after(in));
      case "edge_deleted" -> new EdgeDeleted(key(in, "edge"), cell(in, "edge"));
      case "group_created" -> new GroupCreated(key(in, "group"), cell(in, "group"));
      case "group_modified" -> new GroupModified(cellKey(in, ID), before(in), after(in));
      case "group_dissolved" -> new GroupDissolved(key(in, "group"), cell(in, "group"));
      case "layer_created" -> new LayerCreated(key(in, "layer"), cell(in, "layer"));
      case "layer_modified" -> new LayerModified(cellKey(in, LAYER_ID), before(in), after(in));
      case "layer_deleted" -> new LayerDeleted(key(in, "layer"), cell(in, "layer"));
      case "page_added" -> new PageAdded(pageKey(in), page(in));
      case "page_modified" ->
          new PageModified(DiagramKey.page(in.text(PAGE_ID)), before(in), after(in));
      case "page_removed" -> new PageRemoved(pageKey(in), page(in));
      case "flow_direction_changed" ->
          new FlowDirectionChanged(cellKey(in, ROOT_ID), text(in, BEFORE), text(in, AFTER));
      case "title_changed" ->
          new TitleChanged(cellKey(in, ROOT_ID), text(in, BEFORE), text(in, AFTER));
      case "document_modified" ->
          new DocumentModified(DiagramKey.document(), before(in), after(in));
      case "opaque_added" -> new OpaqueAdded(key(in, "entity"), entity(in, "entity"));
      case "opaque_modified" -> new OpaqueModified(cellKey(in, ID), before(in), after(in));
      case "opaque_removed" -> new OpaqueRemoved(key(in, "entity"), entity(in, "entity"));
      default -> throw new MalformedValueException("no event of a diagram: \"" + type + "\"");
    };
  }

  private static DiagramKey cellKey(Value.Fields in, String idMember) {
    return DiagramKey.cell(in.text(PAGE_ID), in.text(idMember));
  }

  private static DiagramKey key(Value.Fields in, String member) {
    return DiagramKey.cell(in.text(PAGE_ID), in.at(member).asFields().text(ID));
  }

  private static DiagramKey pageKey(Value.Fields in) {
    return DiagramKey.page(in.at("page").asFields().text(ID));
  }

  private static Cell cell(Value.Fields in, String member) {
    return expect(entity(in, member), Cell.class);
  }

  private static Page page(Value.Fields in) {
    return expect(entity(pageKey(in), in.at("page").asFields()), Page.class);
  }

  private static DiagramEntity entity(Value.Fields in, String member) {
    return entity(key(in, member), in.at(member).asFields());
  }

  private static DiagramEntity entity(DiagramKey key, Value.Fields units) {
    TreeMap<String, Value> own = new TreeMap<>(units.fields());
    own.remove(ID);
    return DiagramSpec.INSTANCE.entity(key, own);
  }

  private static <T extends DiagramEntity> T expect(DiagramEntity entity, Class<T> type) {
    if (!type.isInstance(entity)) {
      throw new MalformedValueException("expected a " + type.getSimpleName() + ": " + entity);
    }
    return type.cast(entity);
  }

  private static Value.Fields before(Value.Fields in) {
    return in.at(BEFORE).asFields();
  }

  private static Value.Fields after(Value.Fields in) {
    return in.at(AFTER).asFields();
  }

  private static Optional<String> text(Value.Fields in, String member) {
    return in.find(member).map(Value::asText);
  }
}

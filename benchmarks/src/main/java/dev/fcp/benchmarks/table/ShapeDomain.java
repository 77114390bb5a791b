package dev.fcp.benchmarks.table;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.entity.EventTypes;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A domain for benchmarks: ordered shapes that refer to their parents. */
final class ShapeDomain extends EntityDomain<String, ShapeDomain.Shape, ShapeDomain.Event> {

  /** A shape: two texts, a parent and an order key. */
  record Shape(String label, String style, String parent, OrderKey orderKey) {

    Shape withLabel(String label) {
      return new Shape(label, style, parent, orderKey);
    }
  }

  /** The events of shapes. */
  sealed interface Event {

    Change<String, Shape> change();

    record Added(Change.Created<String, Shape> change) implements Event {}

    record Removed(Change.Deleted<String, Shape> change) implements Event {}

    record Modified(Change.Modified<String, Shape> change) implements Event {}
  }

  private static final Spec SPEC = new Spec();

  ShapeDomain() {
    super("shapes", eventTypes(), new NoFormat());
  }

  private static EventTypes<String, Shape, Event> eventTypes() {
    return EventTypes.of(SPEC, Event::change)
        .created("ShapeAdded", Event.Added.class, Event.Added::new)
        .deleted("ShapeRemoved", Event.Removed.class, Event.Removed::new)
        .modified("ShapeModified", Event.Modified.class, Event.Modified::new);
  }

  static String id(int number) {
    return String.format("page-1/cell-%08d", number);
  }

  static Shape shape(int position) {
    return new Shape("label", "rounded=1;fillColor=#dae8fc", "layer", OrderKey.initial(position));
  }

  static EntityModel<String, Shape> model(int size) {
    List<Map.Entry<String, Shape>> shapes = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      shapes.add(Map.entry(id(i), shape(i)));
    }
    return EntityModel.of(SPEC, shapes);
  }

  static Value.Fields unit(String name, String text) {
    return Value.Fields.of(Map.of(name, Value.of(text)));
  }

  /** Returns a change of the label of a shape. */
  static Change.Modified<String, Shape> relabelled(String key, Shape shape) {
    String label = shape.label().equals("label") ? "edited" : "label";
    return new Change.Modified<>(key, unit("label", shape.label()), unit("label", label));
  }

  private static final class Spec implements EntitySpec<String, Shape> {

    @Override
    public EntityRef ref(String key) {
      return new EntityRef("shape", key);
    }

    @Override
    public Value encodeKey(String key) {
      return Value.of(key);
    }

    @Override
    public String decodeKey(Value value) {
      return value.asText();
    }

    @Override
    public SortedMap<String, Value> units(Shape shape) {
      SortedMap<String, Value> units = new TreeMap<>();
      for (String name : List.of("label", "order", "parent", "style")) {
        units.put(name, unit(shape, name).orElseThrow());
      }
      return units;
    }

    @Override
    public Optional<Value> unit(Shape shape, String name) {
      return switch (name) {
        case "label" -> Optional.of(Value.of(shape.label()));
        case "order" -> Optional.of(Value.of(shape.orderKey().digits()));
        case "parent" -> Optional.of(Value.of(shape.parent()));
        case "style" -> Optional.of(Value.of(shape.style()));
        default -> Optional.empty();
      };
    }

    @Override
    public Shape entity(String key, SortedMap<String, Value> units) {
      Value.Fields fields = Value.Fields.of(units);
      return new Shape(
          fields.text("label"),
          fields.text("style"),
          fields.text("parent"),
          new OrderKey(fields.text("order")));
    }

    @Override
    public Shape modified(String key, Shape shape, Set<String> names, Value.Fields after) {
      return names.equals(Set.of("label"))
          ? shape.withLabel(after.text("label"))
          : EntitySpec.super.modified(key, shape, names, after);
    }

    @Override
    public List<Reference<String>> references(String key, Map<String, Value> units) {
      return units.get("parent") instanceof Value.Text(var parent)
          ? List.of(new Reference<>("parent", parent, true))
          : List.of();
    }

    @Override
    public Optional<SortKey> sortKey(Shape shape) {
      return Optional.of(new SortKey(0, shape.orderKey()));
    }

    @Override
    public Value content(String key, Shape shape) {
      return new Value.Sequence(
          List.of(
              Value.of(key),
              Value.of(shape.label()),
              Value.of(shape.style()),
              Value.of(shape.parent())));
    }

    @Override
    public Optional<String> countedAs(Shape shape) {
      return Optional.of("s");
    }
  }

  /** A format without files: nothing is read or written. */
  private static final class NoFormat implements DocumentFormat<EntityModel<String, Shape>> {

    @Override
    public List<String> extensions() {
      return List.of("shapes");
    }

    @Override
    public ReadResult<EntityModel<String, Shape>> read(byte[] bytes) {
      throw new UnsupportedOperationException("shapes have no file");
    }

    @Override
    public byte[] write(EntityModel<String, Shape> model, List<Source> sources) {
      throw new UnsupportedOperationException("shapes have no file");
    }
  }
}

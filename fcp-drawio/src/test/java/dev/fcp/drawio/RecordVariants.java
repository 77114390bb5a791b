package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.OrderKey;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Creates, by reflection, variants of a record that differ in a single component of the record or
 * of a nested record.
 */
final class RecordVariants {

  /**
   * A variant of a value.
   *
   * @param component the innermost component that differs, such as {@code Point.attributes}
   * @param value the whole value with that difference
   */
  record Variant(String component, Object value) {}

  private RecordVariants() {}

  /** All variants of a record. */
  static List<Variant> of(Record record) {
    List<Variant> variants = new ArrayList<>();
    RecordComponent[] components = record.getClass().getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      int changed = i;
      String name = record.getClass().getSimpleName() + "." + components[i].getName();
      for (Variant variant : of(name, value(record, components[i]), components[i])) {
        withComponent(record, components, changed, variant.value())
            .ifPresent(
                changedRecord -> variants.add(new Variant(variant.component(), changedRecord)));
      }
    }
    return variants;
  }

  /** Variants of the value of a component; a new component type needs a case here. */
  private static List<Variant> of(String name, Object value, RecordComponent component) {
    return switch (value) {
      case OrderKey order -> List.of(new Variant(name, OrderKey.initial(5)));
      case Record inner -> of(inner);
      case Style style -> ofStyle(name, style);
      case Optional<?> optional -> ofOptional(name, optional, component);
      case List<?> list -> ofList(name, list, component);
      case SortedMap<?, ?> map -> ofMap(name, map, component);
      case Attributes attributes ->
          List.of(
              new Variant(name, attributes.with("more", "1")),
              new Variant(name, attributes.with("more", "2")));
      case DocumentRoot.FileForm form ->
          List.of(new Variant(name, DocumentRoot.FileForm.values()[1 - form.ordinal()]));
      case Integer number -> List.of(new Variant(name, number + 5));
      case String text -> List.of(new Variant(name, text + "y"));
      default -> throw new IllegalStateException("no other value of " + component);
    };
  }

  private static List<Variant> ofOptional(
      String name, Optional<?> optional, RecordComponent component) {
    List<Variant> variants = new ArrayList<>();
    optional.ifPresent(content -> {
      variants.add(new Variant(name, Optional.empty()));
      variants.addAll(wrapAll(of(name, content, component), Optional::of));
    });
    return variants;
  }

  private static List<Variant> ofList(String name, List<?> list, RecordComponent component) {
    List<Variant> variants = new ArrayList<>();
    if (list.size() > 1) {
      List<Object> swapped = new ArrayList<>(list);
      Collections.swap(swapped, 0, 1);
      variants.add(new Variant(name, swapped));
      variants.add(new Variant(name, list.subList(1, list.size())));
    }
    for (int i = 0; i < list.size(); i++) {
      int changed = i;
      variants.addAll(
          wrapAll(
              of(name, list.get(i), component),
              changedElement -> {
                List<Object> copy = new ArrayList<>(list);
                copy.set(changed, changedElement);
                return copy;
              }));
    }
    return variants;
  }

  private static List<Variant> ofMap(String name, SortedMap<?, ?> map, RecordComponent component) {
    List<Variant> variants = new ArrayList<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      variants.add(new Variant(name, without(map, entry.getKey())));
      Map<Object, Object> renamed = without(map, entry.getKey());
      renamed.put(entry.getKey() + "2", entry.getValue());
      variants.add(new Variant(name, renamed));
      variants.addAll(
          wrapAll(
              of(name, entry.getValue(), component),
              changedElement -> {
                Map<Object, Object> copy = without(map, entry.getKey());
                copy.put(entry.getKey(), changedElement);
                return copy;
              }));
    }
    return variants;
  }

  private static Map<Object, Object> without(SortedMap<?, ?> map, Object key) {
    Map<Object, Object> rest = new TreeMap<>();
    map.forEach((name, value) -> {
      if (!name.equals(key)) {
        rest.put(name, value);
      }
    });
    return rest;
  }

  private static List<Variant> ofStyle(String name, Style style) {
    List<Variant> variants = new ArrayList<>();
    variants.add(new Variant(name, Style.of(style.tokens(), !style.terminated())));
    List<Style.StyleToken> tokens = style.tokens();
    int last = tokens.size() - 1;
    // The last token, so that the order does not change when its rank grows.
    variants.addAll(
        wrapAll(
            of(tokens.get(last)),
            token -> {
              List<Style.StyleToken> copy = new ArrayList<>(tokens);
              copy.set(last, (Style.StyleToken) token);
              return Style.of(copy, style.terminated());
            }));
    return variants;
  }

  private static List<Variant> wrapAll(List<Variant> parts, Function<Object, Object> wrap) {
    return parts.stream()
        .map(variant -> new Variant(variant.component(), wrap.apply(variant.value())))
        .toList();
  }

  private static Object value(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component.toString(), e);
    }
  }

  /** A record with another component; empty if the record rejects the combination. */
  private static Optional<Record> withComponent(
      Record record, RecordComponent[] components, int changed, Object newValue) {
    Object[] values =
        Arrays.stream(components).map(component -> value(record, component)).toArray();
    values[changed] = newValue;
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return Optional.of(record.getClass().getDeclaredConstructor(types).newInstance(values));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException) {
        return Optional.empty();
      }
      throw new IllegalStateException("with another " + components[changed], e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("with another " + components[changed], e);
    }
  }
}

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
 * Values that differ from a given one in a single place, found by reflection: in each component of
 * a record, in each component of the records within it, and so on.
 */
final class Variants {

  /**
   * One of them.
   *
   * @param component the innermost component that differs, such as {@code Point.attributes}
   * @param value all of it, with that difference
   */
  record Variant(String component, Object value) {}

  private Variants() {}

  /** All variants of a record. */
  static List<Variant> of(Record whole) {
    List<Variant> variants = new ArrayList<>();
    RecordComponent[] components = whole.getClass().getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      int changed = i;
      String name = whole.getClass().getSimpleName() + "." + components[i].getName();
      for (Variant part : of(name, value(whole, components[i]), components[i])) {
        with(whole, components, changed, part.value())
            .ifPresent(other -> variants.add(new Variant(part.component(), other)));
      }
    }
    return variants;
  }

  /** Variants of what a component holds; a component of a new type needs a line here. */
  private static List<Variant> of(String name, Object value, RecordComponent component) {
    return switch (value) {
      case OrderKey order -> List.of(new Variant(name, OrderKey.atLoading(5)));
      case Record inner -> of(inner);
      case Style style -> ofStyle(name, style);
      case Optional<?> optional -> ofOptional(name, optional, component);
      case List<?> list -> ofList(name, list, component);
      case SortedMap<?, ?> map -> ofMap(name, map, component);
      case Attributes attributes ->
          List.of(
              new Variant(name, attributes.with("more", "1")),
              new Variant(name, attributes.with("more", "2")));
      case DocumentRoot.Form form ->
          List.of(new Variant(name, DocumentRoot.Form.values()[1 - form.ordinal()]));
      case Integer number -> List.of(new Variant(name, number + 5));
      case String text -> List.of(new Variant(name, text + "y"));
      default -> throw new IllegalStateException("no other value of " + component);
    };
  }

  private static List<Variant> ofOptional(
      String name, Optional<?> optional, RecordComponent component) {
    List<Variant> variants = new ArrayList<>();
    optional.ifPresent(held -> {
      variants.add(new Variant(name, Optional.empty()));
      variants.addAll(inside(of(name, held, component), Optional::of));
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
          inside(
              of(name, list.get(i), component),
              part -> {
                List<Object> other = new ArrayList<>(list);
                other.set(changed, part);
                return other;
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
          inside(
              of(name, entry.getValue(), component),
              part -> {
                Map<Object, Object> other = without(map, entry.getKey());
                other.put(entry.getKey(), part);
                return other;
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
    List<Style.Token> tokens = style.tokens();
    int last = tokens.size() - 1;
    // The last token, so that the order stays when its rank grows.
    variants.addAll(
        inside(
            of(tokens.get(last)),
            token -> {
              List<Style.Token> other = new ArrayList<>(tokens);
              other.set(last, (Style.Token) token);
              return Style.of(other, style.terminated());
            }));
    return variants;
  }

  private static List<Variant> inside(List<Variant> parts, Function<Object, Object> whole) {
    return parts.stream()
        .map(part -> new Variant(part.component(), whole.apply(part.value())))
        .toList();
  }

  private static Object value(Record whole, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(whole);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(component.toString(), e);
    }
  }

  /** A record with another component; empty where it refuses that beside its others. */
  private static Optional<Record> with(
      Record whole, RecordComponent[] components, int changed, Object other) {
    Object[] values = Arrays.stream(components).map(part -> value(whole, part)).toArray();
    values[changed] = other;
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return Optional.of(whole.getClass().getDeclaredConstructor(types).newInstance(values));
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

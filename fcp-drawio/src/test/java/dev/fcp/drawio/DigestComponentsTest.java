package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every component of every entity is changed once, and the digest has to see it. */
class DigestComponentsTest {

  /** Places in an order; where only one entity stands, the file does not show them. */
  private static final Set<String> UNSEEN = Set.of("Page.order", "Cell.order", "Foreign.order");

  private static final OrderKey ORDER = OrderKey.atLoading(0);
  private static final DiagramKey PAGE = DiagramKey.page("p");

  /** An entity under its name, with a component of it that gets another value. */
  record Case(DiagramKey key, DiagramEntity entity, RecordComponent component) {
    String name() {
      return component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    }

    @Override
    public String toString() {
      return name();
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    entities()
        .forEach((key, entity) ->
            Arrays.stream(entity.getClass().getRecordComponents())
                .forEach(component -> cases.add(new Case(key, entity, component))));
    return cases;
  }

  private static Map<DiagramKey, DiagramEntity> entities() {
    return Map.of(
        DiagramKey.document(),
        new DocumentRoot(DocumentRoot.Form.MXFILE, Attributes.NONE, List.of()),
        // Synthetic names, because another id in the file is another name.
        DiagramKey.page(DiagramKey.syntheticId(0)),
        new Page(
            Optional.of("p"),
            Attributes.NONE,
            Optional.of(Attributes.NONE),
            List.of(),
            List.of(),
            ORDER),
        DiagramKey.cell("p", DiagramKey.syntheticId(1)),
        SampleEvents.shape(),
        DiagramKey.cell("p", DiagramKey.syntheticId(2)),
        new Foreign("<x/>", ORDER));
  }

  @Test
  void there_is_a_case_for_every_component_of_every_entity() {
    long components =
        Stream.of(DiagramEntity.class.getPermittedSubclasses())
            .mapToLong(type -> type.getRecordComponents().length)
            .sum();
    assertThat(cases()).hasSize((int) components).hasSize(3 + 6 + 12 + 2);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_changed_component_changes_the_digest(Case changed) throws ReflectiveOperationException {
    Digest before = digest(changed.key(), changed.entity());
    Digest after = digest(changed.key(), other(changed.entity(), changed.component()));
    assertThat(after.matches(before)).isEqualTo(UNSEEN.contains(changed.name()));
  }

  @Test
  void a_name_that_the_file_does_not_hold_is_not_seen() {
    Cell unnamed = Cell.blank("x", ORDER);
    Cell without =
        new Cell(
            Optional.empty(),
            unnamed.wrapperTag(),
            unnamed.wrapperAttributes(),
            unnamed.attributes(),
            unnamed.parent(),
            unnamed.source(),
            unnamed.target(),
            unnamed.style(),
            unnamed.geometry(),
            unnamed.cellExtras(),
            unnamed.wrapperExtras(),
            unnamed.order());
    Digest one = digest(DiagramKey.cell("p", DiagramKey.syntheticId(1)), without);
    Digest two = digest(DiagramKey.cell("p", DiagramKey.syntheticId(77)), without);
    assertThat(two.matches(one)).isTrue();
  }

  @Test
  void the_rank_of_a_style_token_is_not_seen_where_the_text_is_the_same() {
    Style style = Style.parse("a=1;b=2;");
    Style sparse =
        Style.of(List.of(new Style.Token(3, "a", "a=1"), new Style.Token(9, "b", "b=2")), true);
    assertThat(sparse).isNotEqualTo(style);
    DiagramKey key = DiagramKey.cell("p", "x");
    Cell cell = Cell.blank("x", ORDER);
    assertThat(digest(key, cell.withStyle(Optional.of(sparse))))
        .isEqualTo(digest(key, cell.withStyle(Optional.of(style))));
  }

  @Test
  void two_cells_that_change_places_change_the_digest() {
    assertThat(digestOfTwo(0, 1).matches(digestOfTwo(1, 0))).isFalse();
    assertThat(digestOfTwo(0, 1).matches(digestOfTwo(5, 8))).isTrue();
  }

  private static Digest digestOfTwo(int one, int two) {
    return model(
            Map.of(
                DiagramKey.cell("p", "a"), Cell.blank("a", OrderKey.atLoading(one)),
                DiagramKey.cell("p", "b"), Cell.blank("b", OrderKey.atLoading(two))))
        .digest();
  }

  private static Digest digest(DiagramKey key, DiagramEntity entity) {
    return model(Map.of(key, entity)).digest();
  }

  private static EntityModel<DiagramKey, DiagramEntity> model(
      Map<DiagramKey, ? extends DiagramEntity> own) {
    Map<DiagramKey, DiagramEntity> entities = new TreeMap<>();
    entities.put(DiagramKey.document(), DocumentRoot.EMPTY);
    if (own.keySet().stream().anyMatch(DiagramKey::isCell)) {
      entities.put(PAGE, Page.named("p", "First", ORDER));
    }
    entities.putAll(own);
    return EntityModel.of(DiagramSpec.INSTANCE, entities.entrySet());
  }

  private static DiagramEntity other(DiagramEntity entity, RecordComponent changed)
      throws ReflectiveOperationException {
    RecordComponent[] components = entity.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      Object value = components[i].getAccessor().invoke(entity);
      values[i] = components[i].getName().equals(changed.getName()) ? other(value, changed) : value;
    }
    Constructor<?> constructor =
        entity
            .getClass()
            .getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    return (DiagramEntity) constructor.newInstance(values);
  }

  /** Another value of the same type; a component of a new type needs a line here. */
  private static Object other(Object value, RecordComponent component) {
    return switch (value) {
      case DocumentRoot.Form form -> DocumentRoot.Form.BARE_MODEL;
      case Attributes attributes -> attributes.with("more", "1");
      case OrderKey order -> OrderKey.atLoading(5);
      case String text -> "<y/>";
      case List<?> list -> List.of("<extra/>");
      case SortedMap<?, ?> map -> throw new IllegalStateException(component.toString());
      case Optional<?> optional -> otherOptional(optional, component);
      default -> throw new IllegalStateException("no other value of " + component);
    };
  }

  private static Optional<?> otherOptional(Optional<?> value, RecordComponent component) {
    String type = component.getGenericType().getTypeName();
    if (type.contains("String")) {
      return Optional.of("another");
    }
    if (type.contains("Style")) {
      return Optional.of(Style.parse("ellipse;"));
    }
    if (type.contains("Geometry")) {
      return Optional.of(Geometry.box(1, 2, 3, 4));
    }
    if (type.contains("Attributes")) {
      return Optional.of(Attributes.of("grid", "1"));
    }
    throw new IllegalStateException("no other value of " + component + ", which is " + value);
  }
}

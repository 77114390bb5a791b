package dev.fcp.drawio;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.RecordVariants.Variant;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Changes every component of every entity and of its nested records once, and checks the digest.
 */
class DiagramDigestComponentsTest {

  /**
   * The components that a file does not show: the order key of a single entity, and the ranks and
   * units of style tokens.
   */
  private static final Set<String> INVISIBLE =
      Set.of(
          "Page.order", "Cell.order", "ForeignElement.order", "StyleToken.rank", "StyleToken.unit");

  private static final OrderKey ORDER = OrderKey.initial(0);
  private static final DiagramKey PAGE = DiagramKey.page("p");

  /** An entity with its key, and a variant of it. */
  record ChangedDiagramComponent(DiagramKey key, Record entity, Variant variant) {
    @Override
    public String toString() {
      return entity.getClass().getSimpleName() + ": " + variant.component();
    }
  }

  static List<ChangedDiagramComponent> cases() {
    List<ChangedDiagramComponent> cases = new ArrayList<>();
    entities()
        .forEach(entry ->
            RecordVariants.of(entry.getValue())
                .forEach(other ->
                    cases.add(
                        new ChangedDiagramComponent(entry.getKey(), entry.getValue(), other))));
    return cases;
  }

  private static List<Map.Entry<DiagramKey, Record>> entities() {
    List<String> extras = List.of("<a/>", "<b/>");
    Page page =
        new Page(
            Optional.of("p"), Attributes.NONE, Optional.of(Attributes.NONE), extras, extras, ORDER);
    // The keys are synthetic, because otherwise a changed stored id would not match its key.
    return List.of(
        Map.entry(DiagramKey.document(), DocumentRoot.EMPTY),
        Map.entry(
            DiagramKey.document(),
            new DocumentRoot(DocumentRoot.FileForm.MXFILE, Attributes.NONE, extras)),
        Map.entry(DiagramKey.page(DiagramKey.syntheticId(0)), page),
        Map.entry(DiagramKey.cell("p", DiagramKey.syntheticId(1)), cell(extras)),
        Map.entry(
            DiagramKey.cell("p", DiagramKey.syntheticId(2)), new ForeignElement("<x/>", ORDER)));
  }

  private static Cell cell(List<String> extras) {
    Geometry geometry =
        new Geometry(
            Attributes.of("x", "1"),
            new TreeMap<>(Map.of("offset", Point.at(1, 2), "sourcePoint", Point.at(3, 4))),
            List.of(Point.at(5, 6), Point.at(7, 8)),
            extras);
    return new Cell(
        Optional.of("c"),
        Optional.of("UserObject"),
        Attributes.of("label", "Web"),
        Attributes.of("edge", "1"),
        Optional.of("1"),
        Optional.of("a"),
        Optional.of("b"),
        Optional.of(Style.parse("rounded=1;html=1;")),
        Optional.of(geometry),
        extras,
        extras,
        ORDER);
  }

  @Test
  void every_component_of_every_record_has_a_case() {
    Set<String> components = new TreeSet<>();
    Stream.of(DiagramEntity.class.getPermittedSubclasses())
        .forEach(type -> addComponents(type, components));
    assertThat(components).contains("Point.attributes", "Geometry.extras", "StyleToken.text");
    assertThat(components).hasSize(3 + 6 + 12 + 2 + 4 + 1 + 3);
    assertThat(cases().stream().map(each -> each.variant().component()).collect(toSet()))
        .isEqualTo(components);
  }

  /** Adds the components of a record, of those nested in it, and of those in its components. */
  private static void addComponents(Class<?> type, Set<String> components) {
    if (!type.getName().startsWith(DiagramEntity.class.getPackageName())) {
      return;
    }
    for (Class<?> nested : type.getDeclaredClasses()) {
      addComponents(nested, components);
    }
    if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        if (components.add(type.getSimpleName() + "." + component.getName())) {
          typesIn(component.getGenericType()).forEach(part -> addComponents(part, components));
        }
      }
    }
  }

  private static Stream<Class<?>> typesIn(Type type) {
    return type instanceof ParameterizedType generic
        ? Stream.of(generic.getActualTypeArguments()).flatMap(DiagramDigestComponentsTest::typesIn)
        : Stream.of((Class<?>) type);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_changed_component_changes_the_digest(ChangedDiagramComponent changed) {
    Digest before = digest(changed.key(), (DiagramEntity) changed.entity());
    Digest after = digest(changed.key(), (DiagramEntity) changed.variant().value());
    assertThat(changed.variant().value()).isNotEqualTo(changed.entity());
    assertThat(after.matches(before)).isEqualTo(INVISIBLE.contains(changed.variant().component()));
  }

  @Test
  void a_synthetic_id_does_not_change_the_digest() {
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
  void token_ranks_do_not_change_the_digest_of_an_equal_style_text() {
    Style style = Style.parse("a=1;b=2;");
    Style sparse =
        Style.of(
            List.of(new Style.StyleToken(3, "a", "a=1"), new Style.StyleToken(9, "b", "b=2")),
            true);
    assertThat(sparse).isNotEqualTo(style);
    DiagramKey key = DiagramKey.cell("p", "x");
    Cell cell = Cell.blank("x", ORDER);
    assertThat(digest(key, cell.withStyle(Optional.of(sparse))))
        .isEqualTo(digest(key, cell.withStyle(Optional.of(style))));
  }

  @Test
  void swapping_two_cells_changes_the_digest() {
    assertThat(digestOfTwo(0, 1).matches(digestOfTwo(1, 0))).isFalse();
    assertThat(digestOfTwo(0, 1).matches(digestOfTwo(5, 8))).isTrue();
  }

  private static Digest digestOfTwo(int one, int two) {
    return model(
            Map.of(
                DiagramKey.cell("p", "a"), Cell.blank("a", OrderKey.initial(one)),
                DiagramKey.cell("p", "b"), Cell.blank("b", OrderKey.initial(two))))
        .digest();
  }

  private static Digest digest(DiagramKey key, DiagramEntity entity) {
    return model(Map.of(key, entity)).digest();
  }

  private static EntityModel<DiagramKey, DiagramEntity> model(
      Map<DiagramKey, ? extends DiagramEntity> entitiesByKey) {
    Map<DiagramKey, DiagramEntity> entities = new TreeMap<>();
    entities.put(DiagramKey.document(), DocumentRoot.EMPTY);
    if (entitiesByKey.keySet().stream().anyMatch(DiagramKey::isCell)) {
      entities.put(PAGE, Page.named("p", "First", ORDER));
    }
    entities.putAll(entitiesByKey);
    return EntityModel.of(DiagramSpec.INSTANCE, entities.entrySet());
  }
}

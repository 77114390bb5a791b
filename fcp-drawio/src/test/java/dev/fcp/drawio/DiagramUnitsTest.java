package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Geometry.Point;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.spec.generator.Trials;
import dev.fcp.spec.generator.Tries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DiagramUnitsTest {

  private static final DiagramSpec SPEC = DiagramSpec.INSTANCE;

  static List<Path> files() {
    return DiagramFiles.all();
  }

  @Provide
  Arbitrary<EntityModel<DiagramKey, DiagramEntity>> models() {
    return DiagramGenerator.models().arbitrary();
  }

  @Trials(300)
  void generated_entities_survive_a_round_trip_through_units(
      @ForAll("models") EntityModel<DiagramKey, DiagramEntity> model) {
    Statistics.collect(assertRoundTrip(model) > 4);
    Statistics.coverage(seen -> seen.check(true).percentage(share -> share > 50));
  }

  @ParameterizedTest
  @MethodSource("files")
  void entities_of_files_survive_a_round_trip_through_units(Path file) {
    assertThat(assertRoundTrip(DiagramFiles.model(file))).isPositive();
  }

  private static int assertRoundTrip(EntityModel<DiagramKey, DiagramEntity> model) {
    model.entities().forEach(entry -> assertRoundTrip(entry.getKey(), entry.getValue()));
    return model.size();
  }

  private static void assertRoundTrip(DiagramKey key, DiagramEntity entity) {
    SortedMap<String, Value> units = SPEC.units(entity);
    assertThat(SPEC.entity(key, units)).isEqualTo(entity);
    assertThat(SPEC.units(SPEC.entity(key, units))).isEqualTo(units);
    assertThat(SPEC.decodeKey(SPEC.encodeKey(key))).isEqualTo(key);
    assertThat(SPEC.content(key, entity)).isEqualTo(SPEC.content(key, entity.content()));
  }

  @Provide
  Arbitrary<List<Map.Entry<DiagramKey, DiagramEntity>>> pairs() {
    return models()
        .flatMap(model -> {
          List<Map.Entry<DiagramKey, DiagramEntity>> all = new ArrayList<>();
          model.entities().forEach(all::add);
          return Arbitraries.of(all).list().ofSize(2);
        });
  }

  @Trials(200)
  void modifying_units_equals_rebuilding_the_entity(
      @ForAll("pairs") List<Map.Entry<DiagramKey, DiagramEntity>> pair) {
    Statistics.collect(assertModification(pair.get(0), pair.get(1)));
    Statistics.coverage(
        seen -> seen.check(true).percentage(share -> share > (Tries.areAll() ? 25 : 10)));
  }

  private static boolean assertModification(
      Map.Entry<DiagramKey, DiagramEntity> first, Map.Entry<DiagramKey, DiagramEntity> second) {
    SortedMap<String, Value> from = SPEC.units(first.getValue());
    SortedMap<String, Value> to = new TreeMap<>(SPEC.units(second.getValue()));
    from.forEach((name, value) -> assertThat(SPEC.unit(first.getValue(), name)).contains(value));
    if (first.getValue().getClass() != second.getValue().getClass()) {
      return false;
    }
    // The stored id must match the key.
    to.remove("storedId");
    Optional.ofNullable(from.get("storedId")).ifPresent(id -> to.put("storedId", id));
    Change.Modified<DiagramKey, DiagramEntity> change = Change.between(first.getKey(), from, to);
    assertThat(SPEC.modified(first.getKey(), first.getValue(), change.units(), change.after()))
        .isEqualTo(SPEC.entity(first.getKey(), to));
    return !change.isEmpty();
  }

  @Trials(60)
  void content_values_are_equal_exactly_if_the_contents_are(
      @ForAll("models") EntityModel<DiagramKey, DiagramEntity> model) {
    for (Map.Entry<DiagramKey, DiagramEntity> first : model.entities()) {
      for (Map.Entry<DiagramKey, DiagramEntity> second : model.entities()) {
        boolean same = first.getValue().content().equals(second.getValue().content());
        Statistics.collect(same && !first.getKey().equals(second.getKey()));
        assertThat(ContentValue.of(first.getValue()).equals(ContentValue.of(second.getValue())))
            .isEqualTo(same);
      }
    }
    Statistics.coverage(seen -> seen.check(true).count(count -> count > 0));
  }

  @Test
  void a_port_and_an_end_point_belong_to_the_end_of_the_edge() {
    assertThat(SPEC.units(SampleDiagramEvents.edge()).keySet())
        .containsExactlyInAnyOrder(
            "storedId", "attr.edge", "placement", "source", "target", "style.html");
    assertThat(ValueJson.write(SPEC.units(SampleDiagramEvents.edge()).get("target")))
        .isEqualTo(
            "{\"point\":{\"x\":\"300\",\"y\":\"40\"},"
                + "\"port\":{\"entryX\":{\"rank\":2,\"text\":\"entryX=0\"}}}");
  }

  @ParameterizedTest
  @CsvSource({
    "'',''",
    "a=1;,",
    "a=1,open",
    "a=1;a=2;,",
    ";,",
    "exitX=1;,",
  })
  void an_unterminated_style_has_a_unit_of_its_own(String text, String form) {
    Cell cell = Cell.blank("x", OrderKey.initial(0)).withStyle(Optional.of(Style.parse(text)));
    Optional<String> unit = Optional.ofNullable(SPEC.units(cell).get("style")).map(Value::asText);
    assertThat(unit).isEqualTo(text.isEmpty() ? Optional.of("open") : Optional.ofNullable(form));
  }

  @Test
  void a_repeated_style_key_has_two_units() {
    Cell cell =
        Cell.blank("x", OrderKey.initial(0)).withStyle(Optional.of(Style.parse("a=1;a=2;")));
    assertThat(SPEC.units(cell)).containsKeys("style.a", "style.a#2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unknown     | 'x'",
        "style       | 'closed'",
        "style.a     | {\"rank\":1,\"text\":\"b=1\"}",
        "style.a     | {\"rank\":1,\"text\":\"a=1;\"}",
        "style.a     | {\"rank\":5000000000,\"text\":\"a=1\"}",
        "style.exitX | {\"rank\":1,\"text\":\"exitX=1\"}",
        "source      | {}",
        "source      | {\"port\":{}}",
        "source      | {\"port\":{\"entryX\":{\"rank\":1,\"text\":\"entryX=1\"}}}",
        "source      | {\"point\":{\"x\":\"1\"}}",
        "source      | {\"cell\":7}",
        "placement   | {\"parent\":\"1\"}",
        "placement   | {\"order\":\"V\",\"geometry\":{\"points\":[]}}",
        "placement   | {\"order\":\"V\",\"geometry\":{\"named\":{\"sourcePoint\":{\"x\":\"1\"}}}}",
        "attr.parent | 'p'",
        "attr.id     | 'second'",
        "data.id     | 'second'",
        "wrapper     | 'mxCell'",
        "children    | {}",
        "children    | {\"cell\":[]}",
        "storedId    | 'other'",
      })
  void invalid_units_are_refused(String unit, String json) {
    SortedMap<String, Value> units =
        new TreeMap<>(SPEC.units(Cell.blank("c", OrderKey.initial(0))));
    String text = json.startsWith("{") ? json : "\"" + json + "\"";
    units.put(unit, ValueJson.read(text));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SPEC.entity(DiagramKey.cell("p", "c"), units));
  }

  @Test
  void an_end_point_requires_a_geometry() {
    Cell cell =
        SampleDiagramEvents.edge()
            .withGeometry(
                Optional.of(
                    Geometry.EMPTY.withNamedPoint("sourcePoint", Optional.of(Point.at(1, 2)))));
    assertThat(SPEC.entity(DiagramKey.cell("p", "calls"), SPEC.units(cell))).isEqualTo(cell);
    assertThat(SPEC.units(cell).get("placement").asFields().find("geometry"))
        .contains(Value.Fields.EMPTY);
  }

  @Test
  void cell_references_are_distinct_whatever_characters_the_ids_have() {
    assertThat(SPEC.ref(DiagramKey.cell("a/b", "c")))
        .isNotEqualTo(SPEC.ref(DiagramKey.cell("a", "b/c")));
    assertThat(SPEC.ref(DiagramKey.cell("a%2Fb", "c")))
        .isNotEqualTo(SPEC.ref(DiagramKey.cell("a/b", "c")));
  }
}

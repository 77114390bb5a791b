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
import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
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

class EntityUnitsTest {

  private static final DiagramSpec SPEC = DiagramSpec.INSTANCE;

  static List<Path> files() {
    return DiagramFiles.all();
  }

  @Provide
  Arbitrary<EntityModel<DiagramKey, DiagramEntity>> models() {
    return DiagramGenerator.models().arbitrary();
  }

  @Trials(300)
  void units_and_entity_are_opposites_for_generated_entities(
      @ForAll("models") EntityModel<DiagramKey, DiagramEntity> model) {
    Statistics.collect(holds(model) > 4);
    Statistics.coverage(seen -> seen.check(true).percentage(share -> share > 50));
  }

  @ParameterizedTest
  @MethodSource("files")
  void units_and_entity_are_opposites_for_what_files_hold(Path file) {
    assertThat(holds(DiagramFiles.model(file))).isPositive();
  }

  private static int holds(EntityModel<DiagramKey, DiagramEntity> model) {
    model.entities().forEach(entry -> holds(entry.getKey(), entry.getValue()));
    return model.size();
  }

  private static void holds(DiagramKey key, DiagramEntity entity) {
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
  void a_cell_changes_some_units_as_if_it_were_made_anew(
      @ForAll("pairs") List<Map.Entry<DiagramKey, DiagramEntity>> pair) {
    Statistics.collect(changes(pair.get(0), pair.get(1)));
    Statistics.coverage(
        seen -> seen.check(true).percentage(share -> share > (Tries.areAll() ? 25 : 10)));
  }

  private static boolean changes(
      Map.Entry<DiagramKey, DiagramEntity> one, Map.Entry<DiagramKey, DiagramEntity> two) {
    SortedMap<String, Value> from = SPEC.units(one.getValue());
    SortedMap<String, Value> to = new TreeMap<>(SPEC.units(two.getValue()));
    from.forEach((name, value) -> assertThat(SPEC.unit(one.getValue(), name)).contains(value));
    if (one.getValue().getClass() != two.getValue().getClass()) {
      return false;
    }
    // The id belongs to the name.
    to.remove("storedId");
    Optional.ofNullable(from.get("storedId")).ifPresent(id -> to.put("storedId", id));
    Change.Modified<DiagramKey, DiagramEntity> change = Change.between(one.getKey(), from, to);
    assertThat(SPEC.modified(one.getKey(), one.getValue(), change.units(), change.after()))
        .isEqualTo(SPEC.entity(one.getKey(), to));
    return !change.isEmpty();
  }

  @Trials(60)
  void contents_are_equal_exactly_if_the_values_are(
      @ForAll("models") EntityModel<DiagramKey, DiagramEntity> model) {
    for (Map.Entry<DiagramKey, DiagramEntity> one : model.entities()) {
      for (Map.Entry<DiagramKey, DiagramEntity> two : model.entities()) {
        boolean same = one.getValue().content().equals(two.getValue().content());
        Statistics.collect(same && !one.getKey().equals(two.getKey()));
        assertThat(ContentValue.of(one.getValue()).equals(ContentValue.of(two.getValue())))
            .isEqualTo(same);
      }
    }
    Statistics.coverage(seen -> seen.check(true).count(count -> count > 0));
  }

  @Test
  void a_port_and_an_end_point_belong_to_the_end_of_the_edge() {
    assertThat(SPEC.units(SampleEvents.edge()).keySet())
        .containsExactlyInAnyOrder(
            "storedId", "attr.edge", "placement", "source", "target", "style.html");
    assertThat(ValueJson.write(SPEC.units(SampleEvents.edge()).get("target")))
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
  void the_form_of_a_style_is_a_unit_where_it_is_not_the_usual_one(String text, String form) {
    Cell cell = Cell.blank("x", OrderKey.atLoading(0)).withStyle(Optional.of(Style.parse(text)));
    Optional<String> unit = Optional.ofNullable(SPEC.units(cell).get("style")).map(Value::asText);
    assertThat(unit).isEqualTo(text.isEmpty() ? Optional.of("open") : Optional.ofNullable(form));
  }

  @Test
  void a_key_that_stands_twice_has_two_units() {
    Cell cell =
        Cell.blank("x", OrderKey.atLoading(0)).withStyle(Optional.of(Style.parse("a=1;a=2;")));
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
  void units_that_no_cell_has_are_refused(String unit, String json) {
    SortedMap<String, Value> units =
        new TreeMap<>(SPEC.units(Cell.blank("c", OrderKey.atLoading(0))));
    String text = json.startsWith("{") ? json : "\"" + json + "\"";
    units.put(unit, ValueJson.read(text));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SPEC.entity(DiagramKey.cell("p", "c"), units));
  }

  @Test
  void an_end_point_needs_a_geometry_to_stand_in() {
    Cell cell =
        SampleEvents.edge()
            .withGeometry(
                Optional.of(
                    Geometry.EMPTY.withNamedPoint("sourcePoint", Optional.of(Point.at(1, 2)))));
    assertThat(SPEC.entity(DiagramKey.cell("p", "calls"), SPEC.units(cell))).isEqualTo(cell);
    assertThat(SPEC.units(cell).get("placement").asFields().find("geometry"))
        .contains(Value.Fields.NONE);
  }

  @Test
  void names_of_cells_are_told_apart_whatever_their_ids_hold() {
    assertThat(SPEC.ref(DiagramKey.cell("a/b", "c")))
        .isNotEqualTo(SPEC.ref(DiagramKey.cell("a", "b/c")));
    assertThat(SPEC.ref(DiagramKey.cell("a%2Fb", "c")))
        .isNotEqualTo(SPEC.ref(DiagramKey.cell("a/b", "c")));
  }
}

package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StyleAlignmentTest {

  private final DiagramDomain domain = new DiagramDomain();

  @ParameterizedTest
  @CsvSource({
    "a=1;b=1;c=1;d=1;, b=1;c=1;d=1;, style.a",
    "a=1;b=1;c=1;d=1;, a=1;b=2;c=1;d=1;, style.b",
    "a=1;b=1;c=1;d=1;, a=1;b=1;c=1;d=1;x=1;, style.x",
    "a=1;b=1;c=1;d=1;, a=1;x=1;b=1;c=1;d=1;, style.x",
    "a=1;b=1;c=1;d=1;, a=1;b=1;c=1;d=1, style",
    "d=1;c=1;b=1;a=1;, d=1;b=1;a=1;e=1;, style.c style.e",
    "a=1;a=2;b=1;, a=2;b=1;, style.a style.a#2",
  })
  void a_diff_has_only_the_changed_tokens(String from, String to, String units) {
    List<DiagramEvent> events = domain.diff(model(from), model(to));
    assertThat(events).hasSize(1);
    var change = ((DiagramEvent.OpaqueModified) events.get(0)).change();
    assertThat(change.before().fields().keySet()).allMatch(units::contains);
    assertThat(change.after().fields().keySet()).allMatch(units::contains);
  }

  private EntityModel<DiagramKey, DiagramEntity> model(String style) {
    OrderKey first = OrderKey.initial(0);
    Cell cell = Cell.blank("0", first).withStyle(Optional.of(Style.parse(style)));
    return EntityModel.of(
        domain.spec(),
        List.of(
            Map.entry(DiagramKey.document(), DocumentRoot.EMPTY),
            Map.entry(DiagramKey.page("p"), Page.named("p", "P", first)),
            Map.entry(DiagramKey.cell("p", "0"), cell)));
  }

  @Provide
  Arbitrary<Style> styles() {
    Generator<String> token =
        Generator.of("a=1", "b=1", "c=1", "a=2", "b=2", "z", "", "a", "=", "a#2=1");
    return token.arbitraryList(0, 6, 1).map(tokens -> Style.parse(String.join(";", tokens)));
  }

  @Trials(500)
  void the_text_is_always_that_of_the_target(
      @ForAll("styles") Style from, @ForAll("styles") Style to) {
    Style aligned = StyleAlignment.of(from, to);
    assertThat(aligned.text()).isEqualTo(to.text());
    Statistics.collect(aligned.equals(to));
    Statistics.coverage(seen -> seen.check(false).count(count -> count > 0));
  }
}

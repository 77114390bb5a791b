package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.EntityName;
import dev.fcp.verbs.ResultLine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes are described in terms of the diagram. */
class DiagramChangeDescriberTest {

  private final DiagramUnderTest diagram = DiagramUnderTest.shopDiagram();

  private String changes(String operation) {
    EntityModel<DiagramKey, DiagramEntity> before = diagram.model();
    diagram.runSuccessfully(operation);
    return describe(diagram.events(), before);
  }

  private String describe(
      List<DiagramEvent> events, EntityModel<DiagramKey, DiagramEntity> before) {
    EntityModel<DiagramKey, DiagramEntity> after = before;
    for (DiagramEvent event : events) {
      after = diagram.domain().replay(event, after);
    }
    return diagram.language().describeChanges(events, before, after).stream()
        .map(ResultLine::toString)
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '`',
      value = {
        "add box Till = + box \"Till\"",
        "label Cache Store = * box \"Store\": text \"Cache\" -> \"Store\"",
        "style Cache fill:red = * box \"Cache\": fill none -> #f8cecc",
        "style Web dashed:yes width:2 = * service \"Web\": dashed none -> yes, width none -> 2",
        "move Todo to:10,20 = * note \"Todo\": at 600,40 -> 10,20",
        "resize Todo size:200x100 = * note \"Todo\": size 120x80 -> 200x100",
        "connect DB -> Cache label:fills = ~ \"DB\" -> \"Cache\" \"fills\"",
        "disconnect Web -> DB = - \"Web\" -> \"DB\" \"reads\"",
        "label #edge-reads asks = * \"Web\" -> \"DB\" \"asks\": text \"reads\" -> \"asks\"",
        "layer hide Notes = * layer \"Notes\": visible -> hidden",
        "layer rename Notes Remarks = * layer \"Remarks\": name \"Notes\" -> \"Remarks\"",
        "page rename Second Third = * page \"Third\": name \"Second\" -> \"Third\"",
        "orient LR = * page \"Page-1\": flow none -> LR",
        "title Market = * page \"Page-1\": title \"Shop\" -> \"Market\"",
      })
  void a_change_is_described_with_old_and_new_value(String operation, String line) {
    assertThat(changes(operation)).isEqualTo(line);
  }

  @Test
  void each_entity_of_a_step_has_one_line() {
    assertThat(changes("remove Web"))
        .isEqualTo(
            """
            - "Web" -> "DB" "reads"
            - "Web" -> "Cache"
            - service "Web"\
            """);
    assertThat(changes("ungroup Backend"))
        .isEqualTo(
            """
            * database "DB": in "Backend" -> "Background"
            * box "Cache": in "Backend" -> "Background"
            - group "Backend"\
            """);
  }

  @Test
  void a_resized_container_is_described_too() {
    assertThat(changes("move Todo in:Outer"))
        .isEqualTo(
            """
            * note "Todo": at 600,40 -> 620,430, in "Notes" -> "Outer"
            * container "Outer": size 320x220 -> 320x230\
            """);
  }

  @Test
  void a_page_is_described_without_its_root() {
    assertThat(changes("page add Third")).isEqualTo("+ page \"Third\"\n+ layer \"Background\"");
    assertThat(changes("page remove Third")).isEqualTo("- layer \"Background\"\n- page \"Third\"");
  }

  @Test
  void two_changes_of_one_entity_have_one_line_and_a_reverted_change_has_none() {
    EntityModel<DiagramKey, DiagramEntity> before = diagram.model();
    diagram.runSuccessfully("label Cache Store");
    List<DiagramEvent> first = diagram.events();
    diagram.runSuccessfully("label Store Depot");
    assertThat(describe(List.of(first.get(0), diagram.events().get(0)), before))
        .isEqualTo("* box \"Depot\": text \"Cache\" -> \"Depot\"");
    DiagramEvent inverse = diagram.domain().invert(first.get(0));
    assertThat(describe(List.of(first.get(0), inverse), before)).isEmpty();
  }

  @Test
  void an_externally_moved_edge_end_is_described() {
    DiagramUnderTest otherDiagram =
        DiagramUnderTest.of(
            new String(diagram.bytes(), StandardCharsets.UTF_8)
                .replace("source=\"web\" target=\"db\"", "source=\"web\" target=\"todo\""));
    assertThat(
            describe(diagram.domain().diff(diagram.model(), otherDiagram.model()), diagram.model()))
        .isEqualTo("* \"Web\" -> \"Todo\" \"reads\": to \"DB\" -> \"Todo\"");
  }

  @Test
  void cells_are_found_by_their_current_and_former_texts() {
    assertThat(diagram.language().entityNames(diagram.model()))
        .extracting(EntityName::name)
        .contains("Web", "web", "#web", "reads", "Second");
    diagram.runSuccessfully("label Web Site");
    assertThat(diagram.language().entityNamesIn(diagram.events().get(0)))
        .extracting(EntityName::name)
        .containsExactly("Web", "Site");
    diagram.runSuccessfully("remove Site");
    assertThat(diagram.language().entityNamesIn(diagram.events().get(diagram.events().size() - 1)))
        .extracting(EntityName::name)
        .contains("Site", "web");
  }
}

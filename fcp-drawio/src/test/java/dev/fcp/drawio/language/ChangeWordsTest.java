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

/** What a step changed, in the words of those who draw. */
class ChangeWordsTest {

  private final DiagramDesk desk = DiagramDesk.atShop();

  private String changes(String operation) {
    EntityModel<DiagramKey, DiagramEntity> before = desk.model();
    desk.done(operation);
    return told(desk.events(), before);
  }

  private String told(List<DiagramEvent> events, EntityModel<DiagramKey, DiagramEntity> before) {
    return desk.language().changes(events, before).stream()
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
  void a_change_is_told_with_what_was_and_what_is(String operation, String line) {
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
  void what_grows_with_a_shape_is_told_too() {
    assertThat(changes("move Todo in:Outer"))
        .isEqualTo(
            """
            * note "Todo": at 600,40 -> 620,430, in "Notes" -> "Outer"
            * container "Outer": size 320x220 -> 320x230\
            """);
  }

  @Test
  void a_page_is_told_without_its_root() {
    assertThat(changes("page add Third")).isEqualTo("+ page \"Third\"\n+ layer \"Background\"");
    assertThat(changes("page remove Third")).isEqualTo("- layer \"Background\"\n- page \"Third\"");
  }

  @Test
  void what_a_step_changed_twice_is_told_once_and_what_came_and_went_not_at_all() {
    EntityModel<DiagramKey, DiagramEntity> before = desk.model();
    desk.done("label Cache Store");
    List<DiagramEvent> first = desk.events();
    desk.done("label Store Depot");
    assertThat(told(List.of(first.get(0), desk.events().get(0)), before))
        .isEqualTo("* box \"Depot\": text \"Cache\" -> \"Depot\"");
    DiagramEvent back = desk.domain().invert(first.get(0));
    assertThat(told(List.of(first.get(0), back), before)).isEmpty();
  }

  @Test
  void the_end_of_a_connection_that_another_program_moved_is_told() {
    DiagramDesk other =
        DiagramDesk.of(
            new String(desk.bytes(), StandardCharsets.UTF_8)
                .replace("source=\"web\" target=\"db\"", "source=\"web\" target=\"todo\""));
    assertThat(told(desk.domain().diff(desk.model(), other.model()), desk.model()))
        .isEqualTo("* \"Web\" -> \"Todo\" \"reads\": to \"DB\" -> \"Todo\"");
  }

  @Test
  void cells_are_known_by_the_texts_they_have_and_had() {
    assertThat(desk.language().names(desk.model()))
        .extracting(EntityName::name)
        .contains("Web", "web", "#web", "reads", "Second");
    desk.done("label Web Site");
    assertThat(desk.language().namesIn(desk.events().get(0)))
        .extracting(EntityName::name)
        .containsExactly("Web", "Site");
    desk.done("remove Site");
    assertThat(desk.language().namesIn(desk.events().get(desk.events().size() - 1)))
        .extracting(EntityName::name)
        .contains("Site", "web");
  }
}

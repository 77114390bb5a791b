package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations on the shop that are refused: they change nothing, and what they suggest works. */
class RefusalsTest {

  /** One of them. */
  record Refused(String operation, String reason, String tryThis) {
    @Override
    public String toString() {
      return operation;
    }
  }

  static List<Refused> refusals() {
    return TABLE
        .lines()
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .map(parts -> new Refused(parts.get(0), parts.get(1), parts.get(2)))
        .toList();
  }

  private static final String TABLE =
      """
      add bxo X | there is no shape type "bxo" | add box X
      add qqqqqqqq | there is no shape type "qqqqqqqq" | add box
      add box X fill:blu | fill:blu is no colour; known are #rrggbb, blue, green, yellow, orange, red, purple, pink, teal, gray, white, black, none | add box X fill:blue
      add box X fill:#12 | fill:#12 is no colour; known are #rrggbb, blue, green, yellow, orange, red, purple, pink, teal, gray, white, black, none | add box X fill:blue
      add box X theme:bleu | theme:bleu is no theme; known are blue, green, yellow, orange, red, purple, pink, teal, gray, white, black | add box X theme:blue
      add box X colour:red | add does not know the parameter "colour"; it knows | add box X
      add box X at:NaN,1 | at:NaN,1 is no number | add box X at:40,40
      add box X at:1 | at:1 is not two numbers with "," between them | add box X at:1,1
      add box X size:wide | size:wide is not two numbers with "x" between them | add box X size:120x60
      add box X at:1e999,0 | at:1e999,0 is not within -1000000 and 1000000 | add box X at:1000000,0
      add box X at:0,Infinity | at:0,Infinity is no number | add box X at:40,40
      add box X size:0x10 | size:0x10 is not within 1 and 100000 | add box X size:1x10
      add box X size:5x-5 | size:5x-5 is not within 1 and 100000 | add box X size:5x1
      add box "\\u0000" | the label "\\u0000" holds what no file can hold |
      add box "\\ud800" | the label "\\ud800" holds what no file can hold |
      add box "\\uffff" | the label |
      add box X id:web | the id "web" is in use on this page | add box X id:web-2
      add box X id:"" | the id is empty |
      add box X id:"\\u0001" | id:"\\u0001" holds what no file can hold |
      add box X in:Web | service "Web" #web is no group or container and holds no shapes | add container "Area"
      add box X in:Outr | there is no shape or connection "Outr" | add box X in:Outer
      add box X in:Outer layer:Notes | a shape in a container is on the layer of that container | add box X in:Outer
      add box X layer:Nots | there is no layer "Nots" | add box X layer:Notes
      add box X page:Secnd | there is no page "Secnd" | add box X page:Second
      add box X at:1,1 below:Web | a shape stands at a point or beside another shape, not both | add box X below:Web
      add box X above:Web below:Web | a shape stands beside one other shape |
      add box X gap:10 | a gap needs a shape from which it is counted |
      remove Wob | there is no shape or connection "Wob" | remove Web
      remove Web Nothing | there is no shape or connection "Nothing" |
      remove | remove needs REF |
      label Web | label needs "TEXT" |
      label Wob x | there is no shape or connection "Wob" | label Web x
      label Web "\\u0008" | the text "\\u0008" holds what no file can hold |
      style Web | style needs a property | style Web fill:blue
      style Web opacity:101 | opacity:101 is not within 0 and 100 | style Web opacity:100
      style Web opacity:NaN | opacity:NaN is no number |
      style Web dashed:maybe | dashed:maybe is not one of no, yes | style Web dashed:no
      style Web line:wavy | line:wavy is not one of elbow, entity, orthogonal, straight | style Web line:elbow
      style Web fil:red | style does not know "fil"; it knows theme, fill, | style Web fill:red
      style Web colour:red | style does not know "colour"; it knows theme, fill, | style Web fill:blue
      style Web fill:red fillColor:red | fill and fillColor are the same | style Web fill:red
      connect Web | connect needs B |
      connect Web DB | connect needs shapes with an arrow between each two | connect Web -> DB
      connect Web -> -> DB | connect needs shapes with an arrow between each two | connect Web -> DB
      connect -> Web DB | connect needs shapes with an arrow between each two | connect Web -> DB
      connect Web -> Dbb | there is no shape or connection "Dbb" | connect Web -> DB
      connect Web -> reads | there is no shape or connection "reads" |
      connect Web -> DB style:dotty | style:dotty is not one of solid, dashed, dotted, thick | connect Web -> DB style:dotted
      connect Web -> DB label:"\\u0001" | label:"\\u0001" holds what no file can hold |
      disconnect Web -> Todo | there is no such connection "Web" -> "Todo" |
      disconnect DB -> Web | there is no such connection "DB" -> "Web", but one the other way | disconnect #web -> #db
      disconnect Web -> DB label:writes | there is no such connection "Web" -> "DB" with that label | disconnect Web -> DB
      move Web | move needs one of to:, by:, near:, right-of:, left-of:, above:, below: and in: | move Web to:100,100
      move Web to:1,1 by:1,1 | move needs one of to:, by:, near:, right-of:, left-of:, above:, below: and in: | move Web to:100,100
      move Web near:Web | service "Web" #web cannot stand beside itself |
      move Outer above:Inner | container "Outer" #outer cannot stand beside itself |
      move Outer in:Outer | container "Outer" #outer cannot move into itself |
      move reads to:1,1 | there is no shape or connection "reads" |
      resize Web | resize needs size:WxH |
      resize Web size:1e9x1 | size:1e9x1 is not within 1 and 100000 | resize Web size:100000x1
      group Web Otter | there is no shape or connection "Otter" | group Web Outer
      group Outer Inner | box "Inner" #inner is in container "Outer" #outer already |
      group Web Todo | shapes of different layers are no group |
      group reads | there is no shape or connection "reads" |
      ungroup Web | service "Web" #web is no group |
      layer create Notes | there is a layer "Notes" already | layer create Notes-2
      layer create " " | the name of the layer is empty |
      layer remove Nots | there is no layer "Nots" | layer remove Notes
      layer remove background page:Second | layer "Background" #1 is the only one | layer hide #1
      layer rename Notes Background | there is a layer "Background" already | layer rename Notes Background-2
      layer toggle Notes | layer does not know "toggle" |
      page add Second | there is a page "Second" already | page add Second-2
      page add "" | the name of the page is empty |
      page add Third flow:up | flow:up is not one of TB, LR, BT, RL | page add Third flow:TB
      page remove Thrid | there is no page "Thrid" |
      page rename Second Page-1 | there is a page "Page-1" already | page rename Second Page-1-2
      orient up | "up" is no direction; known are TB, LR, BT, RL |
      orient RB | "RB" is no direction; known are TB, LR, BT, RL | orient TB
      title "" | the title is empty |
      title "\\u0000" | the title |
      zzzzzzzzz Web | unknown verb "zzzzzzzzz" |
      """;

  @ParameterizedTest
  @MethodSource("refusals")
  void what_cannot_be_done_changes_nothing_and_says_why(Refused refused) {
    List<String> lines = Desk.atShop().refused(refused.operation());
    assertThat(lines.get(0)).startsWith("! " + refused.reason());
    if (!refused.tryThis().isEmpty()) {
      assertThat(Desk.suggestion(lines)).contains(refused.tryThis());
    }
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void what_a_refusal_suggests_works(Refused refused) {
    Desk desk = Desk.atShop();
    // A form instead of an operation is a suggestion too: it names its arguments in capitals.
    Desk.suggestion(desk.refused(refused.operation()))
        .filter(operation -> !operation.matches(".*(\\b[A-Z]\\b|REF|TEXT|NAME|PAGE).*"))
        .ifPresent(desk::done);
  }

  @Test
  void every_verb_is_refused_at_least_once() {
    Set<String> unseen =
        new DrawioLanguage()
            .verbs().stream()
                .map(verb -> verb.form().name())
                .collect(Collectors.toCollection(HashSet::new));
    refusals().forEach(refused -> unseen.removeIf(refused.operation()::startsWith));
    assertThat(unseen).containsExactlyInAnyOrder("layer show", "layer hide");
  }

  @Test
  void an_ambiguous_name_lists_the_candidates() {
    Desk desk = Desk.atShop();
    desk.done("add box Web at:600,600");
    assertThat(desk.refused("remove web"))
        .containsExactly("! \"web\" may be any of #web, #web-2", "  try: remove #web");
    assertThat(desk.done("remove #web-2")).isEqualTo("- box \"Web\" #web-2");
  }

  @Test
  void the_only_page_stays() {
    Desk desk = Desk.empty();
    assertThat(desk.refused("page remove Page-1"))
        .containsExactly("! page \"Page-1\" is the only one", "  try: page add \"Page-2\"");
  }

  @Test
  void a_document_without_pages_asks_for_one() {
    Desk desk = Desk.of("<mxfile/>");
    List<String> refusal = desk.refused("add box A");
    assertThat(refusal.get(0)).isEqualTo("! the document has no page");
    desk.done(Desk.suggestion(refusal).orElseThrow());
    assertThat(desk.done("add box A")).isEqualTo("+ box \"A\" #a at 40,40");
  }

  @Test
  void a_group_with_connections_of_its_own_is_not_dissolved() {
    Desk desk = Desk.atShop();
    desk.done("connect Web -> Backend");
    List<String> refusal = desk.refused("ungroup Backend");
    assertThat(refusal)
        .containsExactly(
            "! group \"Backend\" #backend has 1 connection of its own",
            "  try: remove #edge-web-backend");
  }

  @Test
  void what_is_fixed_to_a_shape_does_not_move_by_itself() {
    Desk desk =
        Desk.of(
            """
            <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
            <mxCell id="a" value="A" vertex="1" parent="1"><mxGeometry width="40" height="40" as="geometry"/></mxCell>
            <mxCell id="port" vertex="1" parent="a"><mxGeometry x="1" y="0.5" relative="1" as="geometry"/></mxCell>
            <mxCell id="lost" vertex="1" parent="1"/>
            </root></mxGraphModel>
            """);
    assertThat(desk.refused("move port to:1,1"))
        .containsExactly("! shape #port is fixed to the shape it belongs to");
    assertThat(desk.refused("group port A"))
        .containsExactly("! shape #port is fixed to the shape it belongs to");
    assertThat(desk.refused("move lost to:1,1"))
        .containsExactly("! shape #lost has no place of its own");
  }

  @Test
  void numbers_of_a_file_that_lead_beyond_all_pages_move_nothing() {
    Desk desk =
        Desk.of(
            """
            <mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>
            <mxCell id="a" value="A" vertex="1" parent="1"><mxGeometry x="1.7e308" width="1.7e308" height="40" as="geometry"/></mxCell>
            </root></mxGraphModel>
            """);
    assertThat(desk.refused("move A by:5,5"))
        .containsExactly("! shape \"A\" #a would leave every page");
    assertThat(desk.refused("group A")).containsExactly("! shape \"A\" #a has no place");
    assertThat(desk.done("add box B")).isEqualTo("+ box \"B\" #b at 40,40");
  }
}

package dev.fcp.drawio.language;

import dev.fcp.spec.verbs.VerbContract.RefusalExample;
import java.util.List;

/** Refused operations on the {@link DiagramUnderTest#shopDiagram shop diagram}. */
final class DiagramRefusalExamples {

  private static final String TABLE =
      """
      add bxo X ¦ there is no shape type "bxo" ¦ add box X
      add qqqqqqqq ¦ there is no shape type "qqqqqqqq" ¦
      add box X fill:blu ¦ fill:blu is not a colour; known are #rrggbb, blue, green, yellow, orange, red, purple, pink, teal, gray, white, black, none ¦ add box X fill:blue
      add box X fill:#12 ¦ fill:#12 is not a colour; known are #rrggbb, blue, green, yellow, orange, red, purple, pink, teal, gray, white, black, none ¦
      add box X theme:bleu ¦ theme:bleu is not a theme; known are blue, green, yellow, orange, red, purple, pink, teal, gray, white, black ¦ add box X theme:blue
      add box X colour:red ¦ add does not know the parameter "colour"; it knows ¦
      add box X at:NaN,1 ¦ at:NaN,1 is not a number ¦ add box X at:40,40
      add box X at:1 ¦ at:1 is not two numbers with "," between them ¦ add box X at:1,1
      add box X size:wide ¦ size:wide is not two numbers with "x" between them ¦
      add box X at:1e999,0 ¦ at:1e999,0 must be between -1000000 and 1000000 ¦ add box X at:1000000,0
      add box X at:0,Infinity ¦ at:0,Infinity is not a number ¦ add box X at:40,40
      add box X size:0x10 ¦ size:0x10 must be between 1 and 100000 ¦ add box X size:1x10
      add box X size:5x-5 ¦ size:5x-5 must be between 1 and 100000 ¦ add box X size:5x1
      add box "\\u0000" ¦ the label "\\u0000" holds what no file can hold ¦
      add box "\\ud800" ¦ the label "\\ud800" holds what no file can hold ¦
      add box "\\uffff" ¦ the label ¦
      add box X id:web ¦ the id "web" is in use on this page ¦
      add box X id:"" ¦ the id is empty ¦
      add box X id:"\\u0001" ¦ id:"\\u0001" holds what no file can hold ¦
      add box X in:Web ¦ service "Web" #web is not a group or container ¦
      add box X in:Outr ¦ there is no shape or connection "Outr" ¦ add box X in:Outer
      add box X in:Outer layer:Notes ¦ a shape in a container is on the layer of that container ¦
      add box X layer:Nots ¦ there is no layer "Nots" ¦ add box X layer:Notes
      add box X page:Secnd ¦ there is no page "Secnd" ¦ add box X page:Second
      add box X at:1,1 below:Web ¦ a shape stands at a point or beside another shape, not both ¦
      add box X above:Web below:Web ¦ a shape stands beside one other shape ¦
      add box X gap:10 ¦ a gap needs a shape from which it is counted ¦
      remove Wob ¦ there is no shape or connection "Wob" ¦
      remove Web Nothing ¦ there is no shape or connection "Nothing" ¦
      remove ¦ remove needs REF ¦
      label Web ¦ label needs "TEXT" ¦
      label Wob x ¦ there is no shape or connection "Wob" ¦ label Web x
      label Web "\\u0008" ¦ the text "\\u0008" holds what no file can hold ¦
      style Web ¦ style needs a property ¦
      style Web opacity:101 ¦ opacity:101 must be between 0 and 100 ¦ style Web opacity:100
      style Web opacity:NaN ¦ opacity:NaN is not a number ¦
      style Web dashed:maybe ¦ dashed:maybe is not one of no, yes ¦
      style Web line:wavy ¦ line:wavy is not one of elbow, entity, orthogonal, straight ¦
      style Web fil:red ¦ style does not know "fil"; it knows theme, fill, ¦
      style Web colour:red ¦ style does not know "colour"; it knows theme, fill, ¦
      style Web fill:red fillColor:red ¦ fill and fillColor are the same ¦
      connect Web ¦ connect needs B ¦
      connect Web DB ¦ connect needs shapes with an arrow between each two ¦ connect Web -> DB
      connect Web -> -> DB ¦ connect needs shapes with an arrow between each two ¦ connect Web -> DB
      connect -> Web DB ¦ connect needs shapes with an arrow between each two ¦ connect Web -> DB
      connect Web -> Dbb ¦ there is no shape or connection "Dbb" ¦ connect Web -> DB
      connect Web -> reads ¦ there is no shape or connection "reads" ¦
      connect Web -> DB style:dotty ¦ style:dotty is not one of solid, dashed, dotted, thick ¦ connect Web -> DB style:dotted
      connect Web -> DB label:"\\u0001" ¦ label:"\\u0001" holds what no file can hold ¦
      disconnect Web -> Todo ¦ there is no such connection "Web" -> "Todo" ¦
      disconnect DB -> Web ¦ there is no such connection "DB" -> "Web", but one the other way ¦
      disconnect Web -> DB label:writes ¦ there is no such connection "Web" -> "DB" with that label ¦
      move Web ¦ move needs one of to:, by:, near:, right-of:, left-of:, above:, below: and in: ¦
      move Web to:1,1 by:1,1 ¦ move needs one of to:, by:, near:, right-of:, left-of:, above:, below: and in: ¦
      move Web near:Web ¦ service "Web" #web cannot stand beside itself ¦
      move Outer above:Inner ¦ container "Outer" #outer cannot stand beside itself ¦
      move Outer in:Outer ¦ container "Outer" #outer cannot move into itself ¦
      move reads to:1,1 ¦ there is no shape or connection "reads" ¦
      resize Web ¦ resize needs size:WxH ¦
      resize Web size:1e9x1 ¦ size:1e9x1 must be between 1 and 100000 ¦ resize Web size:100000x1
      group Web Otter ¦ there is no shape or connection "Otter" ¦ group Web Outer
      group Outer Inner ¦ box "Inner" #inner is in container "Outer" #outer already ¦
      group Web Todo ¦ shapes of different layers cannot be grouped ¦
      group reads ¦ there is no shape or connection "reads" ¦
      ungroup Web ¦ service "Web" #web is not a group ¦
      layer create Notes ¦ there is a layer "Notes" already ¦
      layer create " " ¦ the name of the layer is empty ¦
      layer remove Nots ¦ there is no layer "Nots" ¦
      layer remove background page:Second ¦ layer "Background" #1 is the only one ¦
      layer rename Notes Background ¦ there is a layer "Background" already ¦
      layer toggle Notes ¦ layer does not know "toggle" ¦
      page add Second ¦ there is a page "Second" already ¦
      page add "" ¦ the name of the page is empty ¦
      page add Third flow:up ¦ flow:up is not one of TB, LR, BT, RL ¦
      page remove Thrid ¦ there is no page "Thrid" ¦
      page rename Second Page-1 ¦ there is a page "Page-1" already ¦ page rename Second Page-1-2
      orient up ¦ "up" is not a direction; known are TB, LR, BT, RL ¦
      orient RB ¦ "RB" is not a direction; known are TB, LR, BT, RL ¦
      title "" ¦ the title is empty ¦
      title "\\u0000" ¦ the title ¦
      zzzzzzzzz Web ¦ unknown verb "zzzzzzzzz" ¦
      """;

  private DiagramRefusalExamples() {}

  static List<RefusalExample> all() {
    return RefusalExample.parseTable(TABLE);
  }
}

package dev.fcp.drawio.language;

import dev.fcp.spec.verbs.VerbContract.SuccessExample;
import java.util.List;

/** Successful operations on the {@link DiagramUnderTest#shopDiagram shop diagram}. */
final class DiagramVerbExamples {

  private static final String TABLE =
      """
      add box = + box #box at 40,160
      add BOX "Two\\nlines" at:-10.5,1e3 = + box "Two\\nlines" #two-lines at -10.5,1000
      add svc "Auth & <Login>" right-of:Web = + service "Auth & <Login>" #auth-login at 220,40, overlapping group "Backend" #backend
      add db Copy below:DB gap:40 = + database "Copy" #copy at 180,160, because box "Cache" #cache is in the way
      add text "Ünïcödé" id:my-id = + text "Ünïcödé" #my-id at 40,160
      add circle 东京 size:50x60 = + circle "东京" #circle at 40,160
      add box In in:Backend = + box "In" #in at 460,80; group "Backend" #backend grows to 300x220
      add box More in:Outer fill:blue stroke:#ff0000 font:red = + box "More" #more at 620,430
      add actor Ann layer:Notes page:page-1 = + actor "Ann" #ann at 40,160
      add box Far page:Second theme:green = + box "Far" #far at 40,160
      remove Web = - service "Web" #web, with 2 connections
      remove Backend = - group "Backend" #backend, with 2 shapes in it and 2 connections
      remove Outer Todo = - container "Outer" #outer, note "Todo" #todo, with 1 shape in it
      remove reads = - edge "reads" #edge-reads
      label Web Shop = * service "Web" #web says "Shop"
      label reads "" = * edge "reads" #edge-reads says ""
      label Backend "<i>" = * group "Backend" #backend says "<i>"
      style Web fill:none width:2.50 dashed:yes = * service "Web" #web: fill:none width:2.50 dashed:yes
      style DB Cache theme:red = * database "DB" #db, box "Cache" #cache: theme:red
      style Backend fill:yellow = * group "Backend" #backend: fill:yellow
      style reads line:straight end:none = * edge "reads" #edge-reads: line:straight end:none
      style Web Todo fillColor:white = * service "Web" #web, note "Todo" #todo: fillColor:white
      style Web fill:default = * service "Web" #web: fill:default
      connect DB -> Cache = ~ "DB" -> "Cache" #edge-db-cache
      connect Web <-> DB -- Todo label:x style:dotted = ~ "Web" <-> "DB" -- "Todo" "x" #edge-x, #edge-x-2
      connect Inner -> Outer = ~ "Inner" -> "Outer" #edge-inner-outer
      connect Web -> Web style:thick = ~ "Web" -> "Web" #edge-web-web
      disconnect Web -> DB = - "Web" -> "DB", 1 connection
      disconnect Cache -- Web = - "Cache" -- "Web", 1 connection
      disconnect Web -> DB label:reads = - "Web" -> "DB", 1 connection
      move Web to:100,200 = * service "Web" #web moved to 100,200
      move DB by:-10,0.25 = * database "DB" #db moved to 290,40.25
      move Todo near:Web = * note "Todo" #todo moved to 40,160
      move Todo above:Outer = * note "Todo" #todo moved to 700,160
      move Web in:Outer = * service "Web" #web moved into "Outer" to 620,430
      move Inner in:none = * box "Inner" #inner moved out to 620,350
      move Web in:Outer to:610,360 = * service "Web" #web moved into "Outer" to 610,360
      resize Web size:200x90 = * service "Web" #web is 200x90
      group Web Outer = + group #group of "Web", "Outer"
      group DB as:"Data & more" = + group "Data & more" #data-more of "DB"
      ungroup Backend = - group "Backend" #backend, 2 members stay
      layer create Top = + layer "Top" #top
      layer remove Notes = - layer "Notes" #notes, with 1 cell
      layer remove background = - layer "Background" #1, with 8 cells
      layer rename Notes Remarks = * layer "Notes" #notes is "Remarks"
      layer hide notes = * layer "Notes" #notes is hidden
      page add Third flow:lr = + page "Third" #third
      page remove Second = - page "Second", with 3 cells
      page remove Page-1 = - page "Page-1", with 12 cells
      page rename Second "Detail" = * page "Second" is "Detail"
      orient LR = * page "Page-1" flows LR
      orient rl page:sec = * page "Second" flows RL
      title "New & better" = * title "New & better"
      """;

  private DiagramVerbExamples() {}

  static List<SuccessExample> all() {
    return SuccessExample.parseTable(TABLE);
  }
}

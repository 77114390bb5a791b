package dev.fcp.drawio.language;

import java.util.List;

/** Operations on the shop of {@link Desk#atShop} that are done, each with the line that says so. */
final class VerbExamples {

  /** One of them; the first word or two of the operation are the verb. */
  record Example(String operation, String line) {
    @Override
    public String toString() {
      return operation;
    }
  }

  private VerbExamples() {}

  static List<Example> all() {
    return List.of(
        example("add box", "+ box #box at 40,160"),
        example(
            "add BOX \"Two\\nlines\" at:-10.5,1e3",
            "+ box \"Two\\nlines\" #two-lines at -10.5,1000"),
        example(
            "add svc \"Auth & <Login>\" right-of:Web",
            "+ service \"Auth & <Login>\" #auth-login at 220,280"),
        example("add db Copy below:DB gap:40", "+ database \"Copy\" #copy at 540,160"),
        example("add text \"Ünïcödé\" id:my-id", "+ text \"Ünïcödé\" #my-id at 40,160"),
        example("add circle 东京 size:50x60", "+ circle \"东京\" #circle at 40,160"),
        example("add box In in:Backend", "+ box \"In\" #in at 460,80"),
        example(
            "add box More in:Outer fill:blue stroke:#ff0000 font:red",
            "+ box \"More\" #more at 620,430"),
        example("add actor Ann layer:Notes page:page-1", "+ actor \"Ann\" #ann at 40,160"),
        example("add box Far page:Second theme:green", "+ box \"Far\" #far at 40,160"),
        example("remove Web", "- service \"Web\" #web, with 2 connections"),
        example(
            "remove Backend",
            "- group \"Backend\" #backend, with 2 shapes in it and 2 connections"),
        example(
            "remove Outer Todo",
            "- container \"Outer\" #outer, note \"Todo\" #todo, with 1 shape in it"),
        example("remove reads", "- edge \"reads\" #edge-reads"),
        example("label Web Shop", "* service \"Web\" #web says \"Shop\""),
        example("label reads \"\"", "* edge \"reads\" #edge-reads says \"\""),
        example("label Backend \"<i>\"", "* group \"Backend\" #backend says \"<i>\""),
        example(
            "style Web fill:none width:2.50 dashed:yes",
            "* service \"Web\" #web: fill:none width:2.50 dashed:yes"),
        example(
            "style DB Cache theme:red", "* database \"DB\" #db, box \"Cache\" #cache: theme:red"),
        example("style Backend fill:yellow", "* group \"Backend\" #backend: fill:yellow"),
        example(
            "style reads line:straight end:none",
            "* edge \"reads\" #edge-reads: line:straight end:none"),
        example(
            "style Web Todo fillColor:white",
            "* service \"Web\" #web, note \"Todo\" #todo: fillColor:white"),
        example("style Web fill:default", "* service \"Web\" #web: fill:default"),
        example("connect DB -> Cache", "~ \"DB\" -> \"Cache\" #edge-db-cache"),
        example(
            "connect Web <-> DB -- Todo label:x style:dotted",
            "~ \"Web\" <-> \"DB\" -- \"Todo\" \"x\" #edge-x, #edge-x-2"),
        example("connect Inner -> Outer", "~ \"Inner\" -> \"Outer\" #edge-inner-outer"),
        example("connect Web -> Web style:thick", "~ \"Web\" -> \"Web\" #edge-web-web"),
        example("disconnect Web -> DB", "- \"Web\" -> \"DB\", 1 connection"),
        example("disconnect Cache -- Web", "- \"Cache\" -- \"Web\", 1 connection"),
        example("disconnect Web -> DB label:reads", "- \"Web\" -> \"DB\", 1 connection"),
        example("move Web to:100,200", "* service \"Web\" #web moved to 100,200"),
        example("move DB by:-10,0.25", "* database \"DB\" #db moved to 290,40.25"),
        example("move Todo near:Web", "* note \"Todo\" #todo moved to 40,160"),
        example("move Todo above:Outer", "* note \"Todo\" #todo moved to 700,160"),
        example("move Web in:Outer", "* service \"Web\" #web moved into \"Outer\" to 620,430"),
        example("move Inner in:none", "* box \"Inner\" #inner moved out to 620,350"),
        example(
            "move Web in:Outer to:610,360",
            "* service \"Web\" #web moved into \"Outer\" to 610,360"),
        example("resize Web size:200x90", "* service \"Web\" #web is 200x90"),
        example("group Web Outer", "+ group #group of \"Web\", \"Outer\""),
        example("group DB as:\"Data & more\"", "+ group \"Data & more\" #data-more of \"DB\""),
        example("ungroup Backend", "- group \"Backend\" #backend, 2 members stay"),
        example("layer create Top", "+ layer \"Top\" #top"),
        example("layer remove Notes", "- layer \"Notes\" #notes, with 1 cell"),
        example("layer remove background", "- layer \"Background\" #1, with 8 cells"),
        example("layer rename Notes Remarks", "* layer \"Notes\" #notes is \"Remarks\""),
        example("layer hide notes", "* layer \"Notes\" #notes is hidden"),
        example("page add Third flow:lr", "+ page \"Third\" #third"),
        example("page remove Second", "- page \"Second\", with 3 cells"),
        example("page remove Page-1", "- page \"Page-1\", with 12 cells"),
        example("page rename Second \"Detail\"", "* page \"Second\" is \"Detail\""),
        example("orient LR", "* page \"Page-1\" flows LR"),
        example("orient rl page:sec", "* page \"Second\" flows RL"),
        example("title \"New & better\"", "* title \"New & better\""));
  }

  private static Example example(String operation, String line) {
    return new Example(operation, line);
  }
}

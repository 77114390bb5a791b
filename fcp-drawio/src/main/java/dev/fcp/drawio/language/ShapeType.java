package dev.fcp.drawio.language;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.Style;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The shapes that can be added, with the styles that the editor of draw.io gives them.
 *
 * <p>The tokens of {@link #signature} determine the type of a shape; the others style it.
 */
enum ShapeType {
  BOX("box rect rectangle", "rounded=0", "", 120, 60),
  ROUNDED("rounded roundrect", "rounded=1", "", 120, 60),
  SERVICE(
      "service svc microservice",
      "rounded=1;arcSize=12",
      "fillColor=#dae8fc;strokeColor=#6c8ebf",
      120,
      60),
  DATABASE(
      "database db cylinder",
      "shape=cylinder3",
      "boundedLbl=1;backgroundOutline=1;size=15",
      100,
      80),
  ELLIPSE("ellipse oval", "ellipse", "", 120, 80),
  CIRCLE("circle", "ellipse;aspect=fixed", "", 80, 80),
  DECISION("decision diamond rhombus", "rhombus", "", 120, 80),
  TRIANGLE("triangle", "triangle", "", 80, 80),
  HEXAGON("hexagon", "shape=hexagon", "perimeter=hexagonPerimeter2;fixedSize=1;size=20", 120, 80),
  ACTOR(
      "actor user person",
      "shape=umlActor",
      "verticalLabelPosition=bottom;verticalAlign=top;outlineConnect=0",
      30,
      60),
  CLOUD("cloud", "ellipse;shape=cloud", "", 120, 80),
  NOTE("note sticky", "shape=note", "backgroundOutline=1;size=15", 120, 80),
  DOCUMENT("document doc", "shape=document", "boundedLbl=1", 120, 80),
  QUEUE("queue topic", "shape=mxgraph.flowchart.direct_data", "", 120, 60),
  PROCESS("process subroutine", "shape=process", "backgroundOutline=1", 120, 60),
  DATA(
      "data io parallelogram",
      "shape=parallelogram",
      "perimeter=parallelogramPerimeter;fixedSize=1",
      120,
      60),
  TERMINATOR("terminator start end", "rounded=1;arcSize=50", "", 120, 40),
  STEP("step chevron", "shape=step", "perimeter=stepPerimeter;fixedSize=1", 120, 80),
  SERVER("server cube node", "shape=cube", "boundedLbl=1;backgroundOutline=1;size=10", 120, 80),
  FOLDER("folder package", "shape=folder", "tabWidth=40;tabHeight=14;tabPosition=left", 120, 80),
  COMPONENT("component module", "shape=component", "align=left;spacingLeft=36", 140, 60),
  STORAGE("storage datastore", "shape=datastore", "", 80, 80),
  CARD("card", "shape=card", "", 100, 80),
  CALLOUT("callout", "shape=callout", "perimeter=calloutPerimeter", 120, 80),
  TEXT("text label", "text", "align=center;verticalAlign=middle", 100, 30),
  CONTAINER(
      "container boundary zone",
      "rounded=1;container=1",
      "collapsible=0;recursiveResize=0;absoluteArcSize=1;arcSize=14;verticalAlign=top;"
          + "fontStyle=1;fillColor=none;dashed=1",
      320,
      220),
  SWIMLANE("swimlane lane pool", "swimlane", "startSize=30;fontStyle=1", 320, 220);

  private static final List<ShapeType> MOST_SPECIFIC_FIRST =
      Arrays.stream(values())
          .sorted(
              // Any shape may have rounded corners, so these are the least specific.
              Comparator.comparing((ShapeType type) -> type.signature.get(0).startsWith("rounded"))
                  .thenComparingInt(type -> -type.signature.size()))
          .toList();

  private final ImmutableList<String> names;
  private final ImmutableList<String> signature;
  private final String style;
  private final double width;
  private final double height;

  ShapeType(String names, String signature, String decoration, double width, double height) {
    this.names = ImmutableList.copyOf(names.split(" "));
    this.signature = ImmutableList.copyOf(signature.split(";"));
    this.style =
        signature + ";whiteSpace=wrap;html=1;" + decoration + (decoration.isEmpty() ? "" : ";");
    this.width = width;
    this.height = height;
  }

  /** The type with a name. */
  static Optional<ShapeType> forName(String name) {
    String normalized = name.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(type -> type.names().contains(normalized)).findFirst();
  }

  /** The type of a shape with this style; empty if it is unknown. */
  static Optional<ShapeType> of(Style style) {
    List<String> tokens = style.tokens().stream().map(Style.StyleToken::text).toList();
    for (ShapeType type : MOST_SPECIFIC_FIRST) {
      if (tokens.containsAll(type.signature)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  static List<String> allNames() {
    List<String> names = new ArrayList<>();
    Arrays.stream(values()).forEach(type -> names.addAll(type.names()));
    return names;
  }

  List<String> names() {
    return names;
  }

  /** The name shown in results. */
  String primaryName() {
    return names().get(0);
  }

  Style style() {
    return Style.parse(style);
  }

  /** Whether shapes of this type are containers. */
  boolean holdsShapes() {
    return this == CONTAINER || this == SWIMLANE;
  }

  /**
   * A size that fits a label.
   *
   * @return a rectangle at the origin
   */
  Box sizeFor(String label) {
    if (this == ACTOR || holdsShapes()) {
      return new Box(0, 0, width, height);
    }
    int longestLine = label.lines().mapToInt(String::length).max().orElse(0);
    double textWidth = Math.min(260, Math.ceil((longestLine * 7.0 + 30) / 10) * 10);
    if (this == CIRCLE) {
      double side = Math.max(width, textWidth);
      return new Box(0, 0, side, side);
    }
    double lineCount =
        label.lines().mapToDouble(line -> Math.ceil((line.length() * 7.0 + 30) / 260)).sum();
    return new Box(
        0, 0, Math.max(width, textWidth), Math.max(height, height + (lineCount - 2) * 16));
  }
}

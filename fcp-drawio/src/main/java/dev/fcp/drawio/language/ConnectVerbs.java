package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Verbs that connect and disconnect shapes. */
final class ConnectVerbs {

  private static final String CATEGORY = "connections";
  private static final String FORWARD_ARROW = "->";
  private static final String DOUBLE_ARROW = "<->";
  private static final Style DEFAULT_STYLE =
      Style.parse(
          "edgeStyle=orthogonalEdgeStyle;rounded=0;orthogonalLoop=1;jettySize=auto;html=1;");
  private static final Param<String> LABEL = DiagramParams.textParam("label", "TEXT");
  private static final Param<String> STYLE =
      Param.choice("style", "solid", "dashed", "dotted", "thick");

  static final Form CONNECT =
      Form.of("connect", CATEGORY, "connects shapes; -- has no arrow, <-> has two")
          .required("A")
          .required("B")
          .rest("C")
          .arrows()
          .params(LABEL, STYLE)
          .params(StyleProperty.params("stroke", "font", "width", "line", "curved", "start", "end"))
          .params(DiagramParams.PAGE)
          .syntax(
              "connect A -> B [-> C...] [label:TEXT] [style:solid|dashed|dotted|thick]"
                  + " [page:NAME]");

  static final Form DISCONNECT =
      Form.of("disconnect", CATEGORY, "removes the connections from one shape to another")
          .removing()
          .required("A")
          .required("B")
          .arrows()
          .params(LABEL, DiagramParams.PAGE)
          .syntax("disconnect A -> B [label:TEXT] [page:NAME]");

  /** An arrow with the ids of its ends. */
  private record Connection(String source, String arrow, String target) {

    Connection reversed() {
      String start = target;
      String end = source;
      return new Connection(start, FORWARD_ARROW, end);
    }
  }

  private ConnectVerbs() {}

  static ResultLine connect(ParsedOperation op, DiagramEdit edit) {
    DiagramKey page = DiagramResolver.resolvePage(edit.model(), op);
    PageView pageView = edit.pageView(page);
    List<Connection> connections = connections(pageView, op);
    for (Connection connection : connections) {
      DiagramResolver.requireReferable(pageView, connection.source());
      DiagramResolver.requireReferable(pageView, connection.target());
    }
    OrderKey orderKey = pageView.orderKeyAtEnd();
    List<String> ids = new ArrayList<>();
    StringBuilder chain = new StringBuilder();
    for (Connection connection : connections) {
      String id = newId(edit.pageView(page), connection, op);
      edit.create(pageView.cellKey(id), newEdge(pageView, id, orderKey, connection, op));
      orderKey = OrderKey.between(Optional.of(orderKey), Optional.empty());
      ids.add("#" + id);
      chain.append(
          chain.isEmpty() ? DiagramResolver.labelOrTag(pageView, connection.source()) : "");
      chain.append(' ').append(connection.arrow()).append(' ');
      chain.append(DiagramResolver.labelOrTag(pageView, connection.target()));
    }
    String label = LABEL.valueIn(op).map(text -> " " + Labels.display(text)).orElse("");
    return ResultLine.connected(chain + label + " " + Phrases.abbreviatedList(ids));
  }

  private static List<Connection> connections(PageView pageView, ParsedOperation op) {
    List<Positional> positionals = op.positionals();
    boolean alternates = positionals.size() % 2 == 1;
    for (int i = 0; i < positionals.size(); i++) {
      alternates &= positionals.get(i).isArrow() == (i % 2 == 1);
    }
    if (!alternates) {
      throw OperationRefusedException.because(
          op.verb() + " needs shapes with an arrow between each two",
          op.withPositionals(interleavedArrows(op.words())).canonicalText());
    }
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i + 2 < positionals.size(); i += 2) {
      String source = DiagramResolver.resolveVertexAt(pageView, op, i);
      String target = DiagramResolver.resolveVertexAt(pageView, op, i + 2);
      connections.add(new Connection(source, positionals.get(i + 1).text(), target));
    }
    return connections;
  }

  private static List<Positional> interleavedArrows(List<String> words) {
    List<Positional> positionals = new ArrayList<>();
    for (String word : words) {
      if (!positionals.isEmpty()) {
        positionals.add(new Positional(FORWARD_ARROW, Positional.Kind.ARROW));
      }
      positionals.add(new Positional(word, Positional.Kind.WORD));
    }
    return positionals;
  }

  private static String newId(PageView pageView, Connection connection, ParsedOperation op) {
    String endTexts =
        pageView.plainText(connection.source()) + " " + pageView.plainText(connection.target());
    // The prefix keeps the id from being ambiguous with shapes that have these labels.
    return pageView.unusedId("edge " + LABEL.valueIn(op).orElse(endTexts), "edge");
  }

  private static Cell newEdge(
      PageView pageView, String id, OrderKey orderKey, Connection connection, ParsedOperation op) {
    String label = Labels.encode(LABEL.valueIn(op).orElse(""), true);
    return Cell.blank(id, orderKey)
        .withParent(Optional.of(commonParent(pageView, connection)))
        .withAttributes(Attributes.of("value", label, "edge", "1"))
        .withEnds(Optional.of(connection.source()), Optional.of(connection.target()))
        .withStyle(Optional.of(StyleProperty.applyTo(styleFor(connection, op), op)))
        .withGeometry(Optional.of(Geometry.ofEdge()));
  }

  /** The innermost common ancestor of both ends, as the editor chooses it. */
  private static String commonParent(PageView pageView, Connection connection) {
    List<String> targetAncestors = pageView.ancestorIds(connection.target());
    return pageView.ancestorIds(connection.source()).stream()
        .filter(targetAncestors::contains)
        .filter(up -> pageView.cell(up).kind() != CellKind.ROOT)
        .filter(up -> !up.equals(connection.source()) && !up.equals(connection.target()))
        .findFirst()
        .or(pageView::firstReferableLayer)
        .orElseThrow(() -> OperationRefusedException.because("the page has no layer"));
  }

  private static Style styleFor(Connection connection, ParsedOperation op) {
    Style style = lineStyle(STYLE.valueIn(op).orElse("solid"));
    if (connection.arrow().equals(FORWARD_ARROW)) {
      return style;
    }
    return connection.arrow().equals(DOUBLE_ARROW)
        ? style.with("startArrow", "classic").with("endArrow", "classic")
        : style.with("endArrow", "none");
  }

  private static Style lineStyle(String name) {
    return switch (name) {
      case "dashed" -> DEFAULT_STYLE.with("dashed", "1");
      case "dotted" -> DEFAULT_STYLE.with("dashed", "1").with("dashPattern", "1 3");
      case "thick" -> DEFAULT_STYLE.with("strokeWidth", "3");
      default -> DEFAULT_STYLE;
    };
  }

  static ResultLine disconnect(ParsedOperation op, DiagramEdit edit) {
    PageView pageView = edit.pageView(DiagramResolver.resolvePage(edit.model(), op));
    List<Connection> connections = connections(pageView, op);
    Connection connection = connections.get(0);
    List<String> connecting = connectingEdges(pageView, connection);
    Optional<String> label = LABEL.valueIn(op);
    List<String> edges =
        connecting.stream()
            .filter(id -> label.isEmpty() || label.get().equals(LabelText.of(pageView.cell(id))))
            .toList();
    String description =
        DiagramResolver.labelOrTag(pageView, connection.source())
            + " "
            + connection.arrow()
            + " "
            + DiagramResolver.labelOrTag(pageView, connection.target());
    if (edges.isEmpty()) {
      throw noSuchConnection(pageView, op, connection, description);
    }
    Set<String> dependents = CellRemoval.withDependents(pageView, new LinkedHashSet<>(edges));
    edit.deleteAll(pageView, List.copyOf(dependents));
    return ResultLine.deleted(
        description + ", " + Phrases.count(edges.size(), "connection", "connections"));
  }

  private static List<String> connectingEdges(PageView pageView, Connection connection) {
    return pageView.edgesOf(connection.source()).stream()
        .filter(id -> {
          boolean isForward = connects(pageView, id, connection.source(), connection.target());
          boolean isReverse = connects(pageView, id, connection.target(), connection.source());
          return isForward || (isReverse && !connection.arrow().equals(FORWARD_ARROW));
        })
        .toList();
  }

  private static boolean connects(PageView pageView, String edge, String source, String target) {
    Cell cell = pageView.cell(edge);
    return cell.source().equals(Optional.of(source)) && cell.target().equals(Optional.of(target));
  }

  private static OperationRefusedException noSuchConnection(
      PageView pageView, ParsedOperation op, Connection connection, String description) {
    String message = "there is no such connection " + description;
    Connection reversed = connection.reversed();
    if (!connectingEdges(pageView, reversed).isEmpty()) {
      return OperationRefusedException.because(message + ", but one the other way");
    }
    return OperationRefusedException.because(
        op.param(LABEL.key()).isPresent() && !connectingEdges(pageView, connection).isEmpty()
            ? message + " with that label"
            : message);
  }
}

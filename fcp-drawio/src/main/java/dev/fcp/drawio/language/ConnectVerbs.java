package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Connections between shapes come and go. */
final class ConnectVerbs {

  private static final String CATEGORY = "connections";
  private static final String TO = "->";
  private static final String BOTH = "<->";
  private static final Style PLAIN =
      Style.parse(
          "edgeStyle=orthogonalEdgeStyle;rounded=0;orthogonalLoop=1;jettySize=auto;html=1;");
  private static final Param<String> LABEL = Arguments.text("label", "TEXT");
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
          .params(Arguments.PAGE)
          .shownAs(
              "connect A -> B [-> C...] [label:TEXT] [style:solid|dashed|dotted|thick]"
                  + " [page:NAME]");

  static final Form DISCONNECT =
      Form.of("disconnect", CATEGORY, "removes the connections from one shape to another")
          .required("A")
          .required("B")
          .arrows()
          .params(LABEL, Arguments.PAGE)
          .shownAs("disconnect A -> B [label:TEXT] [page:NAME]");

  /** One arrow with what stands at its ends. */
  private record Link(String source, String arrow, String target) {

    Link back() {
      String start = target;
      String end = source;
      return new Link(start, TO, end);
    }
  }

  private ConnectVerbs() {}

  static ResultLine connect(ParsedOp op, Edit edit) {
    DiagramKey page = Finder.page(edit.model(), op);
    Sheet before = edit.sheet(page);
    List<Link> links = links(before, op);
    for (Link link : links) {
      Finder.toReferTo(before, link.source(), op);
      Finder.toReferTo(before, link.target(), op);
    }
    Set<String> used = before.usedIds();
    OrderKey order = before.nextOrder();
    List<String> ids = new ArrayList<>();
    StringBuilder chain = new StringBuilder();
    for (Link link : links) {
      String id = freshId(before, used, link, op);
      edit.create(before.keyOf(id), edge(before, id, order, link, op));
      used.add(id);
      order = OrderKey.between(Optional.of(order), Optional.empty());
      ids.add("#" + id);
      chain.append(chain.isEmpty() ? Finder.named(before, link.source()) : "");
      chain.append(' ').append(link.arrow()).append(' ');
      chain.append(Finder.named(before, link.target()));
    }
    String label = LABEL.of(op).map(text -> " " + Labels.shown(text)).orElse("");
    return ResultLine.connected(chain + label + " " + Phrases.some(ids));
  }

  private static List<Link> links(Sheet sheet, ParsedOp op) {
    List<Positional> parts = op.positionals();
    boolean chained = parts.size() % 2 == 1;
    for (int i = 0; i < parts.size(); i++) {
      chained &= parts.get(i).isArrow() == (i % 2 == 1);
    }
    if (!chained) {
      throw NotDone.because(
          op.verb() + " needs shapes with an arrow between each two",
          op.withPositionals(withArrows(op.words())).text());
    }
    List<Link> links = new ArrayList<>();
    for (int i = 0; i + 2 < parts.size(); i += 2) {
      String source = Finder.vertexAt(sheet, op, i);
      String target = Finder.vertexAt(sheet, op, i + 2);
      links.add(new Link(source, parts.get(i + 1).text(), target));
    }
    return links;
  }

  private static List<Positional> withArrows(List<String> words) {
    List<Positional> parts = new ArrayList<>();
    for (String word : words) {
      if (!parts.isEmpty()) {
        parts.add(new Positional(TO, Positional.Kind.ARROW));
      }
      parts.add(new Positional(word, Positional.Kind.WORD));
    }
    return parts;
  }

  private static String freshId(Sheet sheet, Set<String> used, Link link, ParsedOp op) {
    String ends = sheet.text(link.source()) + " " + sheet.text(link.target());
    // Not the bare words: they would stand in the way of the shapes that are named like them.
    return FreshId.of(used, "edge " + LABEL.of(op).orElse(ends), "edge");
  }

  private static Cell edge(Sheet sheet, String id, OrderKey order, Link link, ParsedOp op) {
    String label = Labels.spelled(LABEL.of(op).orElse(""), true);
    return Cell.blank(id, order)
        .withParent(Optional.of(parent(sheet, link, op)))
        .withAttributes(Attributes.of("value", label, "edge", "1"))
        .withEnds(Optional.of(link.source()), Optional.of(link.target()))
        .withStyle(Optional.of(StyleProperty.applied(style(link, op), op)))
        .withGeometry(Optional.of(Geometry.ofEdge()));
  }

  /** The innermost of what contains both ends, as the editor chooses it. */
  private static String parent(Sheet sheet, Link link, ParsedOp op) {
    List<String> ofTarget = sheet.above(link.target());
    return sheet.above(link.source()).stream()
        .filter(ofTarget::contains)
        .filter(up -> sheet.cell(up).kind() != Kind.ROOT)
        .filter(up -> !up.equals(link.source()) && !up.equals(link.target()))
        .findFirst()
        .or(sheet::layer)
        .orElseThrow(() ->
            NotDone.because("the page has no layer", Arguments.onPageOf(op, Finder.NEW_LAYER)));
  }

  private static Style style(Link link, ParsedOp op) {
    Style style = lineStyle(STYLE.of(op).orElse("solid"));
    if (link.arrow().equals(TO)) {
      return style;
    }
    return link.arrow().equals(BOTH)
        ? style.with("startArrow", "classic").with("endArrow", "classic")
        : style.with("endArrow", "none");
  }

  private static Style lineStyle(String name) {
    return switch (name) {
      case "dashed" -> PLAIN.with("dashed", "1");
      case "dotted" -> PLAIN.with("dashed", "1").with("dashPattern", "1 3");
      case "thick" -> PLAIN.with("strokeWidth", "3");
      default -> PLAIN;
    };
  }

  static ResultLine disconnect(ParsedOp op, Edit edit) {
    Sheet sheet = edit.sheet(Finder.page(edit.model(), op));
    List<Link> links = links(sheet, op);
    Link link = links.get(0);
    List<String> between = between(sheet, link);
    Optional<String> label = LABEL.of(op);
    List<String> edges =
        between.stream()
            .filter(id -> label.isEmpty() || label.get().equals(Labels.plain(sheet.cell(id))))
            .toList();
    String told =
        Finder.named(sheet, link.source())
            + " "
            + link.arrow()
            + " "
            + Finder.named(sheet, link.target());
    if (edges.isEmpty()) {
      throw missing(sheet, op, link, told);
    }
    Set<String> all = Removal.withDependents(sheet, new LinkedHashSet<>(edges));
    edit.deleteAll(sheet, List.copyOf(all));
    return ResultLine.deleted(
        told + ", " + Phrases.counted(edges.size(), "connection", "connections"));
  }

  private static List<String> between(Sheet sheet, Link link) {
    return sheet.edgesAt(link.source()).stream()
        .filter(id -> {
          boolean there = joins(sheet, id, link.source(), link.target());
          boolean back = joins(sheet, id, link.target(), link.source());
          return there || (back && !link.arrow().equals(TO));
        })
        .toList();
  }

  private static boolean joins(Sheet sheet, String edge, String source, String target) {
    Cell cell = sheet.cell(edge);
    return cell.source().equals(Optional.of(source)) && cell.target().equals(Optional.of(target));
  }

  private static NotDone missing(Sheet sheet, ParsedOp op, Link link, String told) {
    String message = "there is no such connection " + told;
    Link back = link.back();
    if (!between(sheet, back).isEmpty()) {
      return NotDone.because(
          message + ", but one the other way", between(op, back.source(), back.target()));
    }
    if (op.param(LABEL.key()).isPresent() && !between(sheet, link).isEmpty()) {
      return NotDone.because(message + " with that label", op.withoutParam(LABEL.key()).text());
    }
    return NotDone.because(
        message,
        nearest(sheet, link)
            .map(edge -> between(op, edge.source().orElseThrow(), edge.target().orElseThrow()))
            .orElseGet(() -> op.withVerb(CONNECT.name()).text()));
  }

  /** A connection of one of two shapes, or else any that there is. */
  private static Optional<Cell> nearest(Sheet sheet, Link link) {
    List<String> edges = new ArrayList<>(sheet.edgesAt(link.source()));
    edges.addAll(sheet.edgesAt(link.target()));
    edges.addAll(sheet.ofKind(Kind.EDGE));
    return edges.stream()
        .map(sheet::cell)
        .filter(edge -> isVertex(sheet, edge.source()) && isVertex(sheet, edge.target()))
        .findFirst();
  }

  private static boolean isVertex(Sheet sheet, Optional<String> end) {
    return end.flatMap(sheet::find)
        .filter(cell -> cell.kind() == Kind.SHAPE || cell.kind() == Kind.GROUP)
        .isPresent();
  }

  /** The operation about the connections of two other shapes, whatever is written on them. */
  private static String between(ParsedOp op, String source, String target) {
    List<Positional> ends =
        List.of(
            new Positional(Finder.tag(source), Positional.Kind.WORD),
            new Positional(TO, Positional.Kind.ARROW),
            new Positional(Finder.tag(target), Positional.Kind.WORD));
    return op.withPositionals(ends).withoutParam(LABEL.key()).text();
  }
}

package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Kind;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.form.Naming;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.References;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Positional;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds what an operation refers to: by label, or by id, which may have a {@code #} before it. What
 * is unknown or ambiguous ends the operation with the nearest name or the candidates.
 */
final class Finder {

  /** The name of a layer without a name, as the editor shows it. */
  static final String NAMELESS_LAYER = "Background";

  /** What helps a page without layers. */
  static final String NEW_LAYER = "layer create \"Main\"";

  private static final String NEW_PAGE = "page add \"New page\"";

  private Finder() {}

  /** The page of an operation: the one its parameter names, else the first. */
  static DiagramKey page(EntityModel<DiagramKey, DiagramEntity> model, ParsedOp op) {
    Optional<String> reference = Arguments.PAGE.of(op);
    if (reference.isPresent()) {
      String name = reference.get();
      return page(model, name, better -> op.withParam(Arguments.PAGE.key(), better));
    }
    return Sheet.pages(model).stream()
        .findFirst()
        .orElseThrow(() -> NotDone.because("the document has no page", "page add \"Page-1\""));
  }

  /** The page of a name or id. */
  static DiagramKey page(
      EntityModel<DiagramKey, DiagramEntity> model,
      String reference,
      Function<String, ParsedOp> repaired) {
    List<DiagramKey> pages = Sheet.pages(model);
    References<DiagramKey> references =
        References.of(
            pages, key -> names(key.page(), pageName(model, key)), key -> tag(key.page()));
    return resolved("page", reference, references.resolve(reference), repaired);
  }

  /** The name of a page; its number among the pages where it has none. */
  static String pageName(EntityModel<DiagramKey, DiagramEntity> model, DiagramKey key) {
    Page page = (Page) model.find(key).orElseThrow();
    return page.name()
        .filter(name -> !name.isBlank())
        .orElseGet(() -> "page " + (Sheet.pages(model).indexOf(key) + 1));
  }

  /** The layer of a name or id. */
  static String layer(Sheet sheet, String reference, Function<String, ParsedOp> repaired) {
    References<String> references =
        References.of(sheet.layers(), id -> names(id, layerName(sheet.cell(id))), Finder::tag);
    return resolved("layer", reference, references.resolve(reference), repaired);
  }

  static String layerName(Cell layer) {
    String name = Labels.plain(layer);
    return name.isEmpty() ? NAMELESS_LAYER : name;
  }

  /** A shape, group, edge or edge label that a word of an operation refers to. */
  static String any(Sheet sheet, ParsedOp op, int word) {
    return cell(
        sheet,
        op.words().get(word),
        better -> op.withWord(word, better),
        Kind.SHAPE,
        Kind.GROUP,
        Kind.EDGE,
        Kind.EDGE_LABEL);
  }

  /** A shape or group that a word of an operation refers to. */
  static String vertex(Sheet sheet, ParsedOp op, int word) {
    return vertex(sheet, op.words().get(word), better -> op.withWord(word, better));
  }

  /** A shape or group of a label or id. */
  static String vertex(Sheet sheet, String reference, Function<String, ParsedOp> repaired) {
    return cell(sheet, reference, repaired, Kind.SHAPE, Kind.GROUP);
  }

  /** A shape or group that a positional, counted with the arrows, refers to. */
  static String vertexAt(Sheet sheet, ParsedOp op, int positional) {
    Positional old = op.positionals().get(positional);
    return vertex(
        sheet,
        old.text(),
        better -> {
          List<Positional> changed = new ArrayList<>(op.positionals());
          changed.set(positional, new Positional(better, old.kind()));
          return op.withPositionals(changed);
        });
  }

  static String cell(
      Sheet sheet, String reference, Function<String, ParsedOp> repaired, Kind... kinds) {
    String noun = "shape or connection";
    if (sheet.ofKind(kinds).isEmpty()) {
      // The page has nothing of that kind, so no other name would do.
      String add = "add box " + Quoting.quoted(Arguments.writable(reference));
      throw NotDone.because(
          "there is no " + noun + " " + Quoting.quoted(reference),
          Arguments.onPageOf(repaired.apply(reference), add));
    }
    Resolution<String> resolution = sheet.names(kinds).resolve(reference);
    return resolved(noun, reference, wary(resolution, sheet, reference, kinds), repaired);
  }

  /** That a cell is fixed to the one it belongs to, with an operation about that one. */
  static Refusal fixed(Sheet sheet, ParsedOp op, int word, String id) {
    String up = sheet.cell(id).parent().orElse(id);
    return Refusal.because(
        told(sheet, id) + " is fixed to the shape it belongs to",
        op.withWord(word, tag(up)).text());
  }

  /** An operation that gives a place to a cell that has none. */
  static String placing(ParsedOp op, String id) {
    return Arguments.onPageOf(op, "resize " + Quoting.quote(tag(id)) + " size:120x60");
  }

  /** A word that is the id of one cell and nearly the text of another may mean either. */
  private static Resolution<String> wary(
      Resolution<String> resolution, Sheet sheet, String reference, Kind... kinds) {
    if (!(resolution instanceof Resolution.Found<String>(String found))
        || !found.equals(reference)) {
      return resolution;
    }
    List<String> alike =
        sheet.ofKind(kinds).stream()
            .filter(id -> sheet.text(id).equalsIgnoreCase(reference))
            .filter(id -> !id.equals(found))
            .toList();
    if (alike.isEmpty()) {
      return resolution;
    }
    List<String> both = new ArrayList<>(List.of(found));
    both.addAll(alike);
    return new Resolution.Ambiguous<>(both, both.stream().map(Finder::tag).toList());
  }

  /** An id as operations and answers write it. */
  static String tag(String id) {
    return "#" + DiagramKey.shown(id);
  }

  /**
   * A cell that another one is to refer to.
   *
   * @throws NotDone if the file has no id for it, or one that means an earlier cell
   */
  static String toReferTo(Sheet sheet, String id, ParsedOp op) {
    if (!DiagramKey.isSynthetic(id)) {
      return id;
    }
    String label = Labels.plain(sheet.cell(id));
    throw NotDone.because(
        told(sheet, id) + " has no id of its own in the file to which another could refer",
        sheet.canHoldMore()
            ? Arguments.onPageOf(op, "add box " + Quoting.quoted(label.isEmpty() ? "New" : label))
            : NEW_PAGE);
  }

  /**
   * The root of a page, under which something is to come.
   *
   * @throws NotDone if the file has no id for it
   */
  static String rootToReferTo(String root) {
    if (DiagramKey.isSynthetic(root)) {
      throw NotDone.because(
          "the root of the page has no id of its own in the file, so nothing can come under it",
          NEW_PAGE);
    }
    return root;
  }

  static List<String> names(String id, String name) {
    List<String> names = new ArrayList<>();
    if (!name.isEmpty()) {
      names.add(name);
    }
    if (!DiagramKey.isSynthetic(id)) {
      names.add(id);
    }
    names.add(tag(id));
    return names;
  }

  private static <T> T resolved(
      String what,
      String reference,
      Resolution<T> resolution,
      Function<String, ParsedOp> repaired) {
    return new Naming(reference, repaired).of(resolution, what);
  }

  /** A cell by what it is, its text and its id, for an answer. */
  static String told(Sheet sheet, String id) {
    Cell cell = sheet.cell(id);
    String label = Labels.plain(cell);
    return TypeName.of(cell) + (label.isEmpty() ? "" : " " + Labels.shown(label)) + " " + tag(id);
  }

  /** The text of a cell in quotes, or its id where it has none. */
  static String named(Sheet sheet, String id) {
    String label = sheet.find(id).map(Labels::plain).orElse("");
    return label.isEmpty() ? tag(id) : Labels.shown(label);
  }
}

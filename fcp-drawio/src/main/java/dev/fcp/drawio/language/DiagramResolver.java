package dev.fcp.drawio.language;

import com.google.common.collect.Streams;
import dev.fcp.drawio.DiagramIndex;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.LabelText;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Resolves the references in an operation: labels, or ids with an optional {@code #} prefix. If a
 * reference is unknown or ambiguous, the operation is refused with the nearest name or the
 * candidates.
 */
final class DiagramResolver {

  /** The name that the editor shows for an unnamed layer. */
  static final String UNNAMED_LAYER = "Background";

  /** The suggestion for a page without layers. */
  private DiagramResolver() {}

  /** Resolves the page of an operation: the page parameter, otherwise the first page. */
  static DiagramKey resolvePage(EntityModel<DiagramKey, DiagramEntity> model, ParsedOperation op) {
    Optional<String> reference = DiagramParams.PAGE.valueIn(op);
    if (reference.isPresent()) {
      String name = reference.get();
      return resolvePage(
          model, name, replacement -> op.withParam(DiagramParams.PAGE.key(), replacement));
    }
    return Streams.stream(model.keysInOrder())
        .findFirst()
        .orElseThrow(() -> OperationRefusedException.because("the document has no page"));
  }

  /** Resolves a page by name or id. */
  static DiagramKey resolvePage(
      EntityModel<DiagramKey, DiagramEntity> model,
      String reference,
      Function<String, ParsedOperation> withReplacement) {
    List<DiagramKey> pages = PageView.pageKeys(model);
    NameResolver<DiagramKey> nameResolver =
        NameResolver.of(
            pages,
            key -> DiagramIndex.namesOf(key.page(), pageName(model, key)),
            key -> tag(key.page()));
    return resolve("page", reference, nameResolver.resolve(reference), withReplacement);
  }

  /** The name of a page, or a name made from its number if it has none. */
  static String pageName(EntityModel<DiagramKey, DiagramEntity> model, DiagramKey key) {
    Page page = (Page) model.find(key).orElseThrow();
    return page.name()
        .filter(name -> !name.isBlank())
        .orElseGet(() -> "page " + (PageView.pageKeys(model).indexOf(key) + 1));
  }

  /** Resolves a layer by name or id. */
  static String resolveLayer(
      PageView pageView, String reference, Function<String, ParsedOperation> withReplacement) {
    NameResolver<String> nameResolver =
        NameResolver.of(
            pageView.layerIds(),
            id -> DiagramIndex.namesOf(id, layerName(pageView.cell(id))),
            DiagramResolver::tag);
    return resolve("layer", reference, nameResolver.resolve(reference), withReplacement);
  }

  static String layerName(Cell layer) {
    String name = LabelText.of(layer);
    return name.isEmpty() ? UNNAMED_LAYER : name;
  }

  /** Resolves a word of an operation to a shape, group, edge or edge label. */
  static String resolveCell(PageView pageView, ParsedOperation op, int positional) {
    return resolveCell(
        pageView,
        op.words().get(positional),
        replacement -> op.withWord(positional, replacement),
        CellKind.SHAPE,
        CellKind.GROUP,
        CellKind.EDGE,
        CellKind.EDGE_LABEL);
  }

  /** Resolves a word of an operation to a shape or group. */
  static String resolveVertex(PageView pageView, ParsedOperation op, int positional) {
    return resolveVertex(
        pageView, op.words().get(positional), replacement -> op.withWord(positional, replacement));
  }

  /** Resolves a label or id to a shape or group. */
  static String resolveVertex(
      PageView pageView, String reference, Function<String, ParsedOperation> withReplacement) {
    return resolveCell(pageView, reference, withReplacement, CellKind.SHAPE, CellKind.GROUP);
  }

  /** Resolves a positional argument, counting arrows, to a shape or group. */
  static String resolveVertexAt(PageView pageView, ParsedOperation op, int positional) {
    Positional original = op.positionals().get(positional);
    return resolveVertex(
        pageView,
        original.text(),
        replacement -> {
          List<Positional> changed = new ArrayList<>(op.positionals());
          changed.set(positional, new Positional(replacement, original.kind()));
          return op.withPositionals(changed);
        });
  }

  static String resolveCell(
      PageView pageView,
      String reference,
      Function<String, ParsedOperation> withReplacement,
      CellKind... kinds) {
    String id = reference.startsWith("#") ? reference.substring(1) : "";
    if (pageView.find(id).filter(cell -> List.of(kinds).contains(cell.kind())).isPresent()) {
      return id;
    }
    Resolution<String> resolution = pageView.nameResolver(kinds).resolve(reference);
    return resolve(
        "shape or connection",
        reference,
        ambiguousIfSimilar(resolution, pageView, reference, kinds),
        withReplacement);
  }

  /** The refusal for a cell that is fixed to its parent. */
  static OperationRefusedException fixedToParent(PageView pageView, String id) {
    String parent = pageView.cell(id).parent().map(it -> " " + tag(it)).orElse("");
    return OperationRefusedException.because(
        describe(pageView, id) + " is fixed to the shape it belongs to" + parent);
  }

  /**
   * Treats a reference as ambiguous if it is the id of one cell and, ignoring case, the text of
   * another.
   */
  private static Resolution<String> ambiguousIfSimilar(
      Resolution<String> resolution, PageView pageView, String reference, CellKind... kinds) {
    if (!(resolution instanceof Resolution.Found<String>(String found))
        || !found.equals(reference)) {
      return resolution;
    }
    List<String> similar =
        pageView.cellsNamed(reference, kinds).stream()
            .filter(id -> pageView.plainText(id).equalsIgnoreCase(reference))
            .filter(id -> !id.equals(found))
            .toList();
    if (similar.isEmpty()) {
      return resolution;
    }
    List<String> candidates = new ArrayList<>(List.of(found));
    candidates.addAll(similar);
    return new Resolution.Ambiguous<>(
        candidates, candidates.stream().map(DiagramResolver::tag).toList());
  }

  /** An id as written in operations and results. */
  static String tag(String id) {
    return "#" + DiagramKey.displayId(id);
  }

  /**
   * Returns the id of a cell to which another cell will refer.
   *
   * @throws OperationRefusedException if the cell has no id in the file, or a duplicate one
   */
  static String requireReferable(PageView pageView, String id) {
    if (!DiagramKey.isSynthetic(id)) {
      return id;
    }
    throw OperationRefusedException.because(
        describe(pageView, id) + " has no id of its own in the file to which another could refer");
  }

  /**
   * Returns the id of the root of a page, to which a child will be added.
   *
   * @throws OperationRefusedException if the root has no id in the file
   */
  static String requireReferableRoot(String root) {
    if (DiagramKey.isSynthetic(root)) {
      throw OperationRefusedException.because(
          "the root of the page has no id of its own in the file, so nothing can come under it");
    }
    return root;
  }

  private static <T> T resolve(
      String noun,
      String reference,
      Resolution<T> resolution,
      Function<String, ParsedOperation> withReplacement) {
    return new ReferenceArgument(reference, withReplacement).requireFound(resolution, noun);
  }

  /** Describes a cell in a result by its type, text and id. */
  static String describe(PageView pageView, String id) {
    return describe(id, pageView.cell(id));
  }

  static String describe(String id, Cell cell) {
    String label = LabelText.of(cell);
    return CellTypeName.of(cell)
        + (label.isEmpty() ? "" : " " + Labels.display(label))
        + " "
        + tag(id);
  }

  /** The text of a cell in quotes, or its id if it has no text. */
  static String labelOrTag(PageView pageView, String id) {
    String label = pageView.find(id).map(LabelText::of).orElse("");
    return label.isEmpty() ? tag(id) : Labels.display(label);
  }
}

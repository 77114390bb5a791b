package dev.fcp.drawio.language;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.CellKind;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.names.Resolution;
import dev.fcp.verbs.syntax.ParsedOperation;
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
final class DiagramResolver {

  /** The name of a layer without a name, as the editor shows it. */
  static final String UNNAMED_LAYER = "Background";

  /** What helps a page without layers. */
  static final String CREATE_LAYER = "layer create \"Main\"";

  private static final String CREATE_PAGE = "page add \"New page\"";

  private DiagramResolver() {}

  /** The page of an operation: the one its parameter names, else the first. */
  static DiagramKey resolvePage(EntityModel<DiagramKey, DiagramEntity> model, ParsedOperation op) {
    Optional<String> reference = DiagramParams.PAGE.valueIn(op);
    if (reference.isPresent()) {
      String name = reference.get();
      return resolvePage(
          model, name, replacement -> op.withParam(DiagramParams.PAGE.key(), replacement));
    }
    return PageView.pageKeys(model).stream()
        .findFirst()
        .orElseThrow(() ->
            OperationRefusedException.because("the document has no page", "page add \"Page-1\""));
  }

  /** The page of a name or id. */
  static DiagramKey resolvePage(
      EntityModel<DiagramKey, DiagramEntity> model,
      String reference,
      Function<String, ParsedOperation> withReplacement) {
    List<DiagramKey> pages = PageView.pageKeys(model);
    NameResolver<DiagramKey> nameResolver =
        NameResolver.of(
            pages, key -> namesOf(key.page(), pageName(model, key)), key -> tag(key.page()));
    return resolve("page", reference, nameResolver.resolve(reference), withReplacement);
  }

  /** The name of a page; its number among the pages where it has none. */
  static String pageName(EntityModel<DiagramKey, DiagramEntity> model, DiagramKey key) {
    Page page = (Page) model.find(key).orElseThrow();
    return page.name()
        .filter(name -> !name.isBlank())
        .orElseGet(() -> "page " + (PageView.pageKeys(model).indexOf(key) + 1));
  }

  /** The layer of a name or id. */
  static String resolveLayer(
      PageView pageView, String reference, Function<String, ParsedOperation> withReplacement) {
    NameResolver<String> nameResolver =
        NameResolver.of(
            pageView.layerIds(),
            id -> namesOf(id, layerName(pageView.cell(id))),
            DiagramResolver::tag);
    return resolve("layer", reference, nameResolver.resolve(reference), withReplacement);
  }

  static String layerName(Cell layer) {
    String name = Labels.plainText(layer);
    return name.isEmpty() ? UNNAMED_LAYER : name;
  }

  /** A shape, group, edge or edge label that a word of an operation refers to. */
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

  /** A shape or group that a word of an operation refers to. */
  static String resolveVertex(PageView pageView, ParsedOperation op, int positional) {
    return resolveVertex(
        pageView, op.words().get(positional), replacement -> op.withWord(positional, replacement));
  }

  /** A shape or group of a label or id. */
  static String resolveVertex(
      PageView pageView, String reference, Function<String, ParsedOperation> withReplacement) {
    return resolveCell(pageView, reference, withReplacement, CellKind.SHAPE, CellKind.GROUP);
  }

  /** A shape or group that a positional, counted with the arrows, refers to. */
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
    String nounPhrase = "shape or connection";
    if (pageView.idsOfKind(kinds).isEmpty()) {
      // The page has nothing of that kind, so no other name would do.
      String addOperation = "add box " + Quoting.quoteAlways(DiagramParams.writableText(reference));
      throw OperationRefusedException.because(
          "there is no " + nounPhrase + " " + Quoting.quoteAlways(reference),
          DiagramParams.onPageOf(withReplacement.apply(reference), addOperation));
    }
    Resolution<String> resolution = pageView.nameResolver(kinds).resolve(reference);
    return resolve(
        nounPhrase,
        reference,
        ambiguousIfSimilar(resolution, pageView, reference, kinds),
        withReplacement);
  }

  /** That a cell is fixed to the one it belongs to, with an operation about that one. */
  static Refusal fixedRefusal(PageView pageView, ParsedOperation op, int positional, String id) {
    String parentId = pageView.cell(id).parent().orElse(id);
    return Refusal.because(
        describe(pageView, id) + " is fixed to the shape it belongs to",
        op.withWord(positional, tag(parentId)).canonicalText());
  }

  /** An operation that gives a place to a cell that has none. */
  static String sizeSuggestion(ParsedOperation op, String id) {
    return DiagramParams.onPageOf(op, "resize " + Quoting.quoteIfNeeded(tag(id)) + " size:120x60");
  }

  /** A word that is the id of one cell and nearly the text of another may mean either. */
  private static Resolution<String> ambiguousIfSimilar(
      Resolution<String> resolution, PageView pageView, String reference, CellKind... kinds) {
    if (!(resolution instanceof Resolution.Found<String>(String found))
        || !found.equals(reference)) {
      return resolution;
    }
    List<String> similar =
        pageView.idsOfKind(kinds).stream()
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

  /** An id as operations and answers write it. */
  static String tag(String id) {
    return "#" + DiagramKey.displayId(id);
  }

  /**
   * A cell that another one is to refer to.
   *
   * @throws OperationRefusedException if the file has no id for it, or one that means an earlier
   *     cell
   */
  static String requireReferable(PageView pageView, String id, ParsedOperation op) {
    if (!DiagramKey.isSynthetic(id)) {
      return id;
    }
    String label = Labels.plainText(pageView.cell(id));
    throw OperationRefusedException.because(
        describe(pageView, id) + " has no id of its own in the file to which another could refer",
        pageView.canAddCells()
            ? DiagramParams.onPageOf(
                op, "add box " + Quoting.quoteAlways(label.isEmpty() ? "New" : label))
            : CREATE_PAGE);
  }

  /**
   * The root of a page, under which something is to come.
   *
   * @throws OperationRefusedException if the file has no id for it
   */
  static String requireReferableRoot(String root) {
    if (DiagramKey.isSynthetic(root)) {
      throw OperationRefusedException.because(
          "the root of the page has no id of its own in the file, so nothing can come under it",
          CREATE_PAGE);
    }
    return root;
  }

  static List<String> namesOf(String id, String name) {
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

  private static <T> T resolve(
      String noun,
      String reference,
      Resolution<T> resolution,
      Function<String, ParsedOperation> withReplacement) {
    return new ReferenceArgument(reference, withReplacement).requireFound(resolution, noun);
  }

  /** A cell by what it is, its text and its id, for an answer. */
  static String describe(PageView pageView, String id) {
    Cell cell = pageView.cell(id);
    String label = Labels.plainText(cell);
    return CellTypeName.of(cell)
        + (label.isEmpty() ? "" : " " + Labels.display(label))
        + " "
        + tag(id);
  }

  /** The text of a cell in quotes, or its id where it has none. */
  static String labelOrTag(PageView pageView, String id) {
    String label = pageView.find(id).map(Labels::plainText).orElse("");
    return label.isEmpty() ? tag(id) : Labels.display(label);
  }
}

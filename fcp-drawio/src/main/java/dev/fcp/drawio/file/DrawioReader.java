package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.ForeignElement;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DiagramContent.PageItem;
import dev.fcp.drawio.file.DrawioFile.FilePage;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a diagram file. Each file needs a new reader. */
final class DrawioReader {

  private static final String READABLE_FILES_HINT =
      "give a .drawio or .xml file with <mxfile> or <mxGraphModel>";
  private static final String EARLIER_COPY_HINT =
      "use an earlier copy of the file, or fix the XML at this position";
  private static final String[] VOLATILE_FILE_ATTRIBUTES =
      DocumentRoot.VOLATILE_ATTRIBUTES.toArray(new String[0]);
  private static final String[] VOLATILE_MODEL_ATTRIBUTES =
      Page.VOLATILE_ATTRIBUTES.toArray(new String[0]);

  private final DrawioLimits limits;
  private final EncodedText encodedText;
  private final XmlParser xmlParser;
  private final PageCompression compression;
  private final ElementCounter elementCounter;
  private int cellCount;

  private DrawioReader(DrawioLimits limits, XmlParser xmlParser, EncodedText encodedText) {
    this.limits = limits;
    this.encodedText = encodedText;
    this.xmlParser = xmlParser;
    this.compression = new PageCompression(limits);
    this.elementCounter = new ElementCounter(limits.elements());
  }

  /**
   * Reads a file.
   *
   * @throws DrawioParseException with the offset in bytes
   */
  static DrawioFile read(byte[] bytes, DrawioLimits limits, XmlParser xmlParser)
      throws DrawioParseException {
    if (bytes.length > limits.fileBytes()) {
      throw new DrawioParseException(0, "the file has more than " + limits.fileBytes() + " bytes");
    }
    if (bytes.length == 0) {
      throw new DrawioParseException(0, "it is empty", Optional.of(READABLE_FILES_HINT));
    }
    EncodedText encodedText = EncodedText.decode(bytes);
    try {
      return new DrawioReader(limits, xmlParser, encodedText).read();
    } catch (DrawioParseException e) {
      boolean isXml = encodedText.text().stripLeading().startsWith("<");
      throw e.withOffset(encodedText.offsetBytes(e.offset()), "")
          .withDefaultSuggestion(isXml ? EARLIER_COPY_HINT : READABLE_FILES_HINT);
    }
  }

  private DrawioFile read() throws DrawioParseException {
    XmlNode root = xmlParser.parse(encodedText.text(), elementCounter);
    return switch (root.name) {
      case "mxfile" -> readMxfile(root);
      case "mxGraphModel" -> readBareModel(root);
      default ->
          throw new DrawioParseException(
              root.start,
              "<" + root.name + "> is not the start of a diagram",
              Optional.of(READABLE_FILES_HINT));
    };
  }

  private DrawioFile readMxfile(XmlNode root) throws DrawioParseException {
    List<FilePage> pages = new ArrayList<>();
    ImmutableList.Builder<String> extras = ImmutableList.builder();
    Set<String> ids = new HashSet<>();
    for (XmlNode child : root.children()) {
      if (child.name.equals("diagram")) {
        String id = uniqueId(child.attribute("id"), ids, pages.size());
        pages.add(readPage(child, DiagramKey.page(id), OrderKey.initial(pages.size())));
      } else {
        extras.add(child.sourceText(encodedText.text()));
      }
    }
    DocumentRoot document =
        new DocumentRoot(
            DocumentRoot.FileForm.MXFILE,
            root.attributesWithout(VOLATILE_FILE_ATTRIBUTES),
            extras.build());
    return new DrawioFile(encodedText, root, document, pages);
  }

  private DrawioFile readBareModel(XmlNode root) throws DrawioParseException {
    Page page =
        new Page(
            Optional.empty(),
            Attributes.NONE,
            Optional.of(root.attributesWithout(VOLATILE_MODEL_ATTRIBUTES)),
            ImmutableList.of(),
            otherElements(root, root.child("root"), encodedText.text()),
            OrderKey.initial(0));
    DiagramKey key = DiagramKey.page(DiagramKey.syntheticId(0));
    List<XmlNode> nodes = nodes(root);
    PageContent content = new PageContent(key, page, readItems(nodes, key, encodedText.text()));
    return new DrawioFile(
        encodedText,
        root,
        DocumentRoot.EMPTY.withForm(DocumentRoot.FileForm.BARE_MODEL),
        ImmutableList.of(
            new FilePage(
                content, encodedText.text(), null, root, encodedText.text(), false, nodes)));
  }

  /** Returns the id, or a synthetic one if the id is absent or already used. */
  private static String uniqueId(@Nullable String id, Set<String> ids, int ordinal) {
    return id == null || id.isEmpty() || !ids.add(id) ? DiagramKey.syntheticId(ordinal) : id;
  }

  private FilePage readPage(XmlNode diagram, DiagramKey key, OrderKey order)
      throws DrawioParseException {
    XmlNode model = diagram.child("mxGraphModel");
    String compressedText = diagram.text().strip();
    if (compressedText.isEmpty()) {
      return readPage(diagram, model, encodedText.text(), key, order);
    }
    if (model != null) {
      throw new DrawioParseException(model.start, "a page that is compressed and plain at once");
    }
    try {
      String decompressedText = compression.decompress(compressedText);
      XmlNode inner = xmlParser.parse(decompressedText, elementCounter);
      if (!inner.name.equals("mxGraphModel")) {
        throw new DrawioParseException(0, "<" + inner.name + "> is not a model");
      }
      return readPage(diagram, inner, decompressedText, key, order);
    } catch (DrawioParseException e) {
      throw e.withOffset(diagram.contentStart, "compressed page: ");
    }
  }

  private FilePage readPage(
      XmlNode diagram, @Nullable XmlNode model, String modelText, DiagramKey key, OrderKey order)
      throws DrawioParseException {
    boolean isCompressed = !diagram.text().isBlank();
    Page page =
        new Page(
            Optional.ofNullable(diagram.attribute("id")),
            diagram.attributesWithout("id"),
            Optional.ofNullable(model)
                .map(modelNode -> modelNode.attributesWithout(VOLATILE_MODEL_ATTRIBUTES)),
            otherElements(diagram, isCompressed ? null : model, encodedText.text()),
            model == null ? List.of() : otherElements(model, model.child("root"), modelText),
            order);
    List<XmlNode> nodes = model == null ? List.of() : nodes(model);
    PageContent content = new PageContent(key, page, readItems(nodes, key, modelText));
    return new FilePage(
        content, encodedText.text(), diagram, model, modelText, isCompressed, nodes);
  }

  private static List<XmlNode> nodes(XmlNode model) {
    XmlNode root = model.child("root");
    return root == null ? List.of() : root.children();
  }

  private List<PageItem> readItems(List<XmlNode> nodes, DiagramKey page, String text)
      throws DrawioParseException {
    cellCount += nodes.size();
    if (cellCount > limits.cells()) {
      throw new DrawioParseException(nodes.get(0).start, "more than " + limits.cells() + " cells");
    }
    CellReader reader = new CellReader(text, limits.nameLength());
    Set<String> ids = HashSet.newHashSet(nodes.size());
    List<PageItem> items = new ArrayList<>(nodes.size());
    for (XmlNode node : nodes) {
      DiagramEntity entity = reader.read(node, OrderKey.initial(items.size()));
      String id =
          switch (entity) {
            case Cell cell -> uniqueId(cell.storedId().orElse(null), ids, items.size());
            case ForeignElement foreign -> DiagramKey.syntheticId(items.size());
            case Page unexpectedEntity -> throw new IllegalStateException("a page among cells");
            case DocumentRoot unexpectedEntity ->
                throw new IllegalStateException("a document in cells");
          };
      items.add(new PageItem(DiagramKey.cell(page.page(), id), entity));
    }
    Optional<Integer> cellInCycle = ParentCycleFinder.find(items);
    if (cellInCycle.isPresent()) {
      PageItem item = items.get(cellInCycle.get());
      throw new DrawioParseException(
          nodes.get(cellInCycle.get()).start,
          "the cell " + item.key().cell() + " contains itself",
          Optional.of("give it another parent"));
    }
    return items;
  }

  private static List<String> otherElements(
      XmlNode node, @Nullable XmlNode knownElement, String text) {
    ImmutableList.Builder<String> otherElements = ImmutableList.builder();
    for (XmlNode child : node.children()) {
      if (child != knownElement) {
        otherElements.add(child.sourceText(text));
      }
    }
    return otherElements.build();
  }
}

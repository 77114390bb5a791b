package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Foreign;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DiagramContent.Item;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DrawioFile.FilePage;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one file. */
final class FileReader {

  private static final String WHAT_IS_READ =
      "give a .drawio or .xml file with <mxfile> or <mxGraphModel>";
  private static final String ANOTHER_COPY = "take an earlier copy of the file, or mend it there";
  private static final String[] VOLATILE_IN_FILE = DocumentRoot.VOLATILE.toArray(new String[0]);
  private static final String[] VOLATILE_IN_MODEL = Page.VOLATILE.toArray(new String[0]);

  private final DrawioLimits limits;
  private final FileText file;
  private final XmlTree xml;
  private final Packing packing;
  private final ElementCount elements;
  private int cells;

  private FileReader(DrawioLimits limits, XmlTree xml, FileText file) {
    this.limits = limits;
    this.file = file;
    this.xml = xml;
    this.packing = new Packing(limits);
    this.elements = new ElementCount(limits.elements());
  }

  /**
   * Reads a file.
   *
   * @throws Damage with the offset in bytes
   */
  static DrawioFile read(byte[] bytes, DrawioLimits limits, XmlTree xml) throws Damage {
    if (bytes.length > limits.fileBytes()) {
      throw new Damage(0, "the file has more than " + limits.fileBytes() + " bytes");
    }
    if (bytes.length == 0) {
      throw new Damage(0, "it is empty", Optional.of(WHAT_IS_READ));
    }
    FileText file = FileText.decode(bytes);
    try {
      return new FileReader(limits, xml, file).read();
    } catch (Damage inText) {
      boolean isXml = file.text().stripLeading().startsWith("<");
      throw inText
          .at(file.offsetBytes(inText.offset()), "")
          .orSuggesting(isXml ? ANOTHER_COPY : WHAT_IS_READ);
    }
  }

  private DrawioFile read() throws Damage {
    XmlNode root = xml.parse(file.text(), elements);
    return switch (root.name) {
      case "mxfile" -> mxfile(root);
      case "mxGraphModel" -> bareModel(root);
      default ->
          throw new Damage(
              root.start,
              "<" + root.name + "> is not the start of a diagram",
              Optional.of(WHAT_IS_READ));
    };
  }

  private DrawioFile mxfile(XmlNode root) throws Damage {
    List<FilePage> pages = new ArrayList<>();
    ImmutableList.Builder<String> extras = ImmutableList.builder();
    Set<String> ids = new HashSet<>();
    for (XmlNode child : root.children()) {
      if (child.name.equals("diagram")) {
        String id = uniqueId(child.attribute("id"), ids, pages.size());
        pages.add(page(child, DiagramKey.page(id), OrderKey.atLoading(pages.size())));
      } else {
        extras.add(child.in(file.text()));
      }
    }
    DocumentRoot document =
        new DocumentRoot(
            DocumentRoot.Form.MXFILE, root.attributesWithout(VOLATILE_IN_FILE), extras.build());
    return new DrawioFile(file, root, document, pages);
  }

  private DrawioFile bareModel(XmlNode root) throws Damage {
    Page page =
        new Page(
            Optional.empty(),
            Attributes.NONE,
            Optional.of(root.attributesWithout(VOLATILE_IN_MODEL)),
            ImmutableList.of(),
            others(root, root.child("root"), file.text()),
            OrderKey.atLoading(0));
    DiagramKey key = DiagramKey.page(DiagramKey.syntheticId(0));
    List<XmlNode> nodes = nodes(root);
    PageContent content = new PageContent(key, page, items(nodes, key, file.text()));
    return new DrawioFile(
        file,
        root,
        DocumentRoot.EMPTY.withForm(DocumentRoot.Form.BARE_MODEL),
        ImmutableList.of(
            new FilePage(content, file.text(), null, root, file.text(), false, nodes)));
  }

  /** The id, or a synthetic one where there is none or it is taken. */
  private static String uniqueId(@Nullable String id, Set<String> ids, int place) {
    return id == null || id.isEmpty() || !ids.add(id) ? DiagramKey.syntheticId(place) : id;
  }

  private FilePage page(XmlNode diagram, DiagramKey key, OrderKey order) throws Damage {
    XmlNode model = diagram.child("mxGraphModel");
    String packed = diagram.text().strip();
    if (packed.isEmpty()) {
      return page(diagram, model, file.text(), key, order);
    }
    if (model != null) {
      throw new Damage(model.start, "a page that is compressed and plain at once");
    }
    try {
      String unpacked = packing.unpack(packed);
      XmlNode inner = xml.parse(unpacked, elements);
      if (!inner.name.equals("mxGraphModel")) {
        throw new Damage(0, "<" + inner.name + "> is no model");
      }
      return page(diagram, inner, unpacked, key, order);
    } catch (Damage within) {
      throw within.at(diagram.contentStart, "compressed page: ");
    }
  }

  private FilePage page(
      XmlNode diagram, @Nullable XmlNode model, String modelText, DiagramKey key, OrderKey order)
      throws Damage {
    boolean compressed = !diagram.text().isBlank();
    Page page =
        new Page(
            Optional.ofNullable(diagram.attribute("id")),
            diagram.attributesWithout("id"),
            Optional.ofNullable(model).map(m -> m.attributesWithout(VOLATILE_IN_MODEL)),
            others(diagram, compressed ? null : model, file.text()),
            model == null ? List.of() : others(model, model.child("root"), modelText),
            order);
    List<XmlNode> nodes = model == null ? List.of() : nodes(model);
    PageContent content = new PageContent(key, page, items(nodes, key, modelText));
    return new FilePage(content, file.text(), diagram, model, modelText, compressed, nodes);
  }

  private static List<XmlNode> nodes(XmlNode model) {
    XmlNode root = model.child("root");
    return root == null ? List.of() : root.children();
  }

  private List<Item> items(List<XmlNode> nodes, DiagramKey page, String text) throws Damage {
    cells += nodes.size();
    if (cells > limits.cells()) {
      throw new Damage(nodes.get(0).start, "more than " + limits.cells() + " cells");
    }
    CellReader reader = new CellReader(text, limits.nameLength());
    Set<String> ids = HashSet.newHashSet(nodes.size());
    List<Item> items = new ArrayList<>(nodes.size());
    for (XmlNode node : nodes) {
      DiagramEntity entity = reader.read(node, OrderKey.atLoading(items.size()));
      String id =
          switch (entity) {
            case Cell cell -> uniqueId(cell.storedId().orElse(null), ids, items.size());
            case Foreign foreign -> DiagramKey.syntheticId(items.size());
            case Page unexpected -> throw new IllegalStateException("a page among cells");
            case DocumentRoot unexpected -> throw new IllegalStateException("a document in cells");
          };
      items.add(new Item(DiagramKey.cell(page.page(), id), entity));
    }
    Optional<Integer> cycle = ParentCycle.find(items);
    if (cycle.isPresent()) {
      Item item = items.get(cycle.get());
      throw new Damage(
          nodes.get(cycle.get()).start,
          "the cell " + item.key().cell() + " lies within itself",
          Optional.of("give it another parent"));
    }
    return items;
  }

  private static List<String> others(XmlNode node, @Nullable XmlNode known, String text) {
    ImmutableList.Builder<String> others = ImmutableList.builder();
    for (XmlNode child : node.children()) {
      if (child != known) {
        others.add(child.in(text));
      }
    }
    return others.build();
  }
}

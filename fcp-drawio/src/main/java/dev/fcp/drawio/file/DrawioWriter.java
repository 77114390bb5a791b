package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.DocumentRoot.FileForm;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DrawioFile.FilePage;
import dev.fcp.drawio.file.Markup.Element;
import dev.fcp.drawio.file.Markup.Template;
import dev.fcp.drawio.file.Markup.Verbatim;
import java.nio.charset.CharsetEncoder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes a diagram file, reusing the text of earlier versions. Each file needs a new writer. */
final class DrawioWriter {

  private static final String NEW_LINE = "\n";

  private final DiagramContent content;
  private final Iterable<DrawioFile> earlierFiles;

  /** The newest version; its text around the pages is kept. */
  private final @Nullable DrawioFile newestFile;

  private final @Nullable CharsetEncoder limitedEncoder;
  private final Set<XmlNode> claimedNodes = new HashSet<>();

  /** Creates a writer with the earlier versions of the document, newest first. */
  DrawioWriter(DiagramContent content, Iterable<DrawioFile> earlierFiles) {
    this.content = content;
    this.earlierFiles = earlierFiles;
    this.newestFile = earlierFiles.iterator().hasNext() ? earlierFiles.iterator().next() : null;
    this.limitedEncoder =
        newestFile != null && newestFile.encodedText().isLimitedCharset()
            ? newestFile.encodedText().charset().newEncoder()
            : null;
  }

  /**
   * Writes the file and returns its bytes.
   *
   * @throws IllegalArgumentException if the content cannot be written; the message names the reason
   */
  byte[] write() {
    MarkupWriter out = new MarkupWriter(limitedEncoder);
    Element root =
        switch (content.document().form()) {
          case MXFILE -> mxfileElement();
          case BARE_MODEL -> bareModelElement();
        };
    if (newestFile == null) {
      return EncodedText.utf8("")
          .encode(out.writeElement(root, null, NEW_LINE).writeVerbatim(NEW_LINE, 0, 1).text());
    }
    String text = newestFile.encodedText().text();
    out.writeVerbatim(text, 0, newestFile.root().start);
    out.writeElement(root, root.template(), root.template() == null ? NEW_LINE : "");
    return newestFile
        .encodedText()
        .encode(out.writeVerbatim(text, newestFile.root().end, text.length()).text());
  }

  private Element bareModelElement() {
    if (content.pages().size() != 1) {
      throw new IllegalArgumentException("a bare model of " + content.pages().size() + " pages");
    }
    PageContent page = content.pages().get(0);
    Page pageEntity = page.page();
    boolean isPlain =
        pageEntity.storedId().isEmpty()
            && pageEntity.attributes().isEmpty()
            && pageEntity.diagramExtras().isEmpty();
    if (!isPlain) {
      throw new IllegalArgumentException("a bare model cannot have " + pageEntity);
    }
    return new PageMarkup(page, earlierFiles)
        .modelElement()
        .orElseThrow(() -> new IllegalArgumentException("a bare model without model"));
  }

  private Element mxfileElement() {
    List<Markup> pages = new ArrayList<>();
    content.pages().forEach(page -> pages.add(pageMarkup(page)));
    DrawioFile newest = newestFile;
    if (newest == null || newest.document().form() != FileForm.MXFILE) {
      return EntityMarkup.mxfile(content.document(), pages, false).withTemplate(null, null);
    }
    boolean writesPageCount =
        newest.root().attribute("pages") != null && newest.pages().size() != pages.size();
    return EntityMarkup.mxfile(content.document(), pages, writesPageCount)
        .withTemplate(new Template(newest.encodedText().text(), newest.root()), null);
  }

  private Markup pageMarkup(PageContent page) {
    XmlNode replacedNode = nodeInNewestFile(page);
    Optional<Markup> unchanged =
        firstMatch(file -> file.unchangedPage(page), replacedNode)
            .or(() -> firstMatch(file -> file.pageWithContent(page), replacedNode));
    return unchanged.orElseGet(() -> changedPageMarkup(page, replacedNode));
  }

  /** The text of the first page found in the earlier versions. */
  private Optional<Markup> firstMatch(
      Function<DrawioFile, Optional<FilePage>> pageFinder, @Nullable XmlNode replacedNode) {
    for (DrawioFile file : earlierFiles) {
      FilePage page = pageFinder.apply(file).orElse(null);
      if (page != null && page.diagram() != null) {
        return Optional.of(Verbatim.of(page.fileText(), page.diagram(), replacedNode));
      }
    }
    return Optional.empty();
  }

  /** The {@code <diagram>} of the page in the newest version. */
  private @Nullable XmlNode nodeInNewestFile(PageContent page) {
    XmlNode replacedNode =
        Optional.ofNullable(newestFile)
            .flatMap(file -> file.earlierVersionOf(page))
            .map(FilePage::diagram)
            .orElse(null);
    return replacedNode != null && claimedNodes.add(replacedNode) ? replacedNode : null;
  }

  private Markup changedPageMarkup(PageContent page, @Nullable XmlNode replacedNode) {
    PageMarkup writer = new PageMarkup(page, earlierFiles);
    Optional<Element> model = writer.modelElement();
    FilePage earlierPage = writer.newestPage().orElse(null);
    XmlNode diagram = earlierPage == null ? null : earlierPage.diagram();
    Template template =
        (earlierPage == null || diagram == null)
            ? null
            : new Template(earlierPage.fileText(), diagram);
    boolean isCompressed =
        (earlierPage == null || earlierPage.model() == null)
            ? compressesNewPages()
            : earlierPage.isCompressed();
    if (!isCompressed || model.isEmpty()) {
      return EntityMarkup.diagram(page.page(), model).withTemplate(template, replacedNode);
    }
    String compressedText = PageCompression.compress(modelText(model.get(), earlierPage));
    List<String> extras = page.page().diagramExtras();
    String body =
        template == null
            ? compressedText + String.join("", extras)
            : CompressedPageBody.of(compressedText, extras, template);
    Element element = EntityMarkup.diagram(page.page(), Optional.empty());
    String text =
        new MarkupWriter(limitedEncoder).writeElementWithBody(element, template, body).text();
    return new Verbatim(text, 0, text.length(), replacedNode, false);
  }

  /** The text of a model before compression. */
  private static String modelText(Element model, @Nullable FilePage earlierPage) {
    XmlNode node = earlierPage == null ? null : earlierPage.model();
    MarkupWriter modelWriter = new MarkupWriter(null);
    if (earlierPage == null || node == null) {
      return modelWriter.writeElement(model, null, "").text();
    }
    return modelWriter
        .writeVerbatim(earlierPage.modelText(), 0, node.start)
        .writeElement(model, model.template(), "")
        .writeVerbatim(earlierPage.modelText(), node.end, earlierPage.modelText().length())
        .text();
  }

  /** Whether to compress a new page: if all other pages are compressed. */
  private boolean compressesNewPages() {
    List<FilePage> pagesWithModel =
        newestFile == null
            ? List.of()
            : newestFile.pages().stream().filter(page -> page.model() != null).toList();
    return !pagesWithModel.isEmpty() && pagesWithModel.stream().allMatch(FilePage::isCompressed);
  }
}

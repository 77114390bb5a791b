package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.DocumentRoot.Form;
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

/** Writes one file. */
final class DrawioWriter {

  private static final String NEW_LINE = "\n";

  private final DiagramContent want;
  private final Iterable<DrawioFile> files;

  /** The newest file; what it says around the pages stays. */
  private final @Nullable DrawioFile host;

  private final @Nullable CharsetEncoder narrow;
  private final Set<XmlNode> taken = new HashSet<>();

  /** The files are versions of the document, newest first. */
  DrawioWriter(DiagramContent want, Iterable<DrawioFile> files) {
    this.want = want;
    this.files = files;
    this.host = files.iterator().hasNext() ? files.iterator().next() : null;
    this.narrow =
        host != null && host.file().isNarrow() ? host.file().charset().newEncoder() : null;
  }

  /**
   * The bytes of the file.
   *
   * @throws IllegalArgumentException if no file can hold the content; the message names what
   */
  byte[] write() {
    MarkupWriter out = new MarkupWriter(narrow);
    Element root =
        switch (want.document().form()) {
          case MXFILE -> mxfile();
          case BARE_MODEL -> bareModel();
        };
    if (host == null) {
      return FileText.utf8("")
          .encode(out.element(root, null, NEW_LINE).verbatim(NEW_LINE, 0, 1).text());
    }
    String text = host.file().text();
    out.verbatim(text, 0, host.root().start);
    out.element(root, root.template(), root.template() == null ? NEW_LINE : "");
    return host.file().encode(out.verbatim(text, host.root().end, text.length()).text());
  }

  private Element bareModel() {
    if (want.pages().size() != 1) {
      throw new IllegalArgumentException("a bare model of " + want.pages().size() + " pages");
    }
    PageContent content = want.pages().get(0);
    Page page = content.page();
    boolean plain =
        page.storedId().isEmpty() && page.attributes().isEmpty() && page.diagramExtras().isEmpty();
    if (!plain) {
      throw new IllegalArgumentException("a bare model has no place for " + page);
    }
    return new PageWriter(content, files)
        .model()
        .orElseThrow(() -> new IllegalArgumentException("a bare model without model"));
  }

  private Element mxfile() {
    List<Markup> pages = new ArrayList<>();
    want.pages().forEach(page -> pages.add(page(page)));
    DrawioFile old = host;
    if (old == null || old.document().form() != Form.MXFILE) {
      return CellMarkup.mxfile(want.document(), pages, false).like(null, null);
    }
    boolean saysCount = old.root().attribute("pages") != null && old.pages().size() != pages.size();
    return CellMarkup.mxfile(want.document(), pages, saysCount)
        .like(new Template(old.file().text(), old.root()), null);
  }

  private Markup page(PageContent page) {
    XmlNode place = place(page);
    Optional<Markup> same =
        first(file -> file.pageSameAs(page), place)
            .or(() -> first(file -> file.pageEqualTo(page), place));
    return same.orElseGet(() -> changedPage(page, place));
  }

  /** The text of the first page that is found. */
  private Optional<Markup> first(
      Function<DrawioFile, Optional<FilePage>> find, @Nullable XmlNode place) {
    for (DrawioFile file : files) {
      FilePage page = find.apply(file).orElse(null);
      if (page != null && page.diagram() != null) {
        return Optional.of(Verbatim.of(page.fileText(), page.diagram(), place));
      }
    }
    return Optional.empty();
  }

  /** Where the page stands in the newest file. */
  private @Nullable XmlNode place(PageContent page) {
    XmlNode place =
        Optional.ofNullable(host)
            .flatMap(file -> file.pageLike(page))
            .map(FilePage::diagram)
            .orElse(null);
    return place != null && taken.add(place) ? place : null;
  }

  private Markup changedPage(PageContent page, @Nullable XmlNode place) {
    PageWriter writer = new PageWriter(page, files);
    Optional<Element> model = writer.model();
    FilePage old = writer.newest().orElse(null);
    XmlNode diagram = old == null ? null : old.diagram();
    Template template =
        (old == null || diagram == null) ? null : new Template(old.fileText(), diagram);
    boolean compressed =
        (old == null || old.model() == null) ? compressesNewPages() : old.isCompressed();
    if (!compressed || model.isEmpty()) {
      return CellMarkup.diagram(page.page(), model).like(template, place);
    }
    String packed = Packing.pack(inner(model.get(), old));
    List<String> extras = page.page().diagramExtras();
    String body =
        template == null
            ? packed + String.join("", extras)
            : PackedBody.of(packed, extras, template);
    Element element = CellMarkup.diagram(page.page(), Optional.empty());
    String text = new MarkupWriter(narrow).elementWithBody(element, template, body).text();
    return new Verbatim(text, 0, text.length(), place, false);
  }

  /** The text of a model before it is packed. */
  private static String inner(Element model, @Nullable FilePage old) {
    XmlNode node = old == null ? null : old.model();
    MarkupWriter inner = new MarkupWriter(null);
    if (old == null || node == null) {
      return inner.element(model, null, "").text();
    }
    return inner
        .verbatim(old.modelText(), 0, node.start)
        .element(model, model.template(), "")
        .verbatim(old.modelText(), node.end, old.modelText().length())
        .text();
  }

  /** A new page is compressed where all the others are. */
  private boolean compressesNewPages() {
    List<FilePage> full =
        host == null
            ? List.of()
            : host.pages().stream().filter(page -> page.model() != null).toList();
    return !full.isEmpty() && full.stream().allMatch(FilePage::isCompressed);
  }
}

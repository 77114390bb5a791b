package dev.fcp.drawio;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.DiagramContent.PageContent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that was read: what it says, and where each part of that stands in its text.
 *
 * @param root the element that holds all others
 * @param pages in the order of the file
 */
record DrawioFile(FileText file, XmlNode root, DocumentRoot document, List<FilePage> pages) {

  /**
   * A page of a file.
   *
   * @param fileText where its {@code <diagram>} stands
   * @param diagram its {@code <diagram>}; null in a bare model
   * @param model its {@code <mxGraphModel>}; null if it is empty
   * @param modelText where the model stands: the file, or the unpacked text of a compressed page
   * @param nodes the elements of the items, in the same order
   */
  record FilePage(
      PageContent content,
      String fileText,
      @Nullable XmlNode diagram,
      @Nullable XmlNode model,
      String modelText,
      boolean isCompressed,
      List<XmlNode> nodes) {

    DiagramKey key() {
      return content.key();
    }
  }

  DrawioFile {
    pages = ImmutableList.copyOf(pages);
  }

  DiagramContent content() {
    return new DiagramContent(document, pages.stream().map(FilePage::content).toList());
  }

  /** The page of the same name, if it has the same content. */
  Optional<FilePage> pageSameAs(PageContent page) {
    return pages.stream()
        .filter(other -> other.key().equals(page.key()) && page.isSameAs(other.content()))
        .findFirst();
  }

  /** A page of the same content under any name. */
  Optional<FilePage> pageEqualTo(PageContent page) {
    return pages.stream().filter(other -> page.isSameAs(other.content())).findFirst();
  }

  /** The page that is a version of this one, as far as a file can tell. */
  Optional<FilePage> pageLike(PageContent page) {
    Page wanted = page.page().content();
    Optional<FilePage> named =
        pages.stream().filter(other -> other.key().equals(page.key())).findFirst();
    return named
        .filter(other -> wanted.equals(other.content().page().content()))
        .or(() ->
            pages.stream()
                .filter(other -> wanted.equals(other.content().page().content()))
                .findFirst())
        .or(() -> named);
  }
}

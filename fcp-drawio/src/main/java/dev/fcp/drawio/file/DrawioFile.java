package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A parsed file: its content and the position of each part in its text. Thread-safe. */
final class DrawioFile {

  private final EncodedText encodedText;
  private final XmlNode root;
  private final DocumentRoot document;
  private final List<FilePage> pages;
  private final Map<DiagramKey, FilePage> pagesByKey = new HashMap<>();
  private final Map<Page, FilePage> pagesByAttributes = new HashMap<>();

  /** Computed on first use; threads that race compute equal values. */
  private volatile @Nullable Map<Integer, List<FilePage>> pagesByContentHash;

  /**
   * Creates a parsed file.
   *
   * @param root the root element
   * @param pages the pages in the order of the file
   */
  DrawioFile(EncodedText encodedText, XmlNode root, DocumentRoot document, List<FilePage> pages) {
    this.encodedText = encodedText;
    this.root = root;
    this.document = document;
    this.pages = ImmutableList.copyOf(pages);
    for (FilePage page : pages) {
      pagesByKey.put(page.key(), page);
      pagesByAttributes.putIfAbsent(page.content().page().content(), page);
    }
  }

  /**
   * A page of a parsed file.
   *
   * @param fileText the text that contains its {@code <diagram>}
   * @param diagram its {@code <diagram>}; null in a bare model
   * @param model its {@code <mxGraphModel>}; null if the page is empty
   * @param modelText the text that contains the model: the file, or the decompressed text of a
   *     compressed page
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

  EncodedText encodedText() {
    return encodedText;
  }

  XmlNode root() {
    return root;
  }

  DocumentRoot document() {
    return document;
  }

  List<FilePage> pages() {
    return pages;
  }

  DiagramContent content() {
    return new DiagramContent(document, pages.stream().map(FilePage::content).toList());
  }

  /** The page with the same key, if it has the same content. */
  Optional<FilePage> unchangedPage(PageContent page) {
    return Optional.ofNullable(pagesByKey.get(page.key()))
        .filter(other -> page.contentEquals(other.content()));
  }

  /** A page with the same content and any key. */
  Optional<FilePage> pageWithContent(PageContent page) {
    Map<Integer, List<FilePage>> index = pagesByContentHash;
    if (index == null) {
      index = new HashMap<>();
      for (FilePage other : pages) {
        index.computeIfAbsent(other.content().contentHash(), hash -> new ArrayList<>()).add(other);
      }
      pagesByContentHash = index;
    }
    return index.getOrDefault(page.contentHash(), List.of()).stream()
        .filter(other -> page.contentEquals(other.content()))
        .findFirst();
  }

  /**
   * The page that is most likely an earlier version of a page: one with the same key or the same
   * attributes.
   */
  Optional<FilePage> earlierVersionOf(PageContent page) {
    Page pageAttributes = page.page().content();
    Optional<FilePage> sameKey = Optional.ofNullable(pagesByKey.get(page.key()));
    return sameKey
        .filter(other -> pageAttributes.equals(other.content().page().content()))
        .or(() -> Optional.ofNullable(pagesByAttributes.get(pageAttributes)))
        .or(() -> sameKey);
  }
}

package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DiagramContent.PageItem;
import dev.fcp.drawio.file.DrawioFile.FilePage;
import dev.fcp.drawio.file.Markup.Element;
import dev.fcp.drawio.file.Markup.Template;
import dev.fcp.drawio.file.Markup.Verbatim;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates the markup of the model of a page. An unchanged item is copied from the newest version of
 * the page that contains it; a changed one is formatted like its newest version. The text around
 * the items comes from the newest version of the page.
 */
final class PageMarkup {

  private final PageContent content;
  private final Iterator<DrawioFile> earlierFiles;

  /** Versions of the page, newest first; loaded lazily. */
  private final List<EarlierPage> earlierPages = new ArrayList<>();

  PageMarkup(PageContent content, Iterable<DrawioFile> earlierFiles) {
    this.content = content;
    this.earlierFiles = earlierFiles.iterator();
  }

  private @Nullable EarlierPage earlierPage(int index) {
    while (earlierPages.size() <= index && earlierFiles.hasNext()) {
      earlierFiles
          .next()
          .earlierVersionOf(content)
          .map(EarlierPage::new)
          .ifPresent(earlierPages::add);
    }
    return index < earlierPages.size() ? earlierPages.get(index) : null;
  }

  /** The newest version of the page, if there is one. */
  Optional<FilePage> newestPage() {
    return Optional.ofNullable(earlierPage(0)).map(EarlierPage::page);
  }

  /**
   * The markup of the model, if the page has one.
   *
   * @throws IllegalArgumentException if the page has cells but no model
   */
  Optional<Element> modelElement() {
    Optional<Attributes> attributes = content.page().model();
    if (attributes.isEmpty()) {
      if (!content.items().isEmpty()) {
        throw new IllegalArgumentException(content.key() + " has cells and no model");
      }
      return Optional.empty();
    }
    Element model =
        EntityMarkup.model(attributes.get(), itemMarkup(), content.page().modelExtras());
    FilePage newest = newestPage().orElse(null);
    XmlNode node = newest == null ? null : newest.model();
    return Optional.of(
        newest == null || node == null
            ? model.withTemplate(null, null)
            : model.withTemplate(
                new Template(newest.modelText(), node), newest.diagram() == null ? null : node));
  }

  /**
   * The markup of the items. Unchanged items with the same key are claimed first, so that no other
   * item claims their elements.
   */
  private List<Markup> itemMarkup() {
    EarlierPage newest = earlierPage(0);
    List<@Nullable Markup> unchanged = new ArrayList<>();
    for (PageItem item : content.items()) {
      XmlNode node = newest == null ? null : newest.claimUnchanged(item);
      unchanged.add(
          newest == null || node == null
              ? null
              : Verbatim.of(newest.page().modelText(), node, node));
    }
    List<Markup> items = new ArrayList<>();
    for (int i = 0; i < unchanged.size(); i++) {
      Markup markup = unchanged.get(i);
      items.add(markup == null ? changedItem(content.items().get(i)) : markup);
    }
    return items;
  }

  /**
   * The markup of a changed item. A version with the same key has priority over an equal element
   * with another key.
   */
  private Markup changedItem(PageItem item) {
    EarlierPage newest = earlierPage(0);
    XmlNode replacedNode = newest == null ? null : newest.claimSameKey(item);
    for (int i = 1; earlierPage(i) != null; i++) {
      XmlNode unchanged = earlierPages.get(i).claimUnchanged(item);
      if (unchanged != null) {
        return Verbatim.of(earlierPages.get(i).page().modelText(), unchanged, replacedNode);
      }
    }
    for (int i = 0; earlierPage(i) != null; i++) {
      XmlNode equal = earlierPages.get(i).claimSameContent(item);
      if (equal != null) {
        XmlNode replaced = i == 0 && replacedNode == null ? equal : replacedNode;
        return Verbatim.of(earlierPages.get(i).page().modelText(), equal, replaced);
      }
    }
    return EntityMarkup.of(item.entity(), newestTemplate(item), replacedNode);
  }

  private @Nullable Template newestTemplate(PageItem item) {
    for (int i = 0; earlierPage(i) != null; i++) {
      Template template = earlierPages.get(i).templateFor(item);
      if (template != null) {
        return template;
      }
    }
    return null;
  }
}

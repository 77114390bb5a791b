package dev.fcp.drawio.file;

import dev.fcp.drawio.diagram.Attributes;
import dev.fcp.drawio.file.DiagramContent.Item;
import dev.fcp.drawio.file.DiagramContent.PageContent;
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
 * Says how the model of one page is written: each item as the first version that has it says it,
 * else spelled after the newest version of it. What stands around the items is that of the newest
 * version of the page.
 */
final class PageWriter {

  private final PageContent want;
  private final Iterator<DrawioFile> files;

  /** Versions of the page, newest first, as far as they were asked for. */
  private final List<PageVersion> versions = new ArrayList<>();

  PageWriter(PageContent want, Iterable<DrawioFile> files) {
    this.want = want;
    this.files = files.iterator();
  }

  private @Nullable PageVersion version(int index) {
    while (versions.size() <= index && files.hasNext()) {
      files.next().pageLike(want).map(PageVersion::new).ifPresent(versions::add);
    }
    return index < versions.size() ? versions.get(index) : null;
  }

  /** The newest version of the page, if there is one. */
  Optional<FilePage> newest() {
    return Optional.ofNullable(version(0)).map(PageVersion::page);
  }

  /**
   * The model, if the page has one.
   *
   * @throws IllegalArgumentException if it has none but cells
   */
  Optional<Element> model() {
    Optional<Attributes> attributes = want.page().model();
    if (attributes.isEmpty()) {
      if (!want.items().isEmpty()) {
        throw new IllegalArgumentException(want.key() + " has cells and no model");
      }
      return Optional.empty();
    }
    Element model = CellMarkup.model(attributes.get(), items(), want.page().modelExtras());
    FilePage newest = newest().orElse(null);
    XmlNode node = newest == null ? null : newest.model();
    return Optional.of(
        newest == null || node == null
            ? model.like(null, null)
            : model.like(
                new Template(newest.modelText(), node), newest.diagram() == null ? null : node));
  }

  /** First those that stand unchanged under their names, so that nobody else takes their places. */
  private List<Markup> items() {
    PageVersion newest = version(0);
    List<@Nullable Markup> unchanged = new ArrayList<>();
    for (Item item : want.items()) {
      XmlNode node = newest == null ? null : newest.takeSame(item);
      unchanged.add(
          newest == null || node == null
              ? null
              : Verbatim.of(newest.page().modelText(), node, node));
    }
    List<Markup> items = new ArrayList<>();
    for (int i = 0; i < unchanged.size(); i++) {
      Markup markup = unchanged.get(i);
      items.add(markup == null ? changed(want.items().get(i)) : markup);
    }
    return items;
  }

  /** What stood under the same name counts before what says the same under another. */
  private Markup changed(Item item) {
    PageVersion newest = version(0);
    XmlNode place = newest == null ? null : newest.takeNamed(item);
    for (int i = 1; version(i) != null; i++) {
      XmlNode same = versions.get(i).takeSame(item);
      if (same != null) {
        return Verbatim.of(versions.get(i).page().modelText(), same, place);
      }
    }
    for (int i = 0; version(i) != null; i++) {
      XmlNode equal = versions.get(i).takeEqual(item);
      if (equal != null) {
        XmlNode there = i == 0 && place == null ? equal : place;
        return Verbatim.of(versions.get(i).page().modelText(), equal, there);
      }
    }
    return CellMarkup.of(item.entity(), olderSpelling(item), place);
  }

  private @Nullable Template olderSpelling(Item item) {
    for (int i = 0; version(i) != null; i++) {
      Template spelling = versions.get(i).spelling(item);
      if (spelling != null) {
        return spelling;
      }
    }
    return null;
  }
}

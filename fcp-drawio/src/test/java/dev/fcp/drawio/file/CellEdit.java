package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DiagramContent.PageItem;
import dev.fcp.drawio.file.DrawioFile.FilePage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** An edit of one cell, and an assertion about its effect on the file. */
record CellEdit(int page, int item, DiagramKey key, Cell before) {

  /** Edits of a fixed sample of the cells of a diagram. */
  static List<CellEdit> sample(int count, DiagramContent diagram) {
    List<CellEdit> edits = new ArrayList<>();
    for (int page = 0; page < diagram.pages().size(); page++) {
      List<PageItem> items = diagram.pages().get(page).items();
      for (int item = 0; item < items.size(); item++) {
        if (items.get(item).entity() instanceof Cell cell) {
          edits.add(new CellEdit(page, item, items.get(item).key(), cell));
        }
      }
    }
    Collections.shuffle(edits, new Random(1));
    return edits.subList(0, Math.min(count, edits.size()));
  }

  /** The cell after the edit. */
  Cell after() {
    return switch (item % 4) {
      case 0 -> before.withLabel(Optional.of(before.label().orElse("") + " <new> \"&\" ☃"));
      case 1 ->
          before.withStyle(Optional.of(before.style().orElse(Style.EMPTY).with("tested", "1")));
      case 2 ->
          before.withGeometry(
              Optional.of(before.geometry().orElse(Geometry.EMPTY).withNumber("x", 12.75)));
      default -> before.withAttributes(before.attributes().without("value").with("tested", "'1'"));
    };
  }

  /** A diagram after the edit. */
  DiagramContent applyTo(DiagramContent diagram) {
    PageContent content = diagram.pages().get(page);
    List<PageItem> items = new ArrayList<>(content.items());
    items.set(item, new PageItem(key, after()));
    List<PageContent> pages = new ArrayList<>(diagram.pages());
    pages.set(page, new PageContent(content.key(), content.page(), items));
    return new DiagramContent(diagram.document(), pages);
  }

  /**
   * Asserts that the files differ only in the text of the cell and, if it is compressed, in the
   * compressed text.
   */
  void assertDifferenceWithin(DrawioFile before, DrawioFile after) {
    FilePage page = before.pages().get(page());
    XmlNode cell = page.nodes().get(item);
    String newText = after.pages().get(page()).modelText();
    assertUnchangedAround(page.modelText(), newText, cell.start, cell.end);
    XmlNode diagram = page.diagram();
    if (page.isCompressed() && diagram != null) {
      String text = before.encodedText().text();
      assertUnchangedAround(
          text, after.encodedText().text(), diagram.contentStart, diagram.contentEnd);
      XmlNode newDiagram = after.pages().get(page()).diagram();
      assertThat(newDiagram).isNotNull();
      assertThat(comments(after.encodedText().text(), newDiagram))
          .isEqualTo(comments(text, diagram));
    }
  }

  /** The comments in the compressed text. */
  private static List<String> comments(String text, XmlNode diagram) {
    String content = text.substring(diagram.contentStart, diagram.contentEnd);
    return Stream.of(content.split("(?=<)|(?<=>)"))
        .filter(part -> part.startsWith("<!--"))
        .toList();
  }

  private static void assertUnchangedAround(String before, String after, int start, int end) {
    assertThat(after.regionMatches(0, before, 0, start)).isTrue();
    int suffixLength = before.length() - end;
    assertThat(after.regionMatches(after.length() - suffixLength, before, end, suffixLength))
        .isTrue();
    assertThat(after.length()).isGreaterThanOrEqualTo(start + suffixLength);
  }
}

package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.drawio.DiagramFiles;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.Geometry;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.file.DiagramContent.Item;
import dev.fcp.drawio.file.DiagramContent.PageContent;
import dev.fcp.drawio.file.DrawioFile.FilePage;
import dev.fcp.eventlog.domain.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DrawioLosslessTest {

  private static final DrawioFormat<DiagramContent> FORMAT = PlainFormat.standard();
  private static final int CELLS = 20;

  static List<Path> files() {
    return DiagramFiles.all();
  }

  @Test
  void the_folder_of_real_files_holds_63() {
    assumeTrue(
        DiagramFiles.corpusFolder().isPresent(), "no shared/corpus/drawio above this folder");
    assertThat(DiagramFiles.corpus()).hasSize(63);
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_that_was_read_is_written_as_it_was(Path file) {
    byte[] bytes = DiagramFiles.bytes(file);
    DiagramContent diagram = PlainFormat.read(bytes);
    assertThat(FORMAT.write(diagram, List.of(Source.of(bytes)))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_written_without_its_source_says_the_same(Path file) {
    DiagramContent diagram = PlainFormat.read(DiagramFiles.bytes(file));
    assertThat(PlainFormat.read(FORMAT.write(diagram, List.of())).difference(diagram)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void an_edit_changes_the_text_of_its_cell_and_nothing_else(Path file) throws Damage {
    byte[] bytes = DiagramFiles.bytes(file);
    DiagramContent diagram = PlainFormat.read(bytes);
    Source source = Source.of(bytes);
    DrawioFile before = parse(bytes);
    for (Place place : somePlaces(diagram)) {
      DiagramContent edited = place.in(diagram);
      byte[] written = FORMAT.write(edited, List.of(source));
      DrawioFile after = parse(written);
      assertThat(after.content().difference(edited)).isEmpty();
      assertThat(written).isNotEqualTo(bytes);
      assertDifferenceWithin(before, after, place);
      assertThat(FORMAT.write(diagram, List.of(Source.of(written), source))).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void of_two_edits_the_one_that_is_undone_leaves_no_trace(Path file) {
    byte[] bytes = DiagramFiles.bytes(file);
    DiagramContent diagram = PlainFormat.read(bytes);
    List<Place> places = somePlaces(diagram);
    for (int i = 1; i < Math.min(4, places.size()); i++) {
      DiagramContent first = places.get(i - 1).in(diagram);
      Source both = Source.of(FORMAT.write(places.get(i).in(first), List.of(Source.of(bytes))));
      byte[] one = FORMAT.write(first, List.of(Source.of(bytes)));
      byte[] oneLeft = FORMAT.write(first, List.of(Source.of(bytes), both));
      assertThat(oneLeft).isEqualTo(one);
    }
  }

  /** One edit of one cell. */
  private record Place(int page, int item, int edit) {

    DiagramContent in(DiagramContent diagram) {
      PageContent content = diagram.pages().get(page);
      List<Item> items = new ArrayList<>(content.items());
      Item old = items.get(item);
      items.set(item, new Item(old.key(), edited((Cell) old.entity())));
      List<PageContent> pages = new ArrayList<>(diagram.pages());
      pages.set(page, new PageContent(content.key(), content.page(), items));
      return new DiagramContent(diagram.document(), pages);
    }

    private Cell edited(Cell cell) {
      return switch (edit) {
        case 0 -> cell.withLabel(Optional.of(cell.label().orElse("") + " <new> \"&\" ☃"));
        case 1 -> cell.withStyle(Optional.of(cell.style().orElse(Style.EMPTY).with("tested", "1")));
        case 2 ->
            cell.withGeometry(
                Optional.of(cell.geometry().orElse(Geometry.EMPTY).withNumber("x", 12.75)));
        default -> cell.withAttributes(cell.attributes().without("value").with("tested", "'1'"));
      };
    }
  }

  private static List<Place> somePlaces(DiagramContent diagram) {
    List<Place> all = new ArrayList<>();
    for (int page = 0; page < diagram.pages().size(); page++) {
      List<Item> items = diagram.pages().get(page).items();
      for (int item = 0; item < items.size(); item++) {
        if (items.get(item).entity() instanceof Cell) {
          all.add(new Place(page, item, item % 4));
        }
      }
    }
    Collections.shuffle(all, new Random(1));
    return all.subList(0, Math.min(CELLS, all.size()));
  }

  private static void assertDifferenceWithin(DrawioFile before, DrawioFile after, Place place) {
    FilePage page = before.pages().get(place.page());
    XmlNode cell = page.nodes().get(place.item());
    String newText = after.pages().get(place.page()).modelText();
    assertSameAround(page.modelText(), newText, cell.start, cell.end);
    if (page.isCompressed()) {
      XmlNode diagram = page.diagram();
      assertThat(diagram).isNotNull();
      assertSameAround(
          before.file().text(), after.file().text(), diagram.contentStart, diagram.contentEnd);
    }
  }

  private static void assertSameAround(String before, String after, int start, int end) {
    assertThat(after).startsWith(before.substring(0, start));
    assertThat(after).endsWith(before.substring(end));
    assertThat(after.length()).isGreaterThan(before.length() - (end - start));
  }

  private static DrawioFile parse(byte[] bytes) throws Damage {
    return FileReader.read(bytes, DrawioLimits.standard(), new XmlTree(DrawioLimits.standard()));
  }
}

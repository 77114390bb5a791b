package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture of {@code docs/rollback.md} is the result of its operations. */
class RollbackDiagramTest {

  private static final Path DOCS = Path.of("../docs").toAbsolutePath().normalize();
  private static final Pattern BOX =
      Pattern.compile(
          "<mxCell id=\"([^\"]+)\" value=\"([^\"]*)\" style=\"([^\"]*)\" vertex=\"1\"[^>]*>\\s*"
              + "<mxGeometry x=\"(\\d+)\" y=\"(\\d+)\" width=\"(\\d+)\" height=\"(\\d+)\"");
  private static final Pattern EDGE =
      Pattern.compile("style=\"([^\"]*)\" edge=\"1\"[^>]* source=\"([^\"]+)\" target=\"([^\"]+)\"");

  @TempDir Path folder;

  @Test
  void the_operations_make_the_diagram() throws IOException {
    String[] operations =
        Files.readString(DOCS.resolve("rollback.ops"))
            .lines()
            .filter(line -> !line.startsWith("#"))
            .toArray(String[]::new);
    String[] words = new String[operations.length + 3];
    System.arraycopy(new String[] {"run", "--new", "rollback.drawio"}, 0, words, 0, 3);
    System.arraycopy(operations, 0, words, 3, operations.length);
    assertThat(new ProgramRunner(folder).run(words).combined())
        .contains("! saved ./rollback.drawio");
    assertThat(folder.resolve("rollback.drawio"))
        .hasSameBinaryContentAs(DOCS.resolve("rollback.drawio"));
  }

  @Test
  void the_picture_shows_the_diagram() throws IOException {
    String drawn = toSvg(Files.readString(DOCS.resolve("rollback.drawio")));
    assertThat(Files.readString(DOCS.resolve("rollback.svg"))).isEqualTo(drawn);
  }

  /** Converts a diagram to SVG: straight lines for the edges, and boxes on top of them. */
  private static String toSvg(String diagram) {
    StringBuilder boxes = new StringBuilder();
    Map<String, SvgBox> boxesById = new HashMap<>();
    for (MatchResult found : BOX.matcher(diagram).results().toList()) {
      SvgBox box = SvgBox.of(found);
      boxesById.put(found.group(1), box);
      boxes.append(box.toSvg(found.group(2), found.group(3)));
    }
    StringBuilder image =
        new StringBuilder(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 20 850 300\""
                + " font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n");
    for (MatchResult edge : EDGE.matcher(diagram).results().toList()) {
      SvgBox from = Objects.requireNonNull(boxesById.get(edge.group(2)));
      SvgBox to = Objects.requireNonNull(boxesById.get(edge.group(3)));
      image.append(
          "<path d=\"M%d %dH%d\" stroke=\"black\"%s/>\n"
              .formatted(from.x() + from.width(), from.middleY(), to.x(), dashes(edge.group(1))));
    }
    return image.append(boxes).append("</svg>\n").toString();
  }

  /** A box, in pixels. */
  private record SvgBox(int x, int y, int width, int height) {

    static SvgBox of(MatchResult found) {
      return new SvgBox(
          Integer.parseInt(found.group(4)),
          Integer.parseInt(found.group(5)),
          Integer.parseInt(found.group(6)),
          Integer.parseInt(found.group(7)));
    }

    int middleY() {
      return y + height / 2;
    }

    String toSvg(String text, String style) {
      return "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"%s\"%s/>\n"
              .formatted(
                  x,
                  y,
                  width,
                  height,
                  style(style, "fillColor", "white"),
                  style(style, "strokeColor", "black"),
                  dashes(style))
          + "<text x=\"%d\" y=\"%d\">%s</text>\n".formatted(x + width / 2, middleY() + 4, text);
    }
  }

  private static String dashes(String style) {
    return style(style, "dashed", "0").equals("1") ? " stroke-dasharray=\"4\"" : "";
  }

  private static String style(String style, String key, String otherwise) {
    Matcher token = Pattern.compile("(?:^|;)" + key + "=([^;]*)").matcher(style);
    return token.find() ? token.group(1) : otherwise;
  }
}

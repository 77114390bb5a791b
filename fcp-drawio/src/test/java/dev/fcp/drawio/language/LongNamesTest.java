package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.file.DrawioLimits;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events can encode the names of texts of any length. */
class LongNamesTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 199, 200, 201, 60_000})
  void removing_a_cell_with_an_image_style_can_be_undone(int length) {
    String style = "image=data:image/png;base64," + "A".repeat(length) + ";base64,A;html=1;";
    DiagramUnderTest diagram =
        DiagramUnderTest.of(
            """
            <mxfile><diagram id="p"><mxGraphModel><root><mxCell id="0"/>
            <mxCell id="1" parent="0"/><mxCell id="x" vertex="1" parent="1" style="%s"/>
            </root></mxGraphModel></diagram></mxfile>
            """
                .formatted(style));
    byte[] before = diagram.bytes();
    diagram.runSuccessfully("remove #x");
    var codec = diagram.domain().eventCodec();
    assertThat(diagram.events())
        .isNotEmpty()
        .allSatisfy(event -> assertThat(codec.decode(codec.encode(event))).isEqualTo(event));
    diagram.undo();
    assertThat(diagram.bytes()).isEqualTo(before);
    assertThat(new String(before, StandardCharsets.UTF_8)).contains(style);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<mxCell %s='1' id='x' vertex='1' parent='1'/>",
        "<object %s='1' id='x'><mxCell vertex='1' parent='1'/></object>",
        "<mxCell id='x' vertex='1' parent='1'><mxGeometry %s='1' as='geometry'/></mxCell>",
      })
  void removing_a_cell_with_the_longest_name_can_be_undone(String cell) {
    String longest = "n".repeat(DrawioLimits.standard().nameLength());
    assertRemovalUndone(cell.formatted(longest));
    assertThat(new DiagramDomain().format().read(file(cell.formatted(longest + "n"))))
        .isInstanceOfSatisfying(
            ReadResult.Unreadable.class,
            refused -> assertThat(refused.reason()).contains("10001 characters, more than 10000"));
  }

  @ParameterizedTest
  @ValueSource(ints = {9_999, 10_000, 10_001, 60_000})
  void removing_a_cell_with_a_long_point_role_can_be_undone(int length) {
    String role = "r".repeat(length);
    assertRemovalUndone(
        "<mxCell id='x' vertex='1' parent='1'><mxGeometry as='geometry'><mxPoint x='1' as='%s'/>"
                .formatted(role)
            + "</mxGeometry></mxCell>");
  }

  private static void assertRemovalUndone(String cell) {
    DiagramUnderTest diagram = DiagramUnderTest.of(file(cell));
    diagram.runSuccessfully("label #x Other");
    assertThat(DiagramUnderTest.of(diagram.bytes()).session().digest())
        .isEqualTo(diagram.session().digest());
    diagram.runSuccessfully("remove #x");
    diagram.undo();
    diagram.undo();
    assertThat(diagram.bytes()).isEqualTo(file(cell));
  }

  private static byte[] file(String cell) {
    return """
    <mxfile><diagram id="p"><mxGraphModel><root><mxCell id="0"/>
    <mxCell id="1" parent="0"/>%s</root></mxGraphModel></diagram></mxfile>
    """
        .formatted(cell)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void long_tokens_with_different_ends_have_different_units() {
    String start = "A".repeat(60_000);
    Style style = Style.parse(start + "B;" + start + "C;" + start + "B");
    assertThat(style.tokens()).extracting(Style.StyleToken::unit).doesNotHaveDuplicates();
    assertThat(style.tokens()).allSatisfy(token -> assertThat(token.unit()).hasSizeLessThan(250));
  }
}

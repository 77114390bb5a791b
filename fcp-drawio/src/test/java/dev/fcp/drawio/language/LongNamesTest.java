package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.file.DrawioLimits;
import dev.fcp.eventlog.domain.ReadResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of any length have names that an event can hold. */
class LongNamesTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 199, 200, 201, 60_000})
  void an_image_in_a_style_goes_and_comes_back(int length) {
    String style = "image=data:image/png;base64," + "A".repeat(length) + ";base64,A;html=1;";
    DiagramDesk desk =
        DiagramDesk.of(
            """
            <mxfile><diagram id="p"><mxGraphModel><root><mxCell id="0"/>
            <mxCell id="1" parent="0"/><mxCell id="x" vertex="1" parent="1" style="%s"/>
            </root></mxGraphModel></diagram></mxfile>
            """
                .formatted(style));
    byte[] before = desk.bytes();
    desk.done("remove #x");
    var codec = desk.domain().eventCodec();
    assertThat(desk.events())
        .isNotEmpty()
        .allSatisfy(event -> assertThat(codec.decode(codec.encode(event))).isEqualTo(event));
    desk.undo();
    assertThat(desk.bytes()).isEqualTo(before);
    assertThat(new String(before, StandardCharsets.UTF_8)).contains(style);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<mxCell %s='1' id='x' vertex='1' parent='1'/>",
        "<object %s='1' id='x'><mxCell vertex='1' parent='1'/></object>",
        "<mxCell id='x' vertex='1' parent='1'><mxGeometry %s='1' as='geometry'/></mxCell>",
      })
  void a_name_that_is_as_long_as_may_be_goes_and_comes_back(String cell) {
    String longest = "n".repeat(DrawioLimits.standard().nameLength());
    isRemovedAndBack(cell.formatted(longest));
    assertThat(new DiagramDomain().format().read(file(cell.formatted(longest + "n"))))
        .isInstanceOfSatisfying(
            ReadResult.Unreadable.class,
            refused -> assertThat(refused.reason()).contains("10001 characters, more than 10000"));
  }

  @ParameterizedTest
  @ValueSource(ints = {9_999, 10_000, 10_001, 60_000})
  void a_point_with_a_long_role_goes_and_comes_back(int length) {
    String role = "r".repeat(length);
    isRemovedAndBack(
        "<mxCell id='x' vertex='1' parent='1'><mxGeometry as='geometry'><mxPoint x='1' as='%s'/>"
                .formatted(role)
            + "</mxGeometry></mxCell>");
  }

  private static void isRemovedAndBack(String cell) {
    DiagramDesk desk = DiagramDesk.of(file(cell));
    desk.done("label #x Other");
    assertThat(DiagramDesk.of(desk.bytes()).session().digest()).isEqualTo(desk.session().digest());
    desk.done("remove #x");
    desk.undo();
    desk.undo();
    assertThat(desk.bytes()).isEqualTo(file(cell));
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
  void long_tokens_that_differ_at_the_end_have_names_that_differ() {
    String start = "A".repeat(60_000);
    Style style = Style.parse(start + "B;" + start + "C;" + start + "B");
    assertThat(style.tokens()).extracting(Style.Token::unit).doesNotHaveDuplicates();
    assertThat(style.tokens()).allSatisfy(token -> assertThat(token.unit()).hasSizeLessThan(250));
  }
}

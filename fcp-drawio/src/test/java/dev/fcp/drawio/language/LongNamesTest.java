package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.Style;
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
    Desk desk =
        Desk.of(
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

  @Test
  void long_tokens_that_differ_at_the_end_have_names_that_differ() {
    String start = "A".repeat(60_000);
    Style style = Style.parse(start + "B;" + start + "C;" + start + "B");
    assertThat(style.tokens()).extracting(Style.Token::unit).doesNotHaveDuplicates();
    assertThat(style.tokens()).allSatisfy(token -> assertThat(token.unit()).hasSizeLessThan(250));
  }
}

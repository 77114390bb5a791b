package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiagramEventCodecTest {

  private final EventCodec<DiagramEvent> codec = new DiagramDomain().eventCodec();

  static List<String> golden() {
    try (InputStream in = DiagramEventCodecTest.class.getResourceAsStream("/events.jsonl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void the_samples_cover_every_event_type() {
    List<Class<?>> types = Arrays.asList(DiagramEvent.class.getPermittedSubclasses());
    assertThat(types).hasSize(21);
    assertThat(SampleDiagramEvents.all().stream().<Class<?>>map(Object::getClass).toList())
        .containsExactlyInAnyOrderElementsOf(types);
  }

  @Test
  void every_event_type_is_encoded_as_in_earlier_releases() {
    assertThat(SampleDiagramEvents.all().stream().map(codec::encode).map(ValueJson::write))
        .containsExactlyElementsOf(golden());
  }

  @Test
  void every_golden_line_decodes_to_its_event() {
    assertThat(golden().stream().map(line -> codec.decode(ValueJson.read(line).asFields())))
        .containsExactlyElementsOf(SampleDiagramEvents.all());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"shape_moved\"}",
        "{\"type\":\"title_changed\",\"pageId\":\"p\",\"rootId\":\"0\"}",
        "{\"type\":\"title_changed\",\"pageId\":\"\",\"rootId\":\"0\",\"after\":\"x\"}",
        "{\"type\":\"document_modified\",\"before\":{},\"after\":{}}",
        "{\"type\":\"document_modified\",\"before\":{},\"after\":{\"attr.x\":\"1\"},\"more\":1}",
        "{\"type\":\"page_removed\",\"page\":{\"id\":\"p\",\"storedId\":\"q\","
            + "\"placement\":{\"order\":\"V\"}}}",
        "{\"type\":\"shape_created\",\"pageId\":\"p\",\"shape\":{\"id\":\"s\",\"storedId\":\"s\","
            + "\"attr.edge\":\"1\",\"placement\":{\"order\":\"V\",\"parent\":\"1\"}}}",
        "{\"type\":\"shape_created\",\"pageId\":\"p\",\"shape\":{\"id\":\"s\",\"storedId\":\"s\","
            + "\"attr.vertex\":\"1\",\"placement\":{\"order\":\"0\",\"parent\":\"1\"}}}"
      })
  void malformed_events_are_refused(String line) {
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> codec.decode(ValueJson.read(line).asFields()));
  }
}

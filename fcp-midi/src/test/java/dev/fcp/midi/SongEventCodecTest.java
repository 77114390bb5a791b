package dev.fcp.midi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SongEventCodecTest {

  private final EventCodec<SongEvent> codec = new SongDomain().eventCodec();

  static List<String> golden() {
    try (InputStream in = SongEventCodecTest.class.getResourceAsStream("/events.jsonl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void the_samples_cover_every_event_type() {
    List<Class<?>> types = Arrays.asList(SongEvent.class.getPermittedSubclasses());
    assertThat(types).hasSize(24);
    assertThat(
            SampleSongEvents.all().stream()
                .<Class<?>>map(Object::getClass)
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(types);
  }

  @Test
  void every_event_type_is_encoded_as_in_earlier_releases() {
    assertThat(SampleSongEvents.all().stream().map(codec::encode).map(ValueJson::write))
        .containsExactlyElementsOf(golden());
  }

  @Test
  void every_golden_line_decodes_to_its_event() {
    assertThat(golden().stream().map(line -> codec.decode(ValueJson.read(line).asFields())))
        .containsExactlyElementsOf(SampleSongEvents.all());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"note_moved\"}",
        "{\"type\":\"note_modified\",\"trackId\":\"t1\",\"noteId\":\"n\",\"fieldName\":\"pitch\","
            + "\"oldValue\":60,\"newValue\":60}",
        "{\"type\":\"note_modified\",\"trackId\":\"\",\"noteId\":\"n\",\"fieldName\":\"pitch\","
            + "\"oldValue\":60,\"newValue\":61}",
        "{\"type\":\"format_changed\",\"oldFormat\":0,\"newFormat\":3}",
        "{\"type\":\"format_changed\",\"oldFormat\":0,\"newFormat\":4294967297}",
        "{\"type\":\"format_changed\",\"oldFormat\":0,\"newFormat\":1,\"more\":1}",
        "{\"type\":\"tempo_changed\",\"trackId\":\"t1\",\"messageId\":\"m\",\"absoluteTick\":0}",
        "{\"type\":\"tempo_changed\",\"trackId\":\"t1\",\"messageId\":\"m\",\"absoluteTick\":0,"
            + "\"newBpm\":\"121\",\"newEntry\":{\"message\":\"ff5107a120\",\"order\":\"V\","
            + "\"tick\":0}}",
        "{\"type\":\"opaque_added\",\"trackId\":\"t1\",\"messageId\":\"m\",\"tick\":0,"
            + "\"order\":\"V\",\"message\":\"ff5107a120\"}",
        "{\"type\":\"opaque_added\",\"trackId\":\"t1\",\"messageId\":\"m\",\"tick\":268435456,"
            + "\"order\":\"V\",\"message\":\"c005\"}",
        "{\"type\":\"opaque_added\",\"trackId\":\"t1\",\"messageId\":\"m\",\"tick\":0,"
            + "\"order\":\"V\",\"message\":\"C005\"}",
        "{\"type\":\"cc_added\",\"trackId\":\"t1\",\"ccId\":\"m\",\"ccSnapshot\":{\"channel\":16,"
            + "\"controller\":7,\"order\":\"V\",\"tick\":0,\"value\":0}}"
      })
  void malformed_events_are_refused(String line) {
    assertThatExceptionOfType(MalformedValueException.class)
        .isThrownBy(() -> codec.decode(ValueJson.read(line).asFields()));
  }
}

package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sound.midi.InvalidMidiDataException;
import javax.sound.midi.MetaMessage;
import javax.sound.midi.MidiEvent;
import javax.sound.midi.MidiMessage;
import javax.sound.midi.MidiSystem;
import javax.sound.midi.Sequence;
import javax.sound.midi.Track;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code javax.sound.midi} reads the same messages at the same ticks. */
class JavaxSoundTest {

  private static final int FORMAT_OFFSET = 9;
  private static final HexFormat HEX = HexFormat.of();

  static List<Arguments> files() {
    Map<String, byte[]> files = new LinkedHashMap<>(SmfTestFiles.files());
    // The platform's reader does not support wrappers.
    files.keySet().removeIf(name -> name.startsWith("rmid"));
    return SmfTestFiles.testArguments(files);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void the_messages_equal_those_of_the_platform(String name, byte[] bytes)
      throws InvalidMidiDataException, IOException {
    assertThat(platformLines(bytes)).isEqualTo(ourLines(bytes));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void the_messages_of_a_canonical_file_equal_those_of_the_platform(String name, byte[] bytes)
      throws InvalidMidiDataException, IOException {
    byte[] canonical = SmfFile.write(SmfTestFiles.read(bytes).content(), List.of());
    assertThat(platformLines(canonical)).isEqualTo(ourLines(bytes));
  }

  private static List<List<String>> ourLines(byte[] bytes) {
    return SmfTestFiles.read(bytes).content().tracks().map(SmfTestFiles::lines).toList();
  }

  private static List<List<String>> platformLines(byte[] bytes)
      throws InvalidMidiDataException, IOException {
    byte[] readable = bytes.clone();
    if (readable[FORMAT_OFFSET] == 2) {
      // The platform's reader does not support format 2, but its tracks are encoded like any
      // others.
      readable[FORMAT_OFFSET] = 1;
    }
    Sequence sequence = MidiSystem.getSequence(new ByteArrayInputStream(readable));
    List<List<String>> tracks = new ArrayList<>();
    for (Track track : sequence.getTracks()) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < track.size(); i++) {
        lines.add(line(track.get(i)));
      }
      tracks.add(lines);
    }
    return tracks;
  }

  private static String line(MidiEvent event) {
    MidiMessage message = event.getMessage();
    if (!(message instanceof MetaMessage meta)) {
      return event.getTick() + " " + HEX.formatHex(message.getMessage(), 0, message.getLength());
    }
    if (meta.getType() == 0x2F) {
      return event.getTick() + " end";
    }
    return "%d ff%02x%s".formatted(event.getTick(), meta.getType(), HEX.formatHex(meta.getData()));
  }
}

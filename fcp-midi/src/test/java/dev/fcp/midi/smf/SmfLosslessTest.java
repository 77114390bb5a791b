package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.midi.smf.SmfContent.Part;
import dev.fcp.midi.smf.SmfContent.Track;
import dev.fcp.spec.generator.Tries;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SmfLosslessTest {

  private static final int EDITS = Tries.of(20);

  static List<Arguments> files() {
    return Smf.arguments(Smf.files());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void a_file_that_was_read_is_written_as_it_was(String name, byte[] bytes) {
    assertThat(Smf.write(Smf.read(bytes).content(), bytes)).isEqualTo(bytes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void a_file_written_without_its_source_says_the_same(String name, byte[] bytes) {
    SmfContent content = Smf.read(bytes).content();
    assertThat(Smf.read(Smf.write(content)).content()).isEqualTo(content);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void an_edit_changes_its_track_only_and_is_undone_to_the_byte(String name, byte[] bytes) {
    SmfFile file = Smf.read(bytes);
    for (Edit edit : edits(file.content())) {
      SmfContent edited = edit.in(file.content());
      byte[] written = Smf.write(edited, bytes);
      SmfFile read = Smf.read(written);
      assertThat(read.content()).isEqualTo(edited);
      assertOtherTracksAsTheyWere(file, read, edit.track());
      assertThat(Smf.write(file.content(), bytes, written)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void an_edit_that_moves_nothing_keeps_the_text_of_all_other_messages(String name, byte[] bytes) {
    SmfFile file = Smf.read(bytes);
    for (Edit edit : edits(file.content())) {
      byte[] written = Smf.write(edit.in(file.content()), bytes);
      SmfTrack track = file.tracks().get(edit.track());
      int start = track.textStart(edit.message());
      int end = track.textEnd(edit.message() + 1);
      int lengthAt = track.textOffset() + 4;
      assertThat(Arrays.copyOf(written, start))
          .satisfies(head ->
              assertThat(without(head, lengthAt))
                  .isEqualTo(without(Arrays.copyOf(bytes, start), lengthAt)));
      byte[] tail = Arrays.copyOfRange(bytes, end, bytes.length);
      assertThat(written).endsWith(tail);
    }
  }

  /** Beginnings of a file but for what counts bytes: the length of a track, sizes of a wrapper. */
  private static byte[] without(byte[] head, int lengthAt) {
    Arrays.fill(head, lengthAt, lengthAt + 4, (byte) 0);
    if (head[0] == 'R') {
      Arrays.fill(head, 4, 8, (byte) 0);
      int song = new String(head, StandardCharsets.ISO_8859_1).indexOf("MThd");
      Arrays.fill(head, song - 4, song, (byte) 0);
    }
    return head;
  }

  /** Another last byte of one message. */
  private record Edit(int track, int message) {

    SmfContent in(SmfContent content) {
      List<Part> parts = new ArrayList<>(content.parts());
      int place = placeOf(content, track);
      parts.set(place, in((Track) parts.get(place)));
      return new SmfContent(
          content.format(),
          content.division(),
          content.extra(),
          parts,
          content.trailing(),
          content.wrapper());
    }

    private Track in(Track track) {
      MessageList.Builder builder = MessageList.builder();
      MessageList messages = track.messages();
      for (int i = 0; i < messages.size(); i++) {
        byte[] bytes = messages.bytes(i);
        if (i == message) {
          bytes[bytes.length - 1] ^= 1;
        }
        builder.add(messages.absoluteTick(i), bytes);
      }
      return new Track(builder.build(), track.endTick(), track.trailing());
    }

    private static int placeOf(SmfContent content, int track) {
      return IntStream.range(0, content.parts().size())
          .filter(place -> content.parts().get(place) instanceof Track)
          .skip(track)
          .findFirst()
          .orElseThrow();
    }
  }

  /** Messages of which the last byte can be another: those with data. */
  private static List<Edit> edits(SmfContent content) {
    List<Edit> all = new ArrayList<>();
    List<Track> tracks = content.tracks().toList();
    for (int track = 0; track < tracks.size(); track++) {
      MessageList messages = tracks.get(track).messages();
      for (int i = 0; i < messages.size(); i++) {
        if (messages.lengthBytes(i) > (messages.status(i) == 0xFF ? 2 : 1)) {
          all.add(new Edit(track, i));
        }
      }
    }
    Collections.shuffle(all, new Random(1));
    return all.subList(0, Math.min(EDITS, all.size()));
  }

  private static void assertOtherTracksAsTheyWere(SmfFile before, SmfFile after, int edited) {
    for (int i = 0; i < before.tracks().size(); i++) {
      if (i != edited) {
        assertThat(text(after, i)).isEqualTo(text(before, i));
      }
    }
  }

  private static byte[] text(SmfFile file, int track) {
    SmfTrack text = file.tracks().get(track);
    return Arrays.copyOfRange(file.bytes(), text.textOffset(), text.end());
  }
}

package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.midi.smf.SmfContent.FileChunk;
import dev.fcp.midi.smf.SmfContent.TrackChunk;
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
    return SmfTestFiles.testArguments(SmfTestFiles.files());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void an_unchanged_file_is_written_byte_for_byte(String name, byte[] bytes) {
    assertThat(SmfTestFiles.write(SmfTestFiles.read(bytes).content(), bytes)).isEqualTo(bytes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void a_file_written_without_its_source_has_the_same_content(String name, byte[] bytes) {
    SmfContent content = SmfTestFiles.read(bytes).content();
    assertThat(SmfTestFiles.read(SmfTestFiles.write(content)).content()).isEqualTo(content);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void an_edit_changes_its_track_only_and_is_undone_to_the_byte(String name, byte[] bytes) {
    SmfFile file = SmfTestFiles.read(bytes);
    for (MessageEdit edit : edits(file.content())) {
      SmfContent edited = edit.applyTo(file.content());
      byte[] written = SmfTestFiles.write(edited, bytes);
      SmfFile read = SmfTestFiles.read(written);
      assertThat(read.content()).isEqualTo(edited);
      assertOtherTracksUnchanged(file, read, edit.track());
      assertThat(SmfTestFiles.write(file.content(), bytes, written)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void an_edit_of_one_message_keeps_the_bytes_of_all_others(String name, byte[] bytes) {
    SmfFile file = SmfTestFiles.read(bytes);
    for (MessageEdit edit : edits(file.content())) {
      byte[] written = SmfTestFiles.write(edit.applyTo(file.content()), bytes);
      SmfTrack track = file.tracks().get(edit.track());
      int start = track.encodedStart(edit.message());
      int end = track.encodedEnd(edit.message() + 1);
      int lengthOffset = track.offsetBytes() + 4;
      assertThat(Arrays.copyOf(written, start))
          .satisfies(head ->
              assertThat(withoutSizes(head, lengthOffset))
                  .isEqualTo(withoutSizes(Arrays.copyOf(bytes, start), lengthOffset)));
      byte[] tail = Arrays.copyOfRange(bytes, end, bytes.length);
      assertThat(written).endsWith(tail);
    }
  }

  /**
   * The start of a file with its sizes cleared: the length of a track and the sizes of a wrapper.
   */
  private static byte[] withoutSizes(byte[] head, int lengthOffset) {
    Arrays.fill(head, lengthOffset, lengthOffset + 4, (byte) 0);
    if (head[0] == 'R') {
      Arrays.fill(head, 4, 8, (byte) 0);
      int song = new String(head, StandardCharsets.ISO_8859_1).indexOf("MThd");
      Arrays.fill(head, song - 4, song, (byte) 0);
    }
    return head;
  }

  /** A change of the last byte of one message. */
  private record MessageEdit(int track, int message) {

    SmfContent applyTo(SmfContent content) {
      List<FileChunk> chunks = new ArrayList<>(content.chunks());
      int index = chunkIndex(content, track);
      chunks.set(index, changedTrack((TrackChunk) chunks.get(index)));
      return new SmfContent(
          content.format(),
          content.division(),
          content.extra(),
          chunks,
          content.trailing(),
          content.wrapper());
    }

    private TrackChunk changedTrack(TrackChunk track) {
      MessageList.Builder builder = MessageList.builder();
      MessageList messages = track.messages();
      for (int i = 0; i < messages.size(); i++) {
        byte[] bytes = messages.bytes(i);
        if (i == message) {
          bytes[bytes.length - 1] ^= 1;
        }
        builder.add(messages.absoluteTick(i), bytes);
      }
      return new TrackChunk(builder.build(), track.endTick(), track.trailing());
    }

    private static int chunkIndex(SmfContent content, int track) {
      return IntStream.range(0, content.chunks().size())
          .filter(index -> content.chunks().get(index) instanceof TrackChunk)
          .skip(track)
          .findFirst()
          .orElseThrow();
    }
  }

  /** Edits of messages whose last byte can be changed, which are those with data. */
  private static List<MessageEdit> edits(SmfContent content) {
    List<MessageEdit> edits = new ArrayList<>();
    List<TrackChunk> tracks = content.tracks().toList();
    for (int track = 0; track < tracks.size(); track++) {
      MessageList messages = tracks.get(track).messages();
      for (int i = 0; i < messages.size(); i++) {
        if (messages.lengthBytes(i) > (messages.status(i) == 0xFF ? 2 : 1)) {
          edits.add(new MessageEdit(track, i));
        }
      }
    }
    Collections.shuffle(edits, new Random(1));
    return edits.subList(0, Math.min(EDITS, edits.size()));
  }

  private static void assertOtherTracksUnchanged(SmfFile before, SmfFile after, int edited) {
    for (int i = 0; i < before.tracks().size(); i++) {
      if (i != edited) {
        assertThat(encodedTrack(after, i)).isEqualTo(encodedTrack(before, i));
      }
    }
  }

  private static byte[] encodedTrack(SmfFile file, int trackIndex) {
    SmfTrack track = file.tracks().get(trackIndex);
    return Arrays.copyOfRange(file.bytes(), track.offsetBytes(), track.end());
  }
}

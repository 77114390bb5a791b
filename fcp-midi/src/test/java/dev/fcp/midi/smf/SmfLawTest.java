package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.midi.smf.SmfContent.FileChunk;
import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SmfLawTest {

  @Property(tries = 1000)
  void content_survives_a_round_trip_with_any_versions(
      @ForAll("contents") SmfContent content, @ForAll("versions") List<SmfFile> versions) {
    assertThat(SmfTestFiles.read(SmfFile.write(content, versions)).content()).isEqualTo(content);
  }

  @Property(tries = 500)
  void a_version_with_equal_content_is_written_byte_for_byte(
      @ForAll("contents") SmfContent content, @ForAll("versions") List<SmfFile> versions) {
    SmfFile written = SmfTestFiles.read(SmfFile.write(content, versions));
    List<SmfFile> more = new ArrayList<>(versions);
    more.add(0, written);
    assertThat(SmfFile.write(written.content(), more)).isEqualTo(written.bytes());
  }

  @Property(tries = 1000)
  void changed_content_survives_a_round_trip(
      @ForAll("files") SmfFile file, @ForAll long seed, @ForAll("versions") List<SmfFile> more) {
    SmfContent changed = new RandomSmfChange(new Random(seed)).applyTo(file.content());
    List<SmfFile> versions = new ArrayList<>(more);
    versions.add((int) Math.floorMod(seed, more.size() + 1L), file);
    assertThat(SmfTestFiles.read(SmfFile.write(changed, versions)).content()).isEqualTo(changed);
  }

  /** Removes, repeats and moves some tracks and messages. */
  private record RandomSmfChange(Random random) {

    SmfContent applyTo(SmfContent content) {
      List<FileChunk> chunks = new ArrayList<>();
      for (FileChunk chunk : content.chunks()) {
        for (int copies = copyCount(); copies > 0; copies--) {
          int index = random.nextInt(4) == 0 ? random.nextInt(chunks.size() + 1) : chunks.size();
          chunks.add(index, chunk instanceof TrackChunk track ? changedTrack(track) : chunk);
        }
      }
      return new SmfContent(
          random.nextInt(3),
          content.division(),
          content.extra(),
          chunks,
          content.trailing(),
          content.wrapper());
    }

    private TrackChunk changedTrack(TrackChunk track) {
      MessageList.Builder changed = MessageList.builder();
      MessageList messages = track.messages();
      long shiftTicks = 0;
      for (int i = 0; i < messages.size(); i++) {
        shiftTicks += random.nextInt(9) == 0 ? random.nextInt(200) : 0;
        for (int copies = copyCount(); copies > 0; copies--) {
          changed.add(messages.absoluteTick(i) + shiftTicks, messages.bytes(i));
        }
      }
      return new TrackChunk(changed.build(), track.endTick() + shiftTicks, track.trailing());
    }

    private int copyCount() {
      int roll = random.nextInt(12);
      return roll == 0 ? 0 : roll == 1 ? 2 : 1;
    }
  }

  @Provide
  Arbitrary<SmfFile> files() {
    return Arbitraries.of(SmfFixtures.all().values().stream().map(SmfTestFiles::read).toList());
  }

  @Provide
  Arbitrary<SmfContent> contents() {
    return Arbitraries.oneOf(files().map(SmfFile::content), SmfContentArbitraries.contents());
  }

  @Provide
  Arbitrary<List<SmfFile>> versions() {
    Arbitrary<SmfFile> written =
        SmfContentArbitraries.contents()
            .map(content -> SmfTestFiles.read(SmfFile.write(content, List.of())));
    return Arbitraries.oneOf(files(), written).list().ofMaxSize(3);
  }
}

package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.midi.smf.SmfContent.Part;
import dev.fcp.midi.smf.SmfContent.Track;
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
  void what_is_written_with_any_versions_is_read_as_it_was(
      @ForAll("contents") SmfContent content, @ForAll("versions") List<SmfFile> versions) {
    assertThat(Smf.read(SmfFile.write(content, versions)).content()).isEqualTo(content);
  }

  @Property(tries = 500)
  void a_version_that_says_the_same_is_written_as_it_was(
      @ForAll("contents") SmfContent content, @ForAll("versions") List<SmfFile> versions) {
    SmfFile written = Smf.read(SmfFile.write(content, versions));
    List<SmfFile> more = new ArrayList<>(versions);
    more.add(0, written);
    assertThat(SmfFile.write(written.content(), more)).isEqualTo(written.bytes());
  }

  @Property(tries = 1000)
  void a_file_that_was_changed_is_read_as_it_was(
      @ForAll("files") SmfFile file, @ForAll long seed, @ForAll("versions") List<SmfFile> more) {
    SmfContent changed = new Shuffle(new Random(seed)).of(file.content());
    List<SmfFile> versions = new ArrayList<>(more);
    versions.add((int) Math.floorMod(seed, more.size() + 1L), file);
    assertThat(Smf.read(SmfFile.write(changed, versions)).content()).isEqualTo(changed);
  }

  /** Leaves out, repeats and moves some tracks and messages. */
  private record Shuffle(Random random) {

    SmfContent of(SmfContent content) {
      List<Part> parts = new ArrayList<>();
      for (Part part : content.parts()) {
        for (int copies = copies(); copies > 0; copies--) {
          int place = random.nextInt(4) == 0 ? random.nextInt(parts.size() + 1) : parts.size();
          parts.add(place, part instanceof Track track ? of(track) : part);
        }
      }
      return new SmfContent(
          random.nextInt(3),
          content.division(),
          content.extra(),
          parts,
          content.trailing(),
          content.wrapper());
    }

    private Track of(Track track) {
      MessageList.Builder changed = MessageList.builder();
      MessageList messages = track.messages();
      long later = 0;
      for (int i = 0; i < messages.size(); i++) {
        later += random.nextInt(9) == 0 ? random.nextInt(200) : 0;
        for (int copies = copies(); copies > 0; copies--) {
          changed.add(messages.absoluteTick(i) + later, messages.bytes(i));
        }
      }
      return new Track(changed.build(), track.endTick() + later, track.trailing());
    }

    private int copies() {
      int dice = random.nextInt(12);
      return dice == 0 ? 0 : dice == 1 ? 2 : 1;
    }
  }

  @Provide
  Arbitrary<SmfFile> files() {
    return Arbitraries.of(SmfFixtures.all().values().stream().map(Smf::read).toList());
  }

  @Provide
  Arbitrary<SmfContent> contents() {
    return Arbitraries.oneOf(files().map(SmfFile::content), RandomSmf.contents());
  }

  @Provide
  Arbitrary<List<SmfFile>> versions() {
    Arbitrary<SmfFile> written =
        RandomSmf.contents().map(content -> Smf.read(SmfFile.write(content, List.of())));
    return Arbitraries.oneOf(files(), written).list().ofMaxSize(3);
  }
}

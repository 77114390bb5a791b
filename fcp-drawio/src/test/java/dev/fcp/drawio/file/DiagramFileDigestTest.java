package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.DiagramFiles;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The digest of a model covers exactly the content of its file. */
class DiagramFileDigestTest {

  private static final DrawioFormat<DiagramContent> FORMAT = ContentFormat.standard();
  private static final DiagramDomain DOMAIN = new DiagramDomain();

  static List<Path> everyFile() {
    return DiagramFiles.all();
  }

  @ParameterizedTest
  @MethodSource("everyFile")
  void a_rewritten_file_has_the_same_digest(Path file) {
    DiagramContent diagram = ContentFormat.read(DiagramFiles.bytes(file));
    DiagramContent reread = ContentFormat.read(FORMAT.write(diagram, List.of()));
    assertThat(digest(reread)).isEqualTo(digest(diagram));
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void a_diagram_has_the_same_digest_after_a_round_trip(
      @ForAll("diagrams") DiagramContent diagram) {
    DiagramContent reread = ContentFormat.read(FORMAT.write(diagram, List.of()));
    assertThat(digest(reread)).isEqualTo(digest(diagram));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void digests_are_equal_exactly_if_contents_are(
      @ForAll("files") Path file, @ForAll("diagrams") DiagramContent other, @ForAll long seed) {
    byte[] bytes = DiagramFiles.bytes(file);
    DiagramContent diagram = ContentFormat.read(bytes);
    DiagramContent changed = new RandomDiagramChange(new Random(seed), other).applyTo(diagram);
    assertThat(digest(changed).matches(digest(diagram))).isEqualTo(changed.contentEquals(diagram));
    DiagramContent reread = ContentFormat.read(FORMAT.write(changed, List.of(Source.of(bytes))));
    assertThat(digest(reread)).isEqualTo(digest(changed));
  }

  @Provide
  Arbitrary<Path> files() {
    return Arbitraries.of(DiagramFiles.fixtures());
  }

  @Provide
  Arbitrary<DiagramContent> diagrams() {
    return DiagramContentArbitraries.diagrams();
  }

  private static Digest digest(DiagramContent diagram) {
    return DOMAIN.digest(EntityModel.of(DOMAIN.spec(), diagram.entities()));
  }
}

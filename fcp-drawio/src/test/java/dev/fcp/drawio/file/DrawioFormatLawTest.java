package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramFiles;
import dev.fcp.eventlog.domain.Source;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DrawioFormatLawTest {

  private static final DrawioFormat<DiagramContent> FORMAT = ContentFormat.standard();

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void a_diagram_survives_a_round_trip_with_any_sources(
      @ForAll("diagrams") DiagramContent diagram, @ForAll("sources") List<Source> sources) {
    byte[] written = FORMAT.write(diagram, sources);
    assertThat(ContentFormat.read(written).firstDifference(diagram)).isEmpty();
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void an_unchanged_diagram_is_written_as_its_source(
      @ForAll("sources") List<Source> sources, @ForAll("diagrams") DiagramContent diagram) {
    byte[] bytes = FORMAT.write(diagram, sources);
    List<Source> newest = new ArrayList<>(sources);
    newest.add(0, Source.of(bytes));
    assertThat(FORMAT.write(ContentFormat.read(bytes), newest)).isEqualTo(bytes);
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void a_later_version_survives_a_round_trip(
      @ForAll("diagrams") DiagramContent first, @ForAll("diagrams") DiagramContent second) {
    Source source = Source.of(FORMAT.write(first, List.of()));
    byte[] written = FORMAT.write(second, List.of(source));
    assertThat(ContentFormat.read(written).firstDifference(second)).isEmpty();
    assertThat(FORMAT.write(first, List.of(source, Source.of(written)))).isEqualTo(source.bytes());
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void a_changed_diagram_survives_a_round_trip(
      @ForAll("files") Path file,
      @ForAll("diagrams") DiagramContent other,
      @ForAll("sources") List<Source> more,
      @ForAll long seed) {
    DiagramContent changed =
        new RandomDiagramChange(new Random(seed), other)
            .applyTo(ContentFormat.read(DiagramFiles.bytes(file)));
    List<Source> sources = new ArrayList<>(more);
    sources.add((int) Math.floorMod(seed, more.size() + 1L), Source.of(DiagramFiles.bytes(file)));
    byte[] written = FORMAT.write(changed, sources);
    assertThat(ContentFormat.read(written).firstDifference(changed)).isEmpty();
  }

  @Provide
  Arbitrary<Path> files() {
    return Arbitraries.of(DiagramFiles.fixtures());
  }

  @Provide
  Arbitrary<DiagramContent> diagrams() {
    return DiagramContentArbitraries.diagrams();
  }

  @Provide
  Arbitrary<List<Source>> sources() {
    Arbitrary<Source> fixtures =
        Arbitraries.of(DiagramFiles.fixtures()).map(file -> Source.of(DiagramFiles.bytes(file)));
    Arbitrary<Source> written =
        DiagramContentArbitraries.diagrams()
            .map(diagram -> Source.of(FORMAT.write(diagram, List.of())));
    Arbitrary<Source> unreadable =
        Arbitraries.of("", "<mxfile>", "no file")
            .map(text -> Source.of(text.getBytes(StandardCharsets.UTF_8)));
    return Arbitraries.oneOf(fixtures, written, unreadable).list().ofMaxSize(3);
  }
}

package dev.fcp.drawio.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.DiagramFiles;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.entity.EntityModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Applying the diff between two files to the first one gives the second one. */
class DiagramCorpusDiffTest {

  private final DiagramDomain domain = new DiagramDomain();

  /** A pair of files. */
  record FilePair(Path from, Path to) {
    @Override
    public String toString() {
      return from.getFileName() + " to " + to.getFileName();
    }
  }

  /** All adjacent fixtures, and 20 pairs of adjacent corpus files. */
  static List<FilePair> pairs() {
    List<FilePair> pairs = new ArrayList<>(adjacentPairs(DiagramFiles.fixtures()));
    List<FilePair> corpusPairs = adjacentPairs(DiagramFiles.corpus());
    pairs.addAll(corpusPairs.subList(0, Math.min(20, corpusPairs.size())));
    return pairs;
  }

  private static List<FilePair> adjacentPairs(List<Path> files) {
    List<FilePair> pairs = new ArrayList<>();
    for (int i = 1; i < files.size(); i++) {
      pairs.add(new FilePair(files.get(i - 1), files.get(i)));
    }
    return pairs;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void a_diff_leads_from_one_file_to_another(FilePair pair) {
    EntityModel<DiagramKey, DiagramEntity> from = DiagramFiles.model(pair.from());
    EntityModel<DiagramKey, DiagramEntity> to = DiagramFiles.model(pair.to());
    assertThat(domain.diff(from, from)).isEmpty();
    EntityModel<DiagramKey, DiagramEntity> model = from;
    for (DiagramEvent event : domain.diff(from, to)) {
      Optional<Conflict> conflict = domain.check(event, model);
      assertThat(conflict).describedAs(event.toString()).isEmpty();
      model = domain.replay(event, model);
    }
    assertThat(
            DiagramContent.of(model.entities()).firstDifference(DiagramContent.of(to.entities())))
        .isEmpty();
    assertThat(domain.digest(model)).isEqualTo(domain.digest(to));
    assertThat(domain.digestFromScratch(model)).isEqualTo(domain.digest(to));
    assertThat(domain.diff(model, to)).isEmpty();
  }

  @Test
  void there_are_enough_pairs() {
    assertThat(pairs().size()).isGreaterThan(DiagramFiles.corpusFolder().isPresent() ? 50 : 30);
  }
}

package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Synthetic ids occur only in keys, never in references or in files. */
class SyntheticIdsTest {

  private static final Optional<String> SYNTHETIC = Optional.of(DiagramKey.syntheticId(3));

  @Test
  void no_cell_refers_to_a_synthetic_id_or_has_one_in_the_file() {
    Cell cell = SampleDiagramEvents.edge();
    assertThatThrownBy(() -> cell.withParent(SYNTHETIC)).hasMessageStartingWith("parent: ");
    assertThatThrownBy(() -> cell.withEnds(SYNTHETIC, cell.target()))
        .hasMessageStartingWith("source: ");
    assertThatThrownBy(() -> cell.withEnds(cell.source(), SYNTHETIC))
        .hasMessageStartingWith("target: ");
    assertThatThrownBy(() -> Cell.blank(SYNTHETIC.get(), cell.order()))
        .hasMessageStartingWith("storedId: ");
    assertThatThrownBy(() -> Page.named(SYNTHETIC.get(), "name", OrderKey.initial(0)))
        .hasMessageStartingWith("storedId: ");
  }

  @Test
  void an_event_that_refers_to_a_synthetic_id_does_not_apply() {
    DiagramDomain domain = new DiagramDomain();
    DiagramKey layer = DiagramKey.cell("page-1", "1");
    Value source = Value.Fields.of(Map.of("cell", Value.of(SYNTHETIC.get())));
    DiagramEvent event =
        new DiagramEvent.LayerModified(
            new Change.Modified<>(
                layer, Value.Fields.EMPTY, Value.Fields.of(Map.of("source", source))));
    assertThat(domain.check(event, domain.empty())).isPresent();
  }
}

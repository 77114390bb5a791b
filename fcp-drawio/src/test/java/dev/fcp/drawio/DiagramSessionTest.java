package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.session.SessionContract;
import java.util.Map;
import java.util.Optional;

/** Runs random programs on sessions of diagrams. */
class DiagramSessionTest
    extends SessionContract<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  private static final DiagramDomain DOMAIN = new DiagramDomain();

  DiagramSessionTest() {
    super(true);
  }

  @Override
  protected Domain<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> domain() {
    return DOMAIN;
  }

  @Override
  protected Generator<EntityModel<DiagramKey, DiagramEntity>> models() {
    return DiagramGenerator.models();
  }

  @Override
  protected Generator<DiagramEvent> events(EntityModel<DiagramKey, DiagramEntity> diagram) {
    return DiagramEventGenerator.events(diagram);
  }

  /** Generates changes of the label of the first cell. */
  @Override
  protected Generator<DiagramEvent> mergeableEvents(
      EntityModel<DiagramKey, DiagramEntity> diagram) {
    for (Map.Entry<DiagramKey, DiagramEntity> entry : diagram.entities()) {
      if (entry.getValue() instanceof Cell cell) {
        return choices ->
            DOMAIN
                .between(entry.getKey(), cell, cell.withLabel(Optional.of("l" + choices.upTo(3))))
                .orElseGet(() -> DiagramEventGenerator.events(diagram).generate(choices));
      }
    }
    return DiagramEventGenerator.events(diagram);
  }
}

package dev.fcp.drawio;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.document.DocumentProgramsContract;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.List;

class DiagramDocumentProgramsTest
    extends DocumentProgramsContract<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  private static final int MAX_ATTEMPTS = 10;

  @Override
  protected Domain<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> domain() {
    return new DiagramDomain();
  }

  @Override
  protected Generator<EntityModel<DiagramKey, DiagramEntity>> models() {
    return DiagramGenerator.models();
  }

  @Override
  protected Generator<DiagramEvent> events(EntityModel<DiagramKey, DiagramEntity> model) {
    Generator<DiagramEvent> events = DiagramEventGenerator.events(model);
    return choices -> {
      DiagramEvent event = events.generate(choices);
      for (int i = 1; i < MAX_ATTEMPTS && !canBeWritten(event, model); i++) {
        event = events.generate(choices);
      }
      return event;
    };
  }

  /**
   * Whether the result of an event, if it applies, can be written. It cannot if a cell with a
   * duplicate id would be read as its own ancestor.
   */
  private boolean canBeWritten(DiagramEvent event, EntityModel<DiagramKey, DiagramEntity> model) {
    if (domain().check(event, model).isPresent()) {
      return true;
    }
    try {
      return domain().format().write(domain().replay(event, model), List.of()).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  protected byte[] initialFile(Choices choices) {
    return choices.percent(50)
        ? DiagramFiles.fixture(choices.pick(DiagramFiles.fixtureNames()))
        : super.initialFile(choices);
  }
}

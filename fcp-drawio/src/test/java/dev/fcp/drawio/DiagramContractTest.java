package dev.fcp.drawio;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.generator.Generator;

class DiagramContractTest
    extends DomainContract<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  private final DiagramDomain domain = new DiagramDomain();

  @Override
  protected Domain<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> domain() {
    return domain;
  }

  @Override
  protected Generator<EntityModel<DiagramKey, DiagramEntity>> models() {
    return DiagramGenerator.models();
  }

  @Override
  protected Generator<DiagramEvent> events(EntityModel<DiagramKey, DiagramEntity> model) {
    return EventGenerator.events(model);
  }
}

package dev.fcp.agents;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.document.DocumentProgramsContract;
import dev.fcp.spec.generator.Generator;

class AgentsDocumentProgramsTest
    extends DocumentProgramsContract<EntityModel<String, Item>, AgentEvent> {

  @Override
  protected Domain<EntityModel<String, Item>, AgentEvent> domain() {
    return AgentFiles.DOMAIN;
  }

  @Override
  protected Generator<EntityModel<String, Item>> models() {
    return AgentFiles.any().map(AgentFiles::read);
  }

  @Override
  protected Generator<AgentEvent> events(EntityModel<String, Item> model) {
    return AgentFiles.events(model);
  }
}

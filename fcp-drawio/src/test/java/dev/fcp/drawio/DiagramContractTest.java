package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

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

  @Test
  void events_of_every_type_apply() {
    Set<Class<?>> applied = new HashSet<>();
    Trials.of(400)
        .check(
            models().flatMap(model -> events(model).list(8, 8).map(made -> Map.entry(model, made))),
            walk -> {
              EntityModel<DiagramKey, DiagramEntity> model = walk.getKey();
              for (DiagramEvent event : walk.getValue()) {
                if (domain.check(event, model).isEmpty()) {
                  model = domain.replay(event, model);
                  applied.add(event.getClass());
                }
              }
            });
    assertThat(applied).containsExactlyInAnyOrder(DiagramEvent.class.getPermittedSubclasses());
  }
}

package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.domain.RandomHistory;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import net.jqwik.api.ForAll;
import net.jqwik.api.statistics.Statistics;

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
    return DiagramEventGenerator.events(model);
  }

  @Trials(800)
  void events_of_every_type_apply(
      @ForAll("histories")
          RandomHistory<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> walk) {
    walk.applied().forEach(move -> Statistics.collect(move.event().getClass()));
    Statistics.coverage(seen -> {
      for (Class<?> type : DiagramEvent.class.getPermittedSubclasses()) {
        seen.check(type).count(count -> count > 0);
      }
    });
  }

  @Trials(400)
  void the_index_kept_by_changes_equals_one_from_scratch(
      @ForAll("histories")
          RandomHistory<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> walk) {
    for (EntityModel<DiagramKey, DiagramEntity> model : walk.models()) {
      EntityModel<DiagramKey, DiagramEntity> fromScratch =
          EntityModel.of(model.spec(), model.entities());
      assertThat(DiagramIndex.of(model)).isEqualTo(DiagramIndex.of(fromScratch));
    }
  }
}

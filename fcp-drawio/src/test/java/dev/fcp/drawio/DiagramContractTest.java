package dev.fcp.drawio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.DomainContract;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domain.RandomHistory;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import net.jqwik.api.ForAll;
import net.jqwik.api.statistics.Statistics;

class DiagramContractTest
    extends DomainContract<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  private final Domain<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> domain =
      new ForwardingDomain<>(new DiagramDomain()) {
        @Override
        public EntityModel<DiagramKey, DiagramEntity> replay(
            DiagramEvent event, EntityModel<DiagramKey, DiagramEntity> model) {
          EntityModel<DiagramKey, DiagramEntity> after = super.replay(event, model);
          assertThat(DiagramIndex.of(after))
              .isEqualTo(DiagramIndex.of(EntityModel.of(after.spec(), after.entities())));
          return after;
        }
      };

  /** The domain; after each edit, undo, redo and rollback, the index equals one from scratch. */
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
}

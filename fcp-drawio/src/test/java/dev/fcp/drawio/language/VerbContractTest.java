package dev.fcp.drawio.language;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.verbs.Desk;
import dev.fcp.spec.verbs.VerbContract;
import java.util.List;
import java.util.Set;

class VerbContractTest extends VerbContract<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  @Override
  protected Desk<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> desk() {
    return DiagramDesk.atShop();
  }

  @Override
  protected List<Done> done() {
    return VerbExamples.all();
  }

  @Override
  protected List<Refused> refused() {
    return RefusalExamples.all();
  }

  @Override
  protected List<String> questions() {
    return List.of(
        "map", "map Second", "stats", "describe Web", "describe Other on:Second", "find cache");
  }

  @Override
  protected Class<DiagramEvent> events() {
    return DiagramEvent.class;
  }

  /** A layer that is hidden has to be there before it can be shown; {@link VerbsTest} shows one. */
  @Override
  protected Set<String> withoutExample() {
    return Set.of("layer show");
  }

  @Override
  protected Set<String> withoutRefusal() {
    return Set.of("layer show", "layer hide");
  }

  @Override
  protected List<Scene<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent>> scenes() {
    return List.of(
        new Scene<>(
            DiagramDesk.of(VerbsTest.EDGE_LABEL), List.of("label near far", "page add Second")));
  }
}

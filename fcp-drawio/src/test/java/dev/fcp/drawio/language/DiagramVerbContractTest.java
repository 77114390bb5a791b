package dev.fcp.drawio.language;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbContract;
import java.util.List;
import java.util.Set;

class DiagramVerbContractTest
    extends VerbContract<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  @Override
  protected DocumentUnderTest<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> document() {
    return DiagramUnderTest.shopDiagram();
  }

  @Override
  protected List<SuccessExample> done() {
    return DiagramVerbExamples.all();
  }

  @Override
  protected List<RefusalExample> refused() {
    return DiagramRefusalExamples.all();
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

  /** Showing a layer requires a hidden one; {@link DiagramVerbsTest} tests it. */
  @Override
  protected Set<String> verbsWithoutExample() {
    return Set.of("layer show");
  }

  @Override
  protected Set<String> verbsWithoutRefusal() {
    return Set.of("layer show", "layer hide");
  }

  @Override
  protected List<Scenario<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent>> scenarios() {
    return List.of(
        new Scenario<>(
            DiagramUnderTest.of(DiagramVerbsTest.EDGE_LABEL),
            List.of("label near far", "page add Second")));
  }
}

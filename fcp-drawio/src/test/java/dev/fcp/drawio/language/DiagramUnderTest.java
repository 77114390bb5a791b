package dev.fcp.drawio.language;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.verbs.DocumentUnderTest;
import java.nio.charset.StandardCharsets;

/** A session of a diagram on which a test runs operations. */
final class DiagramUnderTest
    extends DocumentUnderTest<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  private static final DrawioLanguage LANGUAGE = new DrawioLanguage();

  private static final byte[] SHOP = shop();

  private DiagramUnderTest(Session<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> session) {
    super(LANGUAGE, session);
  }

  /** Creates a new diagram. */
  static DiagramUnderTest empty() {
    return new DiagramUnderTest(createSession(LANGUAGE));
  }

  /** Opens a diagram from the bytes of a file. */
  static DiagramUnderTest of(byte[] file) {
    return new DiagramUnderTest(openSession(LANGUAGE, file));
  }

  static DiagramUnderTest of(String file) {
    return of(file.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Opens a small example: Web is connected to DB and Cache, which form the group Backend; there is
   * a note on the layer Notes, a container Outer with the box Inner, and a second page.
   */
  static DiagramUnderTest shopDiagram() {
    return of(SHOP);
  }

  private static byte[] shop() {
    DiagramUnderTest diagram = empty();
    diagram.runSuccessfully("title Shop");
    diagram.runSuccessfully("add svc Web at:40,40");
    diagram.runSuccessfully("add db DB at:300,40");
    diagram.runSuccessfully("add box Cache at:300,200");
    diagram.runSuccessfully("connect Web -> DB label:reads");
    diagram.runSuccessfully("connect Web -> Cache");
    diagram.runSuccessfully("group DB Cache as:Backend");
    diagram.runSuccessfully("layer create Notes");
    diagram.runSuccessfully("add note Todo layer:Notes at:600,40");
    diagram.runSuccessfully("add container Outer at:600,300");
    diagram.runSuccessfully("add box Inner in:Outer");
    diagram.runSuccessfully("page add Second");
    diagram.runSuccessfully("add box Other page:Second");
    return diagram.bytes();
  }
}

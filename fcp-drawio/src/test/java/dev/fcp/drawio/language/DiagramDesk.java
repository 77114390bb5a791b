package dev.fcp.drawio.language;

import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.verbs.Desk;
import java.nio.charset.StandardCharsets;

/** A person at work on one diagram. */
final class DiagramDesk extends Desk<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  private static final DrawioLanguage LANGUAGE = new DrawioLanguage();

  private static final byte[] SHOP = shop();

  private DiagramDesk(Session<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> session) {
    super(LANGUAGE, session);
  }

  /** With a new diagram. */
  static DiagramDesk empty() {
    return new DiagramDesk(created(LANGUAGE));
  }

  /** With a diagram from a file. */
  static DiagramDesk of(byte[] file) {
    return new DiagramDesk(opened(LANGUAGE, file));
  }

  static DiagramDesk of(String file) {
    return of(file.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * With a small shop: Web reads DB and Cache, which are the group Backend; a note on the layer
   * Notes; Outer, which holds Inner; a second page.
   */
  static DiagramDesk atShop() {
    return of(SHOP);
  }

  private static byte[] shop() {
    DiagramDesk desk = empty();
    desk.done("title Shop");
    desk.done("add svc Web at:40,40");
    desk.done("add db DB at:300,40");
    desk.done("add box Cache at:300,200");
    desk.done("connect Web -> DB label:reads");
    desk.done("connect Web -> Cache");
    desk.done("group DB Cache as:Backend");
    desk.done("layer create Notes");
    desk.done("add note Todo layer:Notes at:600,40");
    desk.done("add container Outer at:600,300");
    desk.done("add box Inner in:Outer");
    desk.done("page add Second");
    desk.done("add box Other page:Second");
    return desk.bytes();
  }
}

package dev.fcp.drawio;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.Form;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import java.util.Iterator;
import java.util.Optional;

/**
 * Refuses what no file can hold: a document without its root entity, cells where a page has no
 * model to hold them, and more in a bare model than one page without a name.
 */
final class FileShape {

  private final EntityModel<DiagramKey, DiagramEntity> model;

  FileShape(EntityModel<DiagramKey, DiagramEntity> model) {
    this.model = model;
  }

  Optional<Conflict> check(Change<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    if (key.isCell()) {
      return change instanceof Change.Created ? cellCreated(key) : Optional.empty();
    }
    if (key.isPage()) {
      return switch (change) {
        case Change.Created<DiagramKey, DiagramEntity> created -> whenBare(key, "has one page");
        case Change.Deleted<DiagramKey, DiagramEntity> deleted -> whenBare(key, "has one page");
        case Change.Modified<DiagramKey, DiagramEntity> modified -> pageModified(modified);
      };
    }
    return switch (change) {
      case Change.Created<DiagramKey, DiagramEntity> created -> Optional.empty();
      case Change.Deleted<DiagramKey, DiagramEntity> deleted ->
          Optional.of(Conflict.at(Unit.whole(ref(key)), "the document itself cannot go"));
      case Change.Modified<DiagramKey, DiagramEntity> modified -> documentModified(modified);
    };
  }

  private Optional<Conflict> cellCreated(DiagramKey key) {
    return model.find(key.ofPage()).filter(page -> !hasModel(page)).map(page -> noModel(key));
  }

  private Conflict noModel(DiagramKey key) {
    return Conflict.at(new Unit(ref(key.ofPage()), FrameUnits.MODEL), "the page cannot hold cells");
  }

  private Optional<Conflict> pageModified(Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    boolean losesModel =
        change.before().find(FrameUnits.MODEL).isPresent()
            && change.after().find(FrameUnits.MODEL).isEmpty();
    if (losesModel && model.countIn(key) > 0) {
      return Optional.of(
          Conflict.at(new Unit(ref(key), FrameUnits.MODEL), "the page still holds cells"));
    }
    boolean named =
        change.after().fields().keySet().stream()
            .anyMatch(unit ->
                unit.equals(CellUnits.STORED_ID)
                    || unit.startsWith(CellUnits.ATTRIBUTE)
                    || (unit.equals(CellUnits.CHILDREN)
                        && change.after().at(unit).asFields().find("diagram").isPresent()));
    return named || losesModel ? whenBare(key, "has a page without name") : Optional.empty();
  }

  private Optional<Conflict> whenBare(DiagramKey key, String reason) {
    return model
        .find(DiagramKey.document())
        .filter(entity -> entity instanceof DocumentRoot root && root.form() == Form.BARE_MODEL)
        .map(
            root -> Conflict.at(Unit.whole(ref(key)), "a document that is a bare model " + reason));
  }

  private Optional<Conflict> documentModified(Change.Modified<DiagramKey, DiagramEntity> change) {
    Optional<Value> form = change.after().find(FrameUnits.FORM);
    if (form.isEmpty() || !form.get().equals(FrameUnits.BARE)) {
      return Optional.empty();
    }
    Iterator<DiagramKey> pages = model.inOrder().iterator();
    boolean fits =
        pages.hasNext()
            && model.find(pages.next()).filter(FileShape::isBare).isPresent()
            && !pages.hasNext();
    return fits
        ? Optional.empty()
        : Optional.of(
            Conflict.at(
                new Unit(ref(change.key()), FrameUnits.FORM),
                "only a document of one page without name can be a bare model"));
  }

  private static boolean isBare(DiagramEntity entity) {
    return entity instanceof Page page
        && page.storedId().isEmpty()
        && page.attributes().isEmpty()
        && page.diagramExtras().isEmpty()
        && page.model().isPresent();
  }

  private static boolean hasModel(DiagramEntity entity) {
    return entity instanceof Page page && page.model().isPresent();
  }

  private EntityRef ref(DiagramKey key) {
    return model.spec().ref(key);
  }
}

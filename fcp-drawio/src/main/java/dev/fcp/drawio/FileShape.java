package dev.fcp.drawio;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.Form;
import dev.fcp.drawio.diagram.Page;
import dev.fcp.drawio.file.DrawioFormat;
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
 * model to hold them, more in a bare model than one page without a name, and entities that would be
 * read as others.
 */
final class FileShape {

  private final EntityModel<DiagramKey, DiagramEntity> model;

  FileShape(EntityModel<DiagramKey, DiagramEntity> model) {
    this.model = model;
  }

  Optional<Conflict> check(Change<DiagramKey, DiagramEntity> change) {
    return place(change).or(() -> reading(change));
  }

  /** Whether what is kept as text would be taken for a part that is not there. */
  private Optional<Conflict> reading(Change<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    boolean fits =
        switch (change) {
          case Change.Deleted<DiagramKey, DiagramEntity> deleted -> true;
          case Change.Created<DiagramKey, DiagramEntity>(var created, var entity) ->
              KeptText.of(entity).isEmpty() || DrawioFormat.canHold(entity);
          case Change.Modified<DiagramKey, DiagramEntity> modified -> isReadAsItself(modified);
        };
    return fits
        ? Optional.empty()
        : Optional.of(
            Conflict.at(
                Unit.whole(ref(key)),
                "in a file an unknown element of "
                    + ref(key)
                    + " would be read in place of what goes; remove it as a whole instead"));
  }

  private boolean isReadAsItself(Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    DiagramEntity from = model.find(key).orElseThrow();
    if (KeptText.of(from).isEmpty() && !KeptText.isIn(change.after())) {
      return true;
    }
    DiagramEntity to = model.spec().modified(key, from, change.units(), change.after());
    return !KeptText.mayTakeAPlace(from, to) || DrawioFormat.canHold(to);
  }

  private Optional<Conflict> place(Change<DiagramKey, DiagramEntity> change) {
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

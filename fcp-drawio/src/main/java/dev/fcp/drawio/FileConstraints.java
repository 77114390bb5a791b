package dev.fcp.drawio;

import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.drawio.diagram.DocumentRoot;
import dev.fcp.drawio.diagram.DocumentRoot.FileForm;
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
 * Rejects changes whose result could not be stored in a file: removal of the document entity, cells
 * on a page without a model, a bare model with more than one unnamed page, and entities that would
 * be read back differently.
 */
final class FileConstraints {

  private final EntityModel<DiagramKey, DiagramEntity> model;

  FileConstraints(EntityModel<DiagramKey, DiagramEntity> model) {
    this.model = model;
  }

  Optional<Conflict> check(Change<DiagramKey, DiagramEntity> change) {
    return checkStructure(change).or(() -> checkReadBack(change));
  }

  /** Rejects a change after which an unknown element would be parsed in place of a missing part. */
  private Optional<Conflict> checkReadBack(Change<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    boolean readsBack =
        switch (change) {
          case Change.Deleted<DiagramKey, DiagramEntity> deleted -> true;
          case Change.Created<DiagramKey, DiagramEntity>(var created, var entity) ->
              UnknownElements.of(entity).isEmpty() || DrawioFormat.canRoundTrip(entity);
          case Change.Modified<DiagramKey, DiagramEntity> modified -> readsBackUnchanged(modified);
        };
    return readsBack
        ? Optional.empty()
        : Optional.of(
            Conflict.at(
                Unit.whole(ref(key)),
                "in a file an unknown element of "
                    + ref(key)
                    + " would be read in place of what goes; remove it as a whole instead"));
  }

  private boolean readsBackUnchanged(Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    DiagramEntity before = model.find(key).orElseThrow();
    if (UnknownElements.of(before).isEmpty() && !UnknownElements.arePresentIn(change.after())) {
      return true;
    }
    DiagramEntity after = model.spec().modified(key, before, change.units(), change.after());
    return !UnknownElements.mayBeMisread(before, after) || DrawioFormat.canRoundTrip(after);
  }

  private Optional<Conflict> checkStructure(Change<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    if (key.isCell()) {
      return change instanceof Change.Created ? checkCellCreated(key) : Optional.empty();
    }
    if (key.isPage()) {
      return switch (change) {
        case Change.Created<DiagramKey, DiagramEntity> created ->
            conflictIfBare(key, "has one page");
        case Change.Deleted<DiagramKey, DiagramEntity> deleted ->
            conflictIfBare(key, "has one page");
        case Change.Modified<DiagramKey, DiagramEntity> modified -> checkPageModified(modified);
      };
    }
    return switch (change) {
      case Change.Created<DiagramKey, DiagramEntity> created -> Optional.empty();
      case Change.Deleted<DiagramKey, DiagramEntity> deleted ->
          Optional.of(Conflict.at(Unit.whole(ref(key)), "the document itself cannot go"));
      case Change.Modified<DiagramKey, DiagramEntity> modified -> checkDocumentModified(modified);
    };
  }

  private Optional<Conflict> checkCellCreated(DiagramKey key) {
    return model
        .find(key.pageKey())
        .filter(page -> !hasModel(page))
        .map(page -> noModelConflict(key));
  }

  private Conflict noModelConflict(DiagramKey key) {
    return Conflict.at(
        new Unit(ref(key.pageKey()), DocumentUnits.MODEL), "the page cannot hold cells");
  }

  private Optional<Conflict> checkPageModified(Change.Modified<DiagramKey, DiagramEntity> change) {
    DiagramKey key = change.key();
    boolean losesModel =
        change.before().find(DocumentUnits.MODEL).isPresent()
            && change.after().find(DocumentUnits.MODEL).isEmpty();
    if (losesModel && model.countIn(key) > 0) {
      return Optional.of(
          Conflict.at(new Unit(ref(key), DocumentUnits.MODEL), "the page still holds cells"));
    }
    boolean changesDiagramElement =
        change.after().fields().keySet().stream()
            .anyMatch(unit ->
                unit.equals(CellUnits.STORED_ID)
                    || unit.startsWith(CellUnits.ATTRIBUTE_PREFIX)
                    || (unit.equals(CellUnits.CHILDREN)
                        && change.after().at(unit).asFields().find("diagram").isPresent()));
    return changesDiagramElement || losesModel
        ? conflictIfBare(key, "has a page without name")
        : Optional.empty();
  }

  private Optional<Conflict> conflictIfBare(DiagramKey key, String reason) {
    return model
        .find(DiagramKey.document())
        .filter(entity -> entity instanceof DocumentRoot root && root.form() == FileForm.BARE_MODEL)
        .map(
            root -> Conflict.at(Unit.whole(ref(key)), "a document that is a bare model " + reason));
  }

  private Optional<Conflict> checkDocumentModified(
      Change.Modified<DiagramKey, DiagramEntity> change) {
    Optional<Value> form = change.after().find(DocumentUnits.FORM);
    if (form.isEmpty() || !form.get().equals(DocumentUnits.BARE_FORM)) {
      return Optional.empty();
    }
    Iterator<DiagramKey> pages = model.keysInOrder().iterator();
    boolean isOneBarePage =
        pages.hasNext()
            && model.find(pages.next()).filter(FileConstraints::isBare).isPresent()
            && !pages.hasNext();
    return isOneBarePage
        ? Optional.empty()
        : Optional.of(
            Conflict.at(
                new Unit(ref(change.key()), DocumentUnits.FORM),
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

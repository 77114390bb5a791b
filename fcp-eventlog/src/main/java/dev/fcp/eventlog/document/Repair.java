package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.RepairResult;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.DocumentFormat.RepairedModel;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.StepBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Repairs a document. Of a damaged file, adds the readable part as one step with the origin {@code
 * repair} (SE-20). Of a damaged history, takes over the records after the damage that follow from
 * the recovered state, and sets aside the damage that recovery left in place (JN-22).
 *
 * @param origin who requested the repair
 * @param findings what was done
 */
record Repair<M, E>(Domain<M, E> domain, Origin origin, List<String> findings) {

  private static final String ACTOR = "repair";

  /** Repairs the history of a document; the file of the document is not considered. */
  void repairHistory(Document<?, ?> document) {
    if (document.journal() instanceof FileJournal journal && journal.readOnlyReason().isEmpty()) {
      // Without records, a new history begins, to which the former records do not belong.
      if (journal.recoveryReport().recordCount() > 0) {
        salvage(document.session(), journal.recordsSetAside());
      }
      List<String> asides = journal.setDamageAside();
      if (!asides.isEmpty()) {
        findings.add("set aside: damage before the snapshot, kept as " + String.join(", ", asides));
      }
    }
  }

  private void salvage(Session<?, ?> session, List<JournalRecord> readable) {
    List<JournalRecord> salvaged = session.salvage(readable);
    if (!salvaged.isEmpty()) {
      findings.add("salvaged: " + count(salvaged));
    }
    if (salvaged.size() < readable.size()) {
      List<JournalRecord> others = new ArrayList<>(readable);
      others.removeAll(salvaged);
      findings.add(
          "not salvaged, because they build on what was lost: %s; they stay set aside"
              .formatted(count(others)));
    }
  }

  private static String count(List<JournalRecord> records) {
    List<String> labels = new ArrayList<>();
    records.forEach(record -> record.steps().forEach(step -> labels.add(step.label())));
    return "%d %s after the damage, %d %s%s"
        .formatted(
            records.size(),
            records.size() == 1 ? "record" : "records",
            labels.size(),
            labels.size() == 1 ? "step" : "steps",
            labels.isEmpty() ? "" : " (" + String.join(", ", labels) + ")");
  }

  /**
   * Repairs a file with a history, which may have been damaged since. If the history was damaged,
   * and the file was not, the document becomes what the file holds.
   */
  RepairResult<M, E> run(Document<M, E> document, FileChange fileChange, Path path) {
    if (!(fileChange instanceof FileChange.Undecided(var version, var reason))) {
      return new RepairResult.Repaired<>(document, findings);
    }
    if (document.hasReport(RecoveryReport::mayHaveLostSaves)
        && document.domain().format().read(version.bytes())
            instanceof ReadResult.Readable<M> file) {
      merge(document, version, MergeExtent.WHOLE, file.model());
      return new RepairResult.Repaired<>(document, findings);
    }
    Optional<RepairedModel<M>> readable = document.domain().format().repair(version.bytes());
    if (readable.isEmpty()) {
      document.close();
      return new RepairResult.Irreparable<>(irreparable(path, version.bytes(), reason));
    }
    merge(document, version, MergeExtent.PART, readable.get().model());
    return repaired(document, readable.get());
  }

  /** Replaces the content of a document by what was read of a version of its file, as one step. */
  private void merge(Document<M, E> document, Source version, MergeExtent extent, M model) {
    require(
        document
            .session()
            .with(intent())
            .fileRecorder()
            .mergeExternal(version, extent, diffTo(model)));
  }

  private Consumer<StepBuilder<M, E>> diffTo(M model) {
    return builder -> domain.diff(builder.model(), model).forEach(builder::emit);
  }

  /** The result if nothing is readable; the history can still restore the file. */
  private OpenResult<M, E> irreparable(Path path, byte[] bytes, String reason) {
    Optional<Suggestion> overwrite = Optional.of(new Suggestion.SaveOverwriting());
    return switch (domain.format().read(bytes)) {
      case ReadResult.Unreadable<M>(var offsetBytes, var unreadableReason, var suggestion) ->
          new OpenResult.Unreadable<>(path, offsetBytes, unreadableReason, overwrite);
      case ReadResult.Readable<M> readable ->
          new OpenResult.Unreadable<>(path, 0, reason, Optional.of(new Suggestion.Revert()));
    };
  }

  /**
   * Repairs a file without a history.
   *
   * @param documentFactory begins a history with the empty document, whose source is the damaged
   *     file
   */
  RepairResult<M, E> run(
      OpenResult.Unreadable<M, E> damaged,
      Function<ReadResult.Readable<M>, Document<M, E>> documentFactory) {
    Path path = damaged.path();
    try {
      if (new FoundFile(path).obstacle().isPresent()) {
        return new RepairResult.Irreparable<>(damaged);
      }
      byte[] bytes = Files.readAllBytes(path);
      Optional<RepairedModel<M>> readable = domain.format().repair(bytes);
      if (readable.isEmpty()) {
        return new RepairResult.Irreparable<>(damaged);
      }
      Document<M, E> document =
          documentFactory.apply(new ReadResult.Readable<>(domain.empty(), Source.of(bytes)));
      require(document.session().step(intent(), diffTo(readable.get().model())));
      return repaired(document, readable.get());
    } catch (IOException e) {
      throw new JournalException("document %s: cannot be read: %s".formatted(path, e), e);
    }
  }

  private RepairResult<M, E> repaired(Document<M, E> document, RepairedModel<M> readable) {
    findings.addAll(readable.findings());
    return new RepairResult.Repaired<>(document, findings);
  }

  private EditOptions intent() {
    return EditOptions.of(
        ACTOR, new Origin(ACTOR, origin.session(), origin.message(), origin.provenance()));
  }

  private void require(Outcome outcome) {
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      throw new IllegalStateException(
          "the domain %s has a fault, please report it: what was read does not follow from nothing: %s"
              .formatted(domain.name(), conflicts.get(0)));
    }
  }
}

package dev.fcp.eventlog.document;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * Repairs a history that was found damaged when it was opened (JN-22): takes over the records after
 * the damage that follow from the recovered state, and sets aside the damage that recovery left in
 * place. The file of the document is not considered.
 */
record HistoryRepair(Session<?, ?> session, FileJournal journal) {

  /** Repairs the history; returns what was done, and nothing if there was no damage. */
  List<String> run() {
    List<String> findings = new ArrayList<>();
    RecoveryReport report = journal.recoveryReport();
    // Without records, a new history begins, to which the former records do not belong.
    if (report.recordCount() > 0) {
      salvage(findings);
    }
    List<String> asides = journal.setDamageAside();
    if (!asides.isEmpty()) {
      findings.add("set aside: damage before the snapshot, kept as " + String.join(", ", asides));
    }
    return findings;
  }

  private void salvage(List<String> findings) {
    List<JournalRecord> readable = journal.recordsSetAside();
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
}

package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The texts of the versions of a document, each a file that is named by the hash of its bytes. */
final class SourceFiles {

  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  private final JournalFolder folder;
  private final List<Use> underWay = new ArrayList<>();

  /** A text that is kept for a record, from before the record is there until it is written. */
  final class Use {
    private final String id;
    private long number = Long.MAX_VALUE;

    private Use(String id) {
      this.id = id;
    }

    /** The record has this number; none if that is 0, and then nobody uses the text. */
    void end(long number) {
      synchronized (underWay) {
        this.number = number;
      }
    }
  }

  SourceFiles(JournalFolder folder) {
    this.folder = folder;
  }

  /** Somebody is about to keep a text and to write a record that names it. */
  Use use(Source source) {
    synchronized (underWay) {
      Use use = new Use(source.id());
      underWay.add(use);
      return use;
    }
  }

  /** Whether a text is used by a record behind a number, or by one that has none yet. */
  boolean isUnderWay(String id, long lastNumber) {
    synchronized (underWay) {
      underWay.removeIf(use -> use.number <= lastNumber);
      return underWay.stream().anyMatch(use -> use.id.equals(id));
    }
  }

  /** Writes and forces a text, if it is not there. */
  void keep(Source source) throws IOException {
    if (read(source.id()).isEmpty()) {
      folder.replace(folder.source(source.id()), source.bytes());
    } else {
      // It may be there since an attempt whose last force failed.
      folder.disk().forceFolder(folder.path());
    }
  }

  /**
   * The text of an id; empty if it is not there or damaged.
   *
   * @throws JournalException if the disk fails
   */
  Optional<Source> find(String id) {
    try {
      return folder.reading(() -> read(id));
    } catch (IOException e) {
      throw new JournalException(
          "journal %s: the text %s cannot be read: %s".formatted(folder.path(), id, e), e);
    }
  }

  private Optional<Source> read(String id) throws IOException {
    if (!ID.matcher(id).matches()) {
      return Optional.empty();
    }
    Path file = folder.source(id);
    if (folder.disk().sizeBytes(file).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(Source.of(folder.read(file))).filter(source -> source.id().equals(id));
  }

  /** The text that comes with a record, if one does. */
  static Optional<Source> of(JournalRecord record) {
    return switch (record) {
      case JournalRecord.Opened opened -> opened.source();
      case JournalRecord.External external -> Optional.of(external.source());
      case JournalRecord.Committed committed -> Optional.empty();
      case JournalRecord.Replaced replaced -> Optional.empty();
      case JournalRecord.Moved moved -> Optional.empty();
      case JournalRecord.Named named -> Optional.empty();
      case JournalRecord.Saving saving -> Optional.empty();
      case JournalRecord.Saved saved -> Optional.empty();
      case JournalRecord.Refused refused -> Optional.empty();
      case JournalRecord.Pruned retained -> Optional.empty();
    };
  }

  /** The id of the text that the record of a line names, if it names any. */
  Optional<String> namedBy(byte[] line) {
    try {
      return JournalLine.read(line, 0, line.length)
          .flatMap(it -> ValueJson.read(it.json(line)).asFields().find("source" + FieldWriter.ID))
          .map(Value::asText);
    } catch (MalformedValueException e) {
      // Reading the record reports it.
      return Optional.empty();
    }
  }
}

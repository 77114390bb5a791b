package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.domain.ValueJson;
import java.time.DateTimeException;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the records of a journal are written down: each as one JSON object in one line.
 *
 * <pre>
 * {"type":"committed","label":..,"origin":{"actor":..,"message":..,"provenance":{..},"session":..},
 *  "steps":[{"after":{"hash":..,"summary":..,"version":..},"events":[{"type":..,..}],"id":..,
 *            "label":..,"origin":{..},"parent":..,"time":..}],"time":".."}
 * </pre>
 *
 * <p>Times are ISO 8601 in UTC, hashes hex, bytes base64. The base is the absence of {@code place}
 * or {@code parent}; empty lists are left out.
 */
public final class JournalRecordCodec {

  private JournalRecordCodec() {}

  /**
   * The line of a record, without line end.
   *
   * @throws IllegalArgumentException if it cannot be written, for instance nests too deep
   */
  public static String toLine(JournalRecord record) {
    return ValueJson.write(encode(record));
  }

  /**
   * The record of a line.
   *
   * @throws MalformedValueException if it is none
   */
  public static JournalRecord fromLine(String line) {
    return decode(ValueJson.read(line).asFields());
  }

  /** The record as a value that holds everything. */
  public static Value.Fields encode(JournalRecord record) {
    return encode(record, new FieldWriter());
  }

  /** The record as a value that names texts by their ids, for journals that keep them elsewhere. */
  static Value.Fields encodeNamingTexts(JournalRecord record) {
    return encode(record, FieldWriter.namingTexts());
  }

  private static Value.Fields encode(JournalRecord record, FieldWriter out) {
    out.time("time", record.time()).origin("origin", record.origin());
    switch (record) {
      case JournalRecord.Opened opened ->
          out.text("type", "opened")
              .text("domain", opened.domain())
              .whole("formatVersion", opened.formatVersion())
              .source("source", opened.source())
              .digest("base", opened.base());
      case JournalRecord.Committed committed ->
          out.text("type", "committed")
              .text("label", committed.label())
              .steps("steps", committed.steps());
      case JournalRecord.Moved moved ->
          out.text("type", "moved").constant("kind", moved.kind()).place("place", moved.place());
      case JournalRecord.Named named ->
          out.text("type", "named")
              .constant("kind", named.state().kind())
              .text("name", named.state().name())
              .place("place", named.state().place());
      case JournalRecord.Saving saving -> out.text("type", "saving").text("hash", saving.hash());
      case JournalRecord.Saved saved ->
          out.text("type", "saved").text("hash", saved.hash()).place("place", saved.place());
      case JournalRecord.External external ->
          out.text("type", "external")
              .source("source", Optional.of(external.source()))
              .place("place", external.place());
      case JournalRecord.Refused refused ->
          out.text("type", "refused")
              .text("label", refused.label())
              .text("reason", refused.reason());
      case JournalRecord.Retained retained ->
          out.text("type", "retained").place("place", Optional.of(retained.place()));
    }
    return out.fields();
  }

  /**
   * The record of a value.
   *
   * @throws MalformedValueException if it is none
   */
  public static JournalRecord decode(Value.Fields fields) {
    return decode(fields, id -> Optional.empty());
  }

  /**
   * The record of a value, with its texts looked up by their ids. A found version whose text is
   * lost changes nothing any more, and says so as a refusal would.
   *
   * @throws MalformedValueException if it is none, or the text that it begins with is lost
   */
  static JournalRecord decode(Value.Fields fields, Function<String, Optional<Source>> texts) {
    try {
      return decode(new FieldReader(fields, texts));
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw new MalformedValueException("no journal record: " + e.getMessage(), e);
    }
  }

  private static JournalRecord decode(FieldReader in) {
    var time = in.time("time");
    var origin = in.origin("origin");
    String type = in.text("type");
    return switch (type) {
      case "opened" ->
          new JournalRecord.Opened(
              time,
              origin,
              in.text("domain"),
              in.whole("formatVersion"),
              in.source("source"),
              in.digest("base"));
      case "committed" ->
          new JournalRecord.Committed(time, origin, in.text("label"), in.steps("steps"));
      case "moved" ->
          new JournalRecord.Moved(
              time, origin, in.constant("kind", JournalRecord.Moved.Kind.class), in.place("place"));
      case "named" -> new JournalRecord.Named(time, origin, in.namedState());
      case "saving" -> new JournalRecord.Saving(time, origin, in.text("hash"));
      case "saved" -> new JournalRecord.Saved(time, origin, in.text("hash"), in.place("place"));
      case "external" ->
          in.isTextLost("source")
              ? new JournalRecord.Refused(time, origin, "external", "its text is lost")
              : new JournalRecord.External(
                  time, origin, in.required("source", in.source("source")), in.place("place"));
      case "refused" ->
          new JournalRecord.Refused(time, origin, in.text("label"), in.text("reason"));
      case "retained" ->
          new JournalRecord.Retained(time, origin, in.required("place", in.place("place")));
      default -> throw new MalformedValueException("no journal record is of type \"" + type + "\"");
    };
  }
}

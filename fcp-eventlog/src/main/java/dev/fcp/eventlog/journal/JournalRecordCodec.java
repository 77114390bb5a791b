package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.json.JsonLineWriter;
import dev.fcp.eventlog.json.ValueJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Encodes each record of a journal as a JSON object on one line, and decodes it.
 *
 * <pre>
 * {"type":"committed","label":..,"origin":{"actor":..,"message":..,"provenance":{..},"session":..},
 *  "steps":[{"after":{"hash":..,"summary":..,"version":..},"events":[{"type":..,..}],"id":..,
 *            "focus":{"after":{..},"before":{..}},"ignored":true,"label":..,"origin":{..},
 *            "parent":..,"time":..}],
 *  "time":".."}
 * </pre>
 *
 * <p>Times are ISO 8601 in UTC, hashes hex, bytes base64. The base is encoded by omitting {@code
 * place} or {@code parent}. Empty lists, an absent editor selection, and {@code ignored} if false
 * are omitted.
 */
public final class JournalRecordCodec {

  private JournalRecordCodec() {}

  /**
   * The line of a record, without line end.
   *
   * @throws IllegalArgumentException if it cannot be encoded, for instance because it is nested too
   *     deeply
   */
  public static String toLine(JournalRecord record) {
    return write(record, new JsonLineWriter()).toString();
  }

  /**
   * Writes a record into a reusable line.
   *
   * @return the line
   * @throws IllegalArgumentException if it cannot be encoded, for instance because it is nested too
   *     deeply
   */
  static JsonLineWriter write(JournalRecord record, JsonLineWriter line) {
    write(record, new FieldWriter(line, false));
    return line;
  }

  /**
   * Writes a record that refers to its source by id, for journals that store sources separately.
   */
  static JsonLineWriter writeNamingTexts(JournalRecord record, JsonLineWriter line) {
    write(record, new FieldWriter(line, true));
    return line;
  }

  /** Whether a record has no line, because its domain has no name or no event codec. */
  static boolean isMemoryOnly(JournalRecord record) {
    return record instanceof JournalRecord.Opened opened
        ? opened.domain().equals(Domain.UNNAMED)
        : record.steps().stream()
            .flatMap(step -> step.events().stream())
            .flatMap(event -> event.fields().values().stream())
            .anyMatch(Value.InMemory.class::isInstance);
  }

  private static void write(JournalRecord record, FieldWriter out) {
    switch (record) {
      case JournalRecord.Opened opened -> write(opened, out);
      case JournalRecord.Committed committed -> write(committed, out);
      case JournalRecord.Replaced replaced -> write(replaced, out);
      case JournalRecord.Moved moved -> write(moved, out);
      case JournalRecord.Named named -> write(named, out);
      case JournalRecord.Saving saving -> write(saving, out);
      case JournalRecord.Saved saved -> write(saved, out);
      case JournalRecord.External external -> write(external, out);
      case JournalRecord.Refused refused -> write(refused, out);
      case JournalRecord.PassedOver passedOver ->
          out.type("passedOver")
              .constant("kind", passedOver.kind())
              .origin("origin", passedOver.origin())
              .text("step", passedOver.step().ulid());
      case JournalRecord.Pruned pruned ->
          out.type("retained")
              .origin("origin", pruned.origin())
              .text("place", pruned.point().ulid());
    }
    out.time("time", record.time()).end();
  }

  private static void write(JournalRecord.Opened record, FieldWriter out) {
    if (record.domain().equals(Domain.UNNAMED)) {
      throw new UnsupportedOperationException(
          "a domain without a name cannot be written: implement Domain.name");
    }
    out.type("opened").digest("base", record.baseDigest()).text("domain", record.domain());
    out.whole("formatVersion", record.formatVersion()).origin("origin", record.origin());
    record.source().ifPresent(text -> out.source("source", text));
  }

  private static void write(JournalRecord.Committed record, FieldWriter out) {
    out.type("committed").text("label", record.label()).origin("origin", record.origin());
    out.stepIfAny("start", record.undoLimit()).steps("steps", record.steps());
  }

  private static void write(JournalRecord.Replaced record, FieldWriter out) {
    out.type("replaced").text("label", record.label()).origin("origin", record.origin());
    out.ids("replaced", record.replaced()).stepIfAny("start", record.undoLimit());
    out.steps("steps", record.steps());
  }

  private static void write(JournalRecord.Moved record, FieldWriter out) {
    out.type("moved").constant("kind", record.kind()).origin("origin", record.origin());
    out.point("place", record.point());
    if (!record.steps().isEmpty()) {
      out.steps("steps", record.steps());
    }
  }

  private static void write(JournalRecord.Named record, FieldWriter out) {
    out.type("named").constant("kind", record.state().kind()).text("name", record.state().name());
    out.origin("origin", record.origin()).point("place", record.state().point());
  }

  private static void write(JournalRecord.Saving record, FieldWriter out) {
    out.type("saving").text("hash", record.hash()).origin("origin", record.origin());
    out.point("place", record.point());
  }

  private static void write(JournalRecord.Saved record, FieldWriter out) {
    out.type("saved").text("hash", record.hash()).origin("origin", record.origin());
    out.point("place", record.point());
  }

  private static void write(JournalRecord.External record, FieldWriter out) {
    out.type("external").constant("fit", record.mergeExtent()).origin("origin", record.origin());
    out.point("place", record.point()).source("source", record.source());
    out.stepIfAny("start", record.undoLimit()).steps("steps", record.steps());
  }

  private static void write(JournalRecord.Refused record, FieldWriter out) {
    out.type("refused").text("label", record.label()).origin("origin", record.origin());
    out.text("reason", record.reason());
  }

  /**
   * Decodes the record of a line.
   *
   * @throws MalformedValueException if the line is not a record
   */
  public static JournalRecord fromLine(String line) {
    return decode(ValueJson.read(line).asFields(), id -> Optional.empty());
  }

  /**
   * Decodes the record of a value, and looks up its source by id. An external version whose source
   * is lost is decoded as a commit of its steps, or as a refused operation if it has none.
   *
   * @throws MalformedValueException if the value is not a record, or if the source of the first
   *     record is lost
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
          new JournalRecord.Committed(
              time, origin, in.text("label"), in.steps("steps"), in.findStep("start"));
      case "replaced" ->
          new JournalRecord.Replaced(
              time,
              origin,
              in.text("label"),
              in.ids("replaced"),
              in.steps("steps"),
              in.findStep("start"));
      case "moved" ->
          new JournalRecord.Moved(
              time,
              origin,
              in.constant("kind", JournalRecord.Moved.Kind.class),
              in.point("place"),
              in.stepsIfAny("steps"));
      case "named" -> new JournalRecord.Named(time, origin, in.namedState());
      case "saving" -> new JournalRecord.Saving(time, origin, in.text("hash"), in.point("place"));
      case "saved" -> new JournalRecord.Saved(time, origin, in.text("hash"), in.point("place"));
      case "external" -> external(in, time, origin);
      case "refused" ->
          new JournalRecord.Refused(time, origin, in.text("label"), in.text("reason"));
      case "passedOver" ->
          new JournalRecord.PassedOver(
              time,
              origin,
              in.constant("kind", JournalRecord.PassedOver.Kind.class),
              in.required("step", in.findStep("step")));
      case "retained" ->
          new JournalRecord.Pruned(time, origin, in.required("place", in.findStep("place")));
      default -> throw new MalformedValueException("no journal record is of type \"" + type + "\"");
    };
  }

  /** Decodes an external version; if its source is lost, only its effect on the document. */
  private static JournalRecord external(FieldReader in, Instant time, Origin origin) {
    List<Step<Value.Fields>> steps = in.steps("steps");
    if (in.isTextLost("source")) {
      return steps.isEmpty()
          ? new JournalRecord.Refused(time, origin, "external", "its text is lost")
          : new JournalRecord.Committed(time, origin, "external", steps, in.findStep("start"));
    }
    return new JournalRecord.External(
        time,
        origin,
        in.required("source", in.source("source")),
        in.constant("fit", JournalRecord.External.MergeExtent.class),
        steps,
        in.point("place"),
        in.findStep("start"));
  }
}

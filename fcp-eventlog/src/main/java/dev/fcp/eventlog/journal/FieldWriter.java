package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.json.JsonLineWriter;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes the parts of a record as named fields, sorted by name; {@link FieldReader} reads them. */
final class FieldWriter {

  /** The suffix of a field name if the field contains the id of a source. */
  static final String ID = "Id";

  /** The separator before the index of an event in its step. */
  static final char EVENT = '#';

  private final JsonLineWriter out;
  private final boolean namesTexts;

  /** The last written time, cached because a step usually has the same time as its record. */
  private Instant lastTime = Instant.EPOCH;

  private String lastTimeText = Instant.EPOCH.toString();

  /**
   * Creates a writer.
   *
   * @param out the line
   * @param namesTexts whether sources are referred to by id instead of being written
   */
  FieldWriter(JsonLineWriter out, boolean namesTexts) {
    this.out = out;
    this.namesTexts = namesTexts;
  }

  /** Begins the record. */
  FieldWriter type(String type) {
    out.beginObject();
    return text("type", type);
  }

  /** Ends the record. */
  void end() {
    out.endObject();
  }

  FieldWriter text(String name, String text) {
    out.name(name).text(text);
    return this;
  }

  FieldWriter whole(String name, int number) {
    out.name(name).integer(number);
    return this;
  }

  FieldWriter time(String name, Instant time) {
    if (!time.equals(lastTime)) {
      lastTime = time;
      lastTimeText = time.toString();
    }
    return text(name, lastTimeText);
  }

  FieldWriter constant(String name, Enum<?> constant) {
    return text(name, constant.name().toLowerCase(Locale.ROOT));
  }

  FieldWriter point(String name, HistoryPoint point) {
    return stepIfAny(name, point.step());
  }

  FieldWriter stepIfAny(String name, Optional<StepId> step) {
    return step.isPresent() ? text(name, step.get().ulid()) : this;
  }

  void source(String name, Source source) {
    if (namesTexts) {
      text(name + ID, source.id());
    } else {
      text(name, Base64.getEncoder().encodeToString(source.bytes()));
    }
  }

  FieldWriter digest(String name, Digest digest) {
    out.name(name).beginObject();
    text("hash", digest.hex()).text("summary", digest.summary()).whole("version", digest.version());
    out.endObject();
    return this;
  }

  FieldWriter origin(String name, Origin origin) {
    out.name(name).beginObject();
    textIfAny("actor", origin.actor()).textIfAny("message", origin.message());
    if (!origin.provenance().isEmpty()) {
      out.name("provenance").beginObject();
      origin.provenance().forEach(this::text);
      out.endObject();
    }
    textIfAny("session", origin.session());
    out.endObject();
    return this;
  }

  void steps(String name, List<Step<Value.Fields>> steps) {
    out.name(name).beginArray();
    steps.forEach(this::step);
    out.endArray();
  }

  private void step(Step<Value.Fields> step) {
    out.beginObject();
    digest("after", step.digestAfter())
        .values("events", step.events())
        .focus(step.editorSelection());
    text("id", step.id().ulid());
    if (step.isIgnored()) {
      out.name("ignored").bool(true);
    }
    text("label", step.label()).origin("origin", step.origin());
    point("parent", step.parent()).ids("replaces", step.replaces());
    parts("restores", step.reversal().restored()).parts("reverts", step.reversal().reversed());
    time("time", step.time());
    out.endObject();
  }

  private void focus(EditorSelection focus) {
    if (!focus.isNone()) {
      out.name("focus").beginObject();
      fieldsIfAny("after", focus.after()).fieldsIfAny("before", focus.before());
      out.endObject();
    }
  }

  private FieldWriter fieldsIfAny(String name, Value.Fields fields) {
    if (!fields.isEmpty()) {
      out.name(name).value(fields);
    }
    return this;
  }

  private FieldWriter values(String name, List<Value.Fields> values) {
    out.name(name).beginArray();
    values.forEach(out::value);
    out.endArray();
    return this;
  }

  private FieldWriter parts(String name, List<Reversal.Part> parts) {
    if (!parts.isEmpty()) {
      out.name(name).beginArray();
      parts.forEach(part -> out.text(words(part)));
      out.endArray();
    }
    return this;
  }

  private static String words(Reversal.Part part) {
    StringBuilder words = new StringBuilder(part.step().ulid());
    part.eventIndexes().forEach(event -> words.append(EVENT).append(event));
    return words.toString();
  }

  FieldWriter ids(String name, List<StepId> ids) {
    if (!ids.isEmpty()) {
      out.name(name).beginArray();
      ids.forEach(id -> out.text(id.ulid()));
      out.endArray();
    }
    return this;
  }

  private FieldWriter textIfAny(String name, String text) {
    return text.isEmpty() ? this : text(name, text);
  }
}

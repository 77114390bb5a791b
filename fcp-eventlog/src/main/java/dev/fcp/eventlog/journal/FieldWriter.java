package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes the parts of a record as named fields; {@link FieldReader} reads them. */
final class FieldWriter {

  /** What is put behind the name of a field that holds the id of a text. */
  static final String ID = "Id";

  private final Map<String, Value> fields = new HashMap<>();
  private final boolean namesTexts;

  FieldWriter() {
    this(false);
  }

  private FieldWriter(boolean namesTexts) {
    this.namesTexts = namesTexts;
  }

  /** A writer that names texts by their ids instead of writing them out. */
  static FieldWriter namingTexts() {
    return new FieldWriter(true);
  }

  Value.Fields fields() {
    return Value.Fields.of(fields);
  }

  FieldWriter text(String name, String text) {
    return put(name, Value.of(text));
  }

  FieldWriter whole(String name, int number) {
    return put(name, Value.of(number));
  }

  FieldWriter time(String name, Instant time) {
    return text(name, time.toString());
  }

  FieldWriter constant(String name, Enum<?> constant) {
    return text(name, constant.name().toLowerCase(Locale.ROOT));
  }

  FieldWriter place(String name, Optional<StepId> place) {
    place.ifPresent(id -> text(name, id.ulid()));
    return this;
  }

  FieldWriter source(String name, Optional<Source> source) {
    source.ifPresent(it -> {
      if (namesTexts) {
        text(name + ID, it.id());
      } else {
        text(name, Base64.getEncoder().encodeToString(it.bytes()));
      }
    });
    return this;
  }

  FieldWriter digest(String name, Digest digest) {
    FieldWriter inner = new FieldWriter();
    inner.whole("version", digest.version());
    inner.text("summary", digest.summary()).text("hash", digest.hex());
    return put(name, inner.fields());
  }

  FieldWriter origin(String name, Origin origin) {
    FieldWriter provenance = new FieldWriter();
    origin.provenance().forEach(provenance::text);
    FieldWriter inner = new FieldWriter();
    inner.textIfAny("actor", origin.actor());
    inner.textIfAny("session", origin.session());
    inner.textIfAny("message", origin.message());
    if (!origin.provenance().isEmpty()) {
      inner.put("provenance", provenance.fields());
    }
    return put(name, inner.fields());
  }

  FieldWriter steps(String name, List<Step<Value.Fields>> steps) {
    return put(name, new Value.Sequence(steps.stream().<Value>map(FieldWriter::step).toList()));
  }

  private static Value.Fields step(Step<Value.Fields> step) {
    FieldWriter out = new FieldWriter();
    out.text("id", step.id().ulid()).place("parent", step.parent()).text("label", step.label());
    out.origin("origin", step.origin()).time("time", step.time());
    out.put("events", new Value.Sequence(List.copyOf(step.events())));
    out.digest("after", step.after());
    out.ids("reverts", step.reverts()).ids("replaces", step.replaces());
    return out.fields();
  }

  private FieldWriter ids(String name, List<StepId> ids) {
    if (!ids.isEmpty()) {
      put(name, new Value.Sequence(ids.stream().<Value>map(id -> Value.of(id.ulid())).toList()));
    }
    return this;
  }

  private void textIfAny(String name, String text) {
    if (!text.isEmpty()) {
      text(name, text);
    }
  }

  private FieldWriter put(String name, Value value) {
    fields.put(name, value);
    return this;
  }
}

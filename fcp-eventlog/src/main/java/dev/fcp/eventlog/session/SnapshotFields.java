package dev.fcp.eventlog.session;

import com.google.common.collect.Maps;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The fields of a snapshot, encoded as in journal records. Reading a field that is missing or of
 * another type throws a {@link dev.fcp.eventlog.domain.MalformedValueException} or an {@link
 * IllegalArgumentException}. Not thread-safe.
 */
final class SnapshotFields {

  private final Map<String, Value> fields;

  private SnapshotFields(Map<String, Value> fields) {
    this.fields = fields;
  }

  /** Starts without fields. */
  SnapshotFields() {
    this(new HashMap<>());
  }

  /** The fields read from a snapshot. */
  static SnapshotFields of(Value.Fields fields) {
    return new SnapshotFields(new HashMap<>(fields.fields()));
  }

  /** All fields as a value. */
  Value.Fields toFields() {
    return Value.Fields.of(fields);
  }

  /** Adds a text. */
  SnapshotFields text(String name, String text) {
    fields.put(name, Value.of(text));
    return this;
  }

  /** Adds a history point; the base is encoded by omitting the field. */
  SnapshotFields point(String name, HistoryPoint point) {
    point.step().ifPresent(id -> text(name, id.ulid()));
    return this;
  }

  /** Adds a digest. */
  SnapshotFields digest(String name, Digest digest) {
    SnapshotFields nested = new SnapshotFields();
    nested.text("hash", digest.hex()).text("summary", digest.summary());
    nested.fields.put("version", Value.of(digest.version()));
    return fields(name, nested);
  }

  /** Adds an origin. */
  SnapshotFields origin(String name, Origin origin) {
    SnapshotFields notes = new SnapshotFields();
    origin.provenance().forEach(notes::text);
    SnapshotFields nested = new SnapshotFields();
    nested.text("actor", origin.actor()).text("session", origin.session());
    nested.text("message", origin.message()).fields("provenance", notes);
    return fields(name, nested);
  }

  /** Adds nested fields. */
  SnapshotFields fields(String name, SnapshotFields nested) {
    fields.put(name, nested.toFields());
    return this;
  }

  /** Adds a list of nested fields. */
  <T> SnapshotFields list(String name, List<T> items, Function<T, SnapshotFields> encoder) {
    List<Value> values = items.stream().<Value>map(item -> encoder.apply(item).toFields()).toList();
    fields.put(name, new Value.Sequence(values));
    return this;
  }

  /** Adds a list of nested fields, unless it is empty. */
  <T> SnapshotFields listIfAny(String name, List<T> items, Function<T, SnapshotFields> encoder) {
    return items.isEmpty() ? this : list(name, items, encoder);
  }

  /** The text of a field. */
  String text(String name) {
    return toFields().text(name);
  }

  /** The history point of a field; the base if the field is missing. */
  HistoryPoint point(String name) {
    return new HistoryPoint(
        Optional.ofNullable(fields.get(name)).map(value -> new StepId(value.asText())));
  }

  /** The digest of a field. */
  Digest digest(String name) {
    SnapshotFields in = nested(name);
    int version = Math.toIntExact(in.toFields().at("version").asLong());
    return Digest.ofHash(version, in.text("summary"), in.text("hash"));
  }

  /** The origin of a field. */
  Origin origin(String name) {
    SnapshotFields in = nested(name);
    return Origin.of(in.text("actor"), in.text("session"), in.text("message"))
        .withProvenance(
            Maps.transformValues(in.nested("provenance").toFields().fields(), Value::asText));
  }

  /** The nested fields of a field. */
  SnapshotFields nested(String name) {
    return of(toFields().at(name).asFields());
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  /** The list of a field. */
  List<SnapshotFields> list(String name) {
    return toFields().at(name).asSequence().stream().map(value -> of(value.asFields())).toList();
  }

  /** The list of a field; empty if the field is missing. */
  List<SnapshotFields> listOrEmpty(String name) {
    return has(name) ? list(name) : List.of();
  }
}

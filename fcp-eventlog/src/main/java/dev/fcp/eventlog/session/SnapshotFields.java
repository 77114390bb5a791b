package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The state of a snapshot as named fields, in the forms in which records write such things. What is
 * missing or of another kind ends in a {@link dev.fcp.eventlog.domain.MalformedValueException} or
 * an {@link IllegalArgumentException}. Not safe for use by several threads while it is filled.
 */
final class SnapshotFields {

  private final Map<String, Value> fields;

  private SnapshotFields(Map<String, Value> fields) {
    this.fields = fields;
  }

  /** No fields yet. */
  SnapshotFields() {
    this(new HashMap<>());
  }

  /** The fields of a snapshot that was read. */
  static SnapshotFields of(Value.Fields fields) {
    return new SnapshotFields(new HashMap<>(fields.fields()));
  }

  /** All fields as a value. */
  Value.Fields toFields() {
    return Value.Fields.of(fields);
  }

  /** Puts a text. */
  SnapshotFields text(String name, String text) {
    fields.put(name, Value.of(text));
    return this;
  }

  /** Puts a place; the base is the absence of it. */
  SnapshotFields point(String name, HistoryPoint point) {
    point.step().ifPresent(id -> text(name, id.ulid()));
    return this;
  }

  /** Puts a digest. */
  SnapshotFields digest(String name, Digest digest) {
    SnapshotFields nested = new SnapshotFields();
    nested.text("hash", digest.hex()).text("summary", digest.summary());
    nested.fields.put("version", Value.of(digest.version()));
    return fields(name, nested);
  }

  /** Puts fields under a name. */
  SnapshotFields fields(String name, SnapshotFields nested) {
    fields.put(name, nested.toFields());
    return this;
  }

  /** Puts a list of fields. */
  <T> SnapshotFields list(String name, List<T> items, Function<T, SnapshotFields> encoder) {
    List<Value> values = items.stream().<Value>map(item -> encoder.apply(item).toFields()).toList();
    fields.put(name, new Value.Sequence(values));
    return this;
  }

  /** The text of a name. */
  String text(String name) {
    return toFields().text(name);
  }

  /** The place of a name; the base if there is none. */
  HistoryPoint point(String name) {
    return new HistoryPoint(
        Optional.ofNullable(fields.get(name)).map(value -> new StepId(value.asText())));
  }

  /** The digest of a name. */
  Digest digest(String name) {
    SnapshotFields in = nested(name);
    int version = Math.toIntExact(in.toFields().at("version").asLong());
    return Digest.ofHash(version, in.text("summary"), in.text("hash"));
  }

  /** The fields under a name. */
  SnapshotFields nested(String name) {
    return of(toFields().at(name).asFields());
  }

  /** The fields under a name, if there are any. */
  Optional<SnapshotFields> findNested(String name) {
    return Optional.ofNullable(fields.get(name)).map(value -> of(value.asFields()));
  }

  /** The list of a name. */
  List<SnapshotFields> list(String name) {
    return toFields().at(name).asSequence().stream().map(value -> of(value.asFields())).toList();
  }

  /** The items of a name; none if there is no such name. */
  List<SnapshotFields> listOrEmpty(String name) {
    return fields.containsKey(name) ? list(name) : List.of();
  }
}

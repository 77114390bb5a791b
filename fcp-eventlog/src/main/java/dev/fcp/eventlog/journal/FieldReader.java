package dev.fcp.eventlog.journal;

import com.google.common.base.Splitter;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads the parts of a record that {@link FieldWriter} wrote. A part that is missing or of another
 * type throws a {@link MalformedValueException}; one that is out of range throws an {@link
 * IllegalArgumentException}, an {@link ArithmeticException} or a {@link
 * java.time.DateTimeException}.
 */
final class FieldReader {

  private final Value.Fields fields;
  private final Function<String, Optional<Source>> texts;

  FieldReader(Value.Fields fields, Function<String, Optional<Source>> texts) {
    this.fields = fields;
    this.texts = texts;
  }

  String text(String name) {
    return fields.text(name);
  }

  int whole(String name) {
    return Math.toIntExact(fields.at(name).asLong());
  }

  Instant time(String name) {
    return Instant.parse(text(name));
  }

  <T extends Enum<T>> T constant(String name, Class<T> type) {
    return Enum.valueOf(type, text(name).toUpperCase(Locale.ROOT));
  }

  HistoryPoint point(String name) {
    return new HistoryPoint(findStep(name));
  }

  Optional<StepId> findStep(String name) {
    return fields.find(name).map(value -> new StepId(value.asText()));
  }

  Optional<Source> source(String name) {
    Optional<Value> id = fields.find(name + FieldWriter.ID);
    if (id.isPresent()) {
      String text = id.get().asText();
      return Optional.of(
          texts
              .apply(text)
              .orElseThrow(
                  () -> new MalformedValueException("its text " + text + " is gone or damaged")));
    }
    return fields.find(name).map(value -> Source.of(Base64.getDecoder().decode(value.asText())));
  }

  /** Whether a field refers to a source that is missing or damaged. */
  boolean isTextLost(String name) {
    return fields
        .find(name + FieldWriter.ID)
        .filter(id -> texts.apply(id.asText()).isEmpty())
        .isPresent();
  }

  <T> T required(String name, Optional<T> part) {
    return part.orElseThrow(() -> new MalformedValueException("\"" + name + "\" is missing"));
  }

  NamedState namedState() {
    return new NamedState(constant("kind", NamedState.Kind.class), text("name"), point("place"));
  }

  Digest digest(String name) {
    FieldReader in = inner(name);
    return Digest.ofHash(in.whole("version"), in.text("summary"), in.text("hash"));
  }

  Origin origin(String name) {
    FieldReader in = inner(name);
    Map<String, String> provenance = new TreeMap<>();
    Value.Fields kept = fieldsOrNone(in.fields, "provenance");
    kept.fields().forEach((key, value) -> provenance.put(key, value.asText()));
    return Origin.of(in.textOrEmpty("actor"), in.textOrEmpty("session"), in.textOrEmpty("message"))
        .withProvenance(provenance);
  }

  List<Step<Value.Fields>> steps(String name) {
    return fields.at(name).asSequence().stream()
        .map(value -> new FieldReader(value.asFields(), texts).step())
        .toList();
  }

  /** The steps of a field; empty if the field is missing. */
  List<Step<Value.Fields>> stepsIfAny(String name) {
    return fields.find(name).isPresent() ? steps(name) : List.of();
  }

  private Step<Value.Fields> step() {
    return new Step<>(
        new StepId(text("id")),
        point("parent"),
        text("label"),
        origin("origin"),
        time("time"),
        fields.at("events").asSequence().stream().map(Value::asFields).toList(),
        digest("after"),
        new Reversal(parts("reverts"), parts("restores")),
        ids("replaces"),
        focus("focus"),
        fields.find("ignored").filter(Value::asBoolean).isPresent());
  }

  private EditorSelection focus(String name) {
    return fields
        .find(name)
        .map(Value::asFields)
        .map(focus ->
            new EditorSelection(fieldsOrNone(focus, "before"), fieldsOrNone(focus, "after")))
        .orElse(EditorSelection.NONE);
  }

  private static Value.Fields fieldsOrNone(Value.Fields fields, String name) {
    return fields.find(name).map(Value::asFields).orElse(Value.Fields.EMPTY);
  }

  /** Parts of steps: ID for a whole step, ID#0#2 for some of its events. */
  private List<Reversal.Part> parts(String name) {
    return fields.find(name).map(Value::asSequence).orElse(List.of()).stream()
        .map(value -> part(value.asText()))
        .toList();
  }

  private static Reversal.Part part(String text) {
    List<String> words = Splitter.on(FieldWriter.EVENT).splitToList(text);
    List<Integer> events = words.stream().skip(1).map(Integer::parseInt).toList();
    return new Reversal.Part(new StepId(words.get(0)), events);
  }

  List<StepId> ids(String name) {
    return fields.find(name).map(Value::asSequence).orElse(List.of()).stream()
        .map(value -> new StepId(value.asText()))
        .toList();
  }

  private String textOrEmpty(String name) {
    return fields.find(name).map(Value::asText).orElse("");
  }

  private FieldReader inner(String name) {
    return new FieldReader(fields.at(name).asFields(), texts);
  }
}

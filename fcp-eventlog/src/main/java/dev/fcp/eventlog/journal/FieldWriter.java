package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.JsonLine;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the parts of a record as named fields, in the order of their names; {@link FieldReader}
 * reads them.
 */
final class FieldWriter {

  /** What is put behind the name of a field that holds the id of a text. */
  static final String ID = "Id";

  /** The years 0 to 9999, whose times have a shorter way to their text. */
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");
  private static final int LENGTH_WITHOUT_SECONDS = 16;

  private final JsonLine out;
  private final boolean namesTexts;

  /** The time written last: that of a record is often that of its step. */
  private @Nullable Instant lastTime;

  private String lastTimeText = "";

  /**
   * A writer into a line.
   *
   * @param namesTexts whether texts are named by their ids instead of written out
   */
  FieldWriter(JsonLine out, boolean namesTexts) {
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
    out.name(name).whole(number);
    return this;
  }

  FieldWriter time(String name, Instant time) {
    if (!time.equals(lastTime)) {
      lastTime = time;
      lastTimeText = textOf(time);
    }
    return text(name, lastTimeText);
  }

  /** What {@link Instant#toString} gives. */
  private static String textOf(Instant time) {
    if (time.isBefore(FIRST) || time.isAfter(LAST)) {
      return time.toString();
    }
    String local =
        LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC)
            .toString();
    return local.length() == LENGTH_WITHOUT_SECONDS ? local + ":00Z" : local + "Z";
  }

  FieldWriter constant(String name, Enum<?> constant) {
    return text(name, constant.name().toLowerCase(Locale.ROOT));
  }

  FieldWriter place(String name, Optional<StepId> place) {
    return place.isPresent() ? text(name, place.get().ulid()) : this;
  }

  FieldWriter source(String name, Optional<Source> source) {
    if (source.isEmpty()) {
      return this;
    }
    return namesTexts
        ? text(name + ID, source.get().id())
        : text(name, Base64.getEncoder().encodeToString(source.get().bytes()));
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

  FieldWriter steps(String name, List<Step<Value.Fields>> steps) {
    out.name(name).beginArray();
    steps.forEach(this::step);
    out.endArray();
    return this;
  }

  private void step(Step<Value.Fields> step) {
    out.beginObject();
    digest("after", step.after()).values("events", step.events());
    text("id", step.id().ulid()).text("label", step.label()).origin("origin", step.origin());
    place("parent", step.parent()).ids("replaces", step.replaces()).ids("reverts", step.reverts());
    time("time", step.time());
    out.endObject();
  }

  private FieldWriter values(String name, List<Value.Fields> values) {
    out.name(name).beginArray();
    values.forEach(out::value);
    out.endArray();
    return this;
  }

  private FieldWriter ids(String name, List<StepId> ids) {
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

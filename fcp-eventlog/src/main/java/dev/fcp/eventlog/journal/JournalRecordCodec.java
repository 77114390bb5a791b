package dev.fcp.eventlog.journal;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.Lists;
import com.google.common.collect.Maps;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
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
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import dev.fcp.eventlog.json.JsonLineWriter;
import dev.fcp.eventlog.json.Member;
import dev.fcp.eventlog.json.Member.Form;
import dev.fcp.eventlog.json.ValueJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
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

  private static final Form<StepId> ID = Form.ofText(StepId::ulid, StepId::new);

  private static final Form<HistoryPoint> POINT =
      Form.ofText(
          point -> point.step().orElseThrow().ulid(), text -> HistoryPoint.after(new StepId(text)));

  private static final Member<String> TYPE = new Member<>("type", Form.TEXT);
  private static final Member<String> LABEL = new Member<>("label", Form.TEXT);
  private static final Member<String> NAME = new Member<>("name", Form.TEXT);
  private static final Member<String> DOMAIN = new Member<>("domain", Form.TEXT);
  private static final Member<String> REASON = new Member<>("reason", Form.TEXT);
  private static final Member<String> HASH = new Member<>("hash", Form.TEXT);
  private static final Member<String> SUMMARY = new Member<>("summary", Form.TEXT);
  private static final Member<Integer> VERSION = new Member<>("version", Form.WHOLE);
  private static final Member<Integer> FORMAT_VERSION = new Member<>("formatVersion", Form.WHOLE);
  private static final Member<Instant> TIME = new Member<>("time", Form.TIME);
  private static final Member<HistoryPoint> PLACE = new Member<>("place", POINT, HistoryPoint.BASE);
  private static final Member<StepId> PRUNED = new Member<>("place", ID);
  private static final Member<StepId> STEP = new Member<>("step", ID);
  private static final Member<HistoryPoint> START = new Member<>("start", POINT, HistoryPoint.BASE);
  private static final Member<List<StepId>> REPLACED =
      new Member<>("replaced", ID.list(), List.of());
  private static final Member<MergeExtent> FIT =
      new Member<>("fit", Form.ofConstant(MergeExtent.class));
  private static final Member<NamedState.Kind> NAME_KIND =
      new Member<>("kind", Form.ofConstant(NamedState.Kind.class));
  private static final Member<JournalRecord.Moved.Kind> MOVE =
      new Member<>("kind", Form.ofConstant(JournalRecord.Moved.Kind.class));
  private static final Member<JournalRecord.PassedOver.Kind> PASS =
      new Member<>("kind", Form.ofConstant(JournalRecord.PassedOver.Kind.class));

  private static final Member<JournalRecord.Marked.Kind> MARK =
      new Member<>("kind", Form.ofConstant(JournalRecord.Marked.Kind.class));
  private static final Member<String> PATHS = new Member<>("paths", Form.TEXT, "");
  private static final Member<String> PATH = new Member<>("path", Form.TEXT);
  private static final Member<String> BEFORE = new Member<>("before", Form.TEXT, "");
  private static final Member<String> AFTERWARDS = new Member<>("after", Form.TEXT, "");
  private static final Member<List<SavedFile>> FILES =
      new Member<>(
          "files",
          Form.<SavedFile>ofObject(
                  (out, file) ->
                      out.with(AFTERWARDS, file.after().orElse(""))
                          .with(BEFORE, file.before().orElse(""))
                          .with(PATH, file.path()),
                  in ->
                      new SavedFile(
                          PATH.read(in),
                          Optional.of(BEFORE.read(in)).filter(it -> !it.isEmpty()),
                          Optional.of(AFTERWARDS.read(in)).filter(it -> !it.isEmpty())))
              .list(),
          List.of());
  private static final Member<String> CAUSE = new Member<>("cause", Form.TEXT);

  /** The bytes of a source; a journal that stores sources separately writes its id instead. */
  private static final Member<Optional<Source>> SOURCE =
      new Member<>(
          "source",
          Form.ofText(
              source -> Base64.getEncoder().encodeToString(source.orElseThrow().bytes()),
              text -> Optional.of(Source.of(Base64.getDecoder().decode(text)))),
          Optional.empty());

  /** The id of the source of a record; empty if it has none. */
  static final Member<String> SOURCE_ID = new Member<>("sourceId", Form.TEXT, "");

  private static final Form<Digest> DIGEST =
      Form.ofObject(
          (out, digest) ->
              out.with(HASH, digest.hex())
                  .with(SUMMARY, digest.summary())
                  .with(VERSION, digest.version()),
          in -> Digest.ofHash(VERSION.read(in), SUMMARY.read(in), HASH.read(in)));

  private static final Member<Digest> BASE = new Member<>("base", DIGEST);
  private static final Member<Digest> AFTER = new Member<>("after", DIGEST);

  private static final Member<String> ACTOR = new Member<>("actor", Form.TEXT, "");
  private static final Member<String> MESSAGE = new Member<>("message", Form.TEXT, "");
  private static final Member<String> SESSION = new Member<>("session", Form.TEXT, "");
  private static final Member<Integer> STEP_COUNT = new Member<>("count", Form.WHOLE);
  private static final Member<StepId> FIRST = new Member<>("first", ID);
  private static final Member<StepId> LAST = new Member<>("last", ID);
  private static final Member<List<JournalRecord.Pruned.StepGroup>> PRUNED_STEPS =
      new Member<>(
          "summary",
          Form.<JournalRecord.Pruned.StepGroup>ofObject(
                  (out, group) ->
                      out.with(ACTOR, group.origin().actor())
                          .with(AFTER, group.digestAfter())
                          .with(STEP_COUNT, group.stepCount())
                          .with(FIRST, group.first())
                          .with(LAST, group.last())
                          .with(MESSAGE, group.origin().message())
                          .with(SESSION, group.origin().session()),
                  in ->
                      new JournalRecord.Pruned.StepGroup(
                          Origin.of(ACTOR.read(in), SESSION.read(in), MESSAGE.read(in)),
                          STEP_COUNT.read(in),
                          FIRST.read(in),
                          LAST.read(in),
                          AFTER.read(in)))
              .list(),
          List.of());
  private static final Member<JournalRecord.Redacted.Kind> SECRET =
      new Member<>("kind", Form.ofConstant(JournalRecord.Redacted.Kind.class));
  private static final Member<List<StepId>> REDACTED =
      new Member<>("redacted", ID.list(), List.of());
  private static final Member<List<JournalRecord.Redacted.StepRange>> DIGESTS =
      new Member<>(
          "digests",
          Form.<JournalRecord.Redacted.StepRange>ofObject(
                  (out, range) ->
                      out.with(STEP_COUNT, range.stepCount())
                          .with(FIRST, range.first())
                          .with(LAST, range.last()),
                  in ->
                      new JournalRecord.Redacted.StepRange(
                          FIRST.read(in), LAST.read(in), STEP_COUNT.read(in)))
              .list(),
          List.of());

  private static final Member<Map<String, String>> PROVENANCE =
      new Member<>(
          "provenance",
          Form.ofObject(
              (out, notes) -> notes.forEach((name, note) -> out.name(name).text(note)),
              in -> Maps.transformValues(in.fields(), Value::asText)),
          Map.of());
  private static final Member<Origin> ORIGIN =
      new Member<>(
          "origin",
          Form.ofObject(
              (out, origin) ->
                  out.with(ACTOR, origin.actor())
                      .with(MESSAGE, origin.message())
                      .with(PROVENANCE, origin.provenance())
                      .with(SESSION, origin.session()),
              in ->
                  Origin.of(ACTOR.read(in), SESSION.read(in), MESSAGE.read(in))
                      .withProvenance(PROVENANCE.read(in))));

  private static final Member<Value.Fields> SELECTION_BEFORE =
      new Member<>("before", Form.FIELDS, Value.Fields.EMPTY);
  private static final Member<Value.Fields> SELECTION_AFTER =
      new Member<>("after", Form.FIELDS, Value.Fields.EMPTY);
  private static final Member<EditorSelection> FOCUS =
      new Member<>(
          "focus",
          Form.ofObject(
              (out, focus) ->
                  out.with(SELECTION_AFTER, focus.after()).with(SELECTION_BEFORE, focus.before()),
              in -> new EditorSelection(SELECTION_BEFORE.read(in), SELECTION_AFTER.read(in))),
          EditorSelection.NONE);

  /** Parts of steps: ID for a whole step, ID#0#2 for some of its events. */
  private static final Form<List<Reversal.Part>> PARTS =
      Form.ofText(
              (Reversal.Part part) ->
                  Joiner.on('#')
                      .join(Lists.asList(part.step().ulid(), part.eventIndexes().toArray())),
              JournalRecordCodec::part)
          .list();

  private static final Member<List<Reversal.Part>> RESTORES =
      new Member<>("restores", PARTS, List.of());
  private static final Member<List<Reversal.Part>> REVERTS =
      new Member<>("reverts", PARTS, List.of());
  private static final Member<List<StepId>> REPLACES =
      new Member<>("replaces", ID.list(), List.of());
  private static final Member<StepId> STEP_ID = new Member<>("id", ID);
  private static final Member<HistoryPoint> PARENT =
      new Member<>("parent", POINT, HistoryPoint.BASE);
  private static final Member<Boolean> IGNORED = new Member<>("ignored", Form.FLAG, false);
  private static final Member<List<Value.Fields>> EVENTS =
      new Member<>("events", Form.FIELDS.list());

  private static final Form<List<Step<Value.Fields>>> STEP_LIST =
      Form.<Step<Value.Fields>>ofObject(
              (out, step) ->
                  out.with(AFTER, step.digestAfter())
                      .with(EVENTS, step.events())
                      .with(FOCUS, step.editorSelection())
                      .with(STEP_ID, step.id())
                      .with(IGNORED, step.isIgnored())
                      .with(LABEL, step.label())
                      .with(ORIGIN, step.origin())
                      .with(PARENT, step.parent())
                      .with(REPLACES, step.replaces())
                      .with(RESTORES, step.reversal().restored())
                      .with(REVERTS, step.reversal().reversed())
                      .with(TIME, step.time()),
              in ->
                  new Step<>(
                      STEP_ID.read(in),
                      PARENT.read(in),
                      LABEL.read(in),
                      ORIGIN.read(in),
                      TIME.read(in),
                      EVENTS.read(in),
                      AFTER.read(in),
                      new Reversal(REVERTS.read(in), RESTORES.read(in)),
                      REPLACES.read(in),
                      FOCUS.read(in),
                      IGNORED.read(in)))
          .list();
  private static final Member<List<Step<Value.Fields>>> STEPS = new Member<>("steps", STEP_LIST);
  private static final Member<List<Step<Value.Fields>>> CARRIED_STEPS =
      new Member<>("steps", STEP_LIST, List.of());

  private JournalRecordCodec() {}

  private static Reversal.Part part(String text) {
    List<String> words = Splitter.on('#').splitToList(text);
    List<Integer> events = words.stream().skip(1).map(Integer::parseInt).toList();
    return new Reversal.Part(new StepId(words.get(0)), events);
  }

  /**
   * The line of a record, without line end.
   *
   * @throws IllegalArgumentException if it cannot be encoded, for instance because it is nested too
   *     deeply
   */
  public static String toLine(JournalRecord record) {
    return write(record, new JsonLineWriter(), false).toString();
  }

  /**
   * The line of a record, without line end, that refers to its source by id, for journals that
   * store sources separately. {@link #fromLine(String, Function)} decodes it.
   *
   * @throws IllegalArgumentException if it cannot be encoded, for instance because it is nested too
   *     deeply
   */
  public static String toLineNamingSource(JournalRecord record) {
    return write(record, new JsonLineWriter(), true).toString();
  }

  /** The source to which a record refers, if it has one. */
  public static Optional<Source> sourceOf(JournalRecord record) {
    if (record instanceof JournalRecord.External external) {
      return Optional.of(external.source());
    }
    return record instanceof JournalRecord.Opened opened ? opened.source() : Optional.empty();
  }

  /** Whether a record has no line, because its domain has no event codec. */
  static boolean isMemoryOnly(JournalRecord record) {
    return record.steps().stream()
        .flatMap(step -> step.events().stream())
        .flatMap(event -> event.fields().values().stream())
        .anyMatch(Value.InMemory.class::isInstance);
  }

  /**
   * Writes a record into a reusable line.
   *
   * @param namesSources whether the record refers to its source by id, for journals that store
   *     sources separately
   * @return the line
   * @throws IllegalArgumentException if it cannot be encoded, for instance because it is nested too
   *     deeply
   */
  static JsonLineWriter write(JournalRecord record, JsonLineWriter out, boolean namesSources) {
    out.beginObject();
    switch (record) {
      case JournalRecord.Opened opened -> {
        if (opened.domain().equals(Domain.UNNAMED)) {
          throw new UnsupportedOperationException(
              "a domain without a name cannot be written: implement Domain.name");
        }
        out.with(TYPE, "opened").with(BASE, opened.baseDigest()).with(DOMAIN, opened.domain());
        out.with(FORMAT_VERSION, opened.formatVersion()).with(ORIGIN, opened.origin());
        opened.source().ifPresent(source -> write(source, out, namesSources));
      }
      case JournalRecord.Committed committed -> {
        out.with(TYPE, "committed").with(LABEL, committed.label()).with(ORIGIN, committed.origin());
        out.with(START, new HistoryPoint(committed.undoLimit())).with(STEPS, committed.steps());
      }
      case JournalRecord.Replaced replaced -> {
        out.with(TYPE, "replaced").with(LABEL, replaced.label()).with(ORIGIN, replaced.origin());
        out.with(REPLACED, replaced.replaced()).with(START, new HistoryPoint(replaced.undoLimit()));
        out.with(STEPS, replaced.steps());
      }
      case JournalRecord.Moved moved -> {
        out.with(TYPE, "moved").with(MOVE, moved.kind()).with(ORIGIN, moved.origin());
        out.with(PLACE, moved.point()).with(CARRIED_STEPS, moved.steps());
      }
      case JournalRecord.Named(var time, var origin, var state) ->
          out.with(TYPE, "named")
              .with(NAME_KIND, state.kind())
              .with(NAME, state.name())
              .with(ORIGIN, origin)
              .with(PLACE, state.point());
      case JournalRecord.Saving(var time, var origin, var hash, var point, var files) ->
          out.with(TYPE, "saving")
              .with(FILES, files)
              .with(HASH, hash)
              .with(ORIGIN, origin)
              .with(PLACE, point);
      case JournalRecord.Failed(var time, var origin, var hash, var point, var cause) ->
          out.with(TYPE, "failed")
              .with(CAUSE, cause)
              .with(HASH, hash)
              .with(ORIGIN, origin)
              .with(PLACE, point);
      case JournalRecord.Saved(var time, var origin, var hash, var point) ->
          out.with(TYPE, "saved").with(HASH, hash).with(ORIGIN, origin).with(PLACE, point);
      case JournalRecord.External external -> {
        out.with(TYPE, "external").with(FIT, external.mergeExtent());
        out.with(ORIGIN, external.origin()).with(PLACE, external.point());
        write(external.source(), out, namesSources);
        out.with(START, new HistoryPoint(external.undoLimit())).with(STEPS, external.steps());
      }
      case JournalRecord.Refused(var time, var origin, var label, var reason) ->
          out.with(TYPE, "refused").with(LABEL, label).with(ORIGIN, origin).with(REASON, reason);
      case JournalRecord.PassedOver(var time, var origin, var kind, var step) ->
          out.with(TYPE, "passedOver").with(PASS, kind).with(ORIGIN, origin).with(STEP, step);
      case JournalRecord.Marked(var time, var origin, var kind, var paths) ->
          out.with(TYPE, "marked").with(MARK, kind).with(ORIGIN, origin).with(PATHS, paths);
      case JournalRecord.Pruned(var time, var origin, var point, var summary) ->
          out.with(TYPE, "retained")
              .with(ORIGIN, origin)
              .with(PRUNED, point)
              .with(PRUNED_STEPS, summary);
      case JournalRecord.Redacted redacted ->
          out.with(TYPE, "redacted")
              .with(DIGESTS, redacted.digests())
              .with(SECRET, redacted.kind())
              .with(ORIGIN, redacted.origin())
              .with(REASON, redacted.reason())
              .with(REDACTED, redacted.redactedSteps());
    }
    return out.with(TIME, record.time()).endObject();
  }

  private static void write(Source source, JsonLineWriter out, boolean namesSources) {
    if (namesSources) {
      out.with(SOURCE_ID, source.id());
    } else {
      out.with(SOURCE, Optional.of(source));
    }
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
   * Decodes the record of a line, and looks up its source by id. An external version whose source
   * is lost is decoded as a commit of its steps, or as a refused operation if it has none.
   *
   * @throws MalformedValueException if the line is not a record, or if the source of the first
   *     record is lost
   */
  public static JournalRecord fromLine(String line, Function<String, Optional<Source>> sources) {
    return decode(ValueJson.read(line).asFields(), sources);
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
      return read(fields, texts);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw new MalformedValueException("no journal record: " + e.getMessage(), e);
    }
  }

  private static JournalRecord read(Value.Fields in, Function<String, Optional<Source>> texts) {
    Instant time = TIME.read(in);
    Origin origin = ORIGIN.read(in);
    String type = TYPE.read(in);
    return switch (type) {
      case "opened" ->
          new JournalRecord.Opened(
              time,
              origin,
              DOMAIN.read(in),
              FORMAT_VERSION.read(in),
              source(in, texts),
              BASE.read(in));
      case "committed" ->
          new JournalRecord.Committed(
              time, origin, LABEL.read(in), STEPS.read(in), START.read(in).step());
      case "replaced" ->
          new JournalRecord.Replaced(
              time,
              origin,
              LABEL.read(in),
              REPLACED.read(in),
              STEPS.read(in),
              START.read(in).step());
      case "moved" ->
          new JournalRecord.Moved(
              time, origin, MOVE.read(in), PLACE.read(in), CARRIED_STEPS.read(in));
      case "named" ->
          new JournalRecord.Named(
              time, origin, new NamedState(NAME_KIND.read(in), NAME.read(in), PLACE.read(in)));
      case "saving" ->
          new JournalRecord.Saving(time, origin, HASH.read(in), PLACE.read(in), FILES.read(in));
      case "failed" ->
          new JournalRecord.Failed(time, origin, HASH.read(in), PLACE.read(in), CAUSE.read(in));
      case "saved" -> new JournalRecord.Saved(time, origin, HASH.read(in), PLACE.read(in));
      case "external" -> external(in, time, origin, texts);
      case "refused" -> new JournalRecord.Refused(time, origin, LABEL.read(in), REASON.read(in));
      case "passedOver" -> new JournalRecord.PassedOver(time, origin, PASS.read(in), STEP.read(in));
      case "marked" -> new JournalRecord.Marked(time, origin, MARK.read(in), PATHS.read(in));
      case "retained" ->
          new JournalRecord.Pruned(time, origin, PRUNED.read(in), PRUNED_STEPS.read(in));
      case "redacted" ->
          new JournalRecord.Redacted(
              time, origin, SECRET.read(in), REASON.read(in), REDACTED.read(in), DIGESTS.read(in));
      default -> throw new MalformedValueException("no journal record is of type \"" + type + "\"");
    };
  }

  private static Optional<Source> source(
      Value.Fields in, Function<String, Optional<Source>> texts) {
    String id = SOURCE_ID.read(in);
    Optional<Source> source = id.isEmpty() ? SOURCE.read(in) : texts.apply(id);
    if (source.isEmpty() && !id.isEmpty()) {
      throw new MalformedValueException("its text " + id + " is gone or damaged");
    }
    return source;
  }

  /** Decodes an external version; if its source is lost, only its effect on the document. */
  private static JournalRecord external(
      Value.Fields in, Instant time, Origin origin, Function<String, Optional<Source>> texts) {
    List<Step<Value.Fields>> steps = STEPS.read(in);
    String id = SOURCE_ID.read(in);
    if (!id.isEmpty() && texts.apply(id).isEmpty()) {
      return steps.isEmpty()
          ? new JournalRecord.Refused(time, origin, "external", "its text is lost")
          : new JournalRecord.Committed(time, origin, "external", steps, START.read(in).step());
    }
    return new JournalRecord.External(
        time,
        origin,
        source(in, texts).orElseThrow(() -> new MalformedValueException("\"source\" is missing")),
        FIT.read(in),
        steps,
        PLACE.read(in),
        START.read(in).step());
  }
}

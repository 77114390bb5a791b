package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Records with unusual values. */
final class JournalRecordArbitraries {

  private static final List<String> UNUSUAL =
      List.of(
          "",
          " ",
          "\"quoted\" \\ and / or",
          "line\nline\r\n\ttab",
          "\u0000\u0001\u001f\u007f\u0085\u2028\u2029\ufeff",
          "\ud83d\ude00 \ud800 \udc00",
          "{\"type\":\"committed\"}",
          "null",
          "\u00e4\u00f6\u00fc \u4e2d\u6587 \u0627\u0644");

  private JournalRecordArbitraries() {}

  static Arbitrary<JournalRecord> all() {
    return Arbitraries.oneOf(
        opened(),
        committed(),
        moved(),
        replaced(),
        named(),
        saving(),
        failed(),
        saved(),
        external(),
        refused(),
        retained(),
        passedOver(),
        marked(),
        redacted(),
        withUndoLimit());
  }

  static Arbitrary<JournalRecord> redacted() {
    Arbitrary<List<JournalRecord.Redacted.StepRange>> digests =
        Combinators.combine(ids(), ids(), Arbitraries.integers())
            .as(JournalRecord.Redacted.StepRange::new)
            .list()
            .ofMaxSize(3);
    return Combinators.combine(
            times(),
            origins(),
            Arbitraries.of(JournalRecord.Redacted.Kind.class),
            texts(),
            ids().list().ofMaxSize(3),
            digests)
        .as(JournalRecord.Redacted::new);
  }

  /** Records that add steps and set a new undo limit. */
  static Arbitrary<JournalRecord> withUndoLimit() {
    return Combinators.combine(
            Arbitraries.oneOf(committed(), replaced(), external())
                .filter(record -> !record.steps().isEmpty()),
            ids())
        .as(JournalRecord::withUndoLimit);
  }

  static Arbitrary<JournalRecord> opened() {
    return Combinators.combine(
            times(), origins(), texts(), Arbitraries.integers(), sources().optional(), digests())
        .as(JournalRecord.Opened::new);
  }

  static Arbitrary<JournalRecord> committed() {
    return Combinators.combine(
            times(), origins(), texts(), steps().list().ofMinSize(1).ofMaxSize(3))
        .as(JournalRecord.Committed::new);
  }

  static Arbitrary<JournalRecord> replaced() {
    return Combinators.combine(
            times(),
            origins(),
            texts(),
            ids().list().ofMinSize(1).ofMaxSize(3),
            steps().list().ofMaxSize(1))
        .as(JournalRecord.Replaced::new);
  }

  static Arbitrary<JournalRecord> moved() {
    return Combinators.combine(
            times(), origins(), Arbitraries.of(JournalRecord.Moved.Kind.class), points())
        .<JournalRecord>as(JournalRecord.Moved::new)
        .flatMap(plain -> Arbitraries.oneOf(Arbitraries.just(plain), undosAndRedos()));
  }

  /** Undo and redo record the ignored steps that they left applied. */
  private static Arbitrary<JournalRecord> undosAndRedos() {
    return Combinators.combine(
            times(),
            origins(),
            Arbitraries.of(JournalRecord.Moved.Kind.UNDO, JournalRecord.Moved.Kind.REDO),
            steps().list().ofMinSize(1).ofMaxSize(2))
        .as((time, origin, kind, steps) -> {
          HistoryPoint point = HistoryPoint.after(steps.get(steps.size() - 1).id());
          return new JournalRecord.Moved(time, origin, kind, point, steps);
        });
  }

  static Arbitrary<JournalRecord> named() {
    Arbitrary<NamedState> states =
        Combinators.combine(Arbitraries.of(NamedState.Kind.class), texts(), points())
            .as(NamedState::new);
    return Combinators.combine(times(), origins(), states).as(JournalRecord.Named::new);
  }

  static Arbitrary<JournalRecord> saving() {
    Arbitrary<Optional<String>> versions = texts().filter(it -> !it.isEmpty()).optional();
    Arbitrary<SavedFile> files =
        Combinators.combine(texts(), versions, versions).as(SavedFile::new);
    return Combinators.combine(times(), origins(), texts(), points(), files.list().ofMaxSize(2))
        .as(JournalRecord.Saving::new);
  }

  static Arbitrary<JournalRecord> failed() {
    return Combinators.combine(times(), origins(), texts(), points(), texts())
        .as(JournalRecord.Failed::new);
  }

  static Arbitrary<JournalRecord> saved() {
    return Combinators.combine(times(), origins(), texts(), points()).as(JournalRecord.Saved::new);
  }

  static Arbitrary<JournalRecord> external() {
    return Combinators.combine(
            times(),
            origins(),
            sources(),
            Arbitraries.of(JournalRecord.External.MergeExtent.class),
            steps().list().ofMaxSize(2),
            points())
        .as((time, origin, source, fit, steps, point) ->
            new JournalRecord.External(
                time,
                origin,
                source,
                fit,
                fit == JournalRecord.External.MergeExtent.NONE ? List.of() : steps,
                point));
  }

  static Arbitrary<JournalRecord> refused() {
    return Combinators.combine(times(), origins(), texts(), texts()).as(JournalRecord.Refused::new);
  }

  static Arbitrary<JournalRecord> passedOver() {
    return Combinators.combine(
            times(), origins(), Arbitraries.of(JournalRecord.PassedOver.Kind.class), ids())
        .as(JournalRecord.PassedOver::new);
  }

  static Arbitrary<JournalRecord> marked() {
    Arbitrary<String> paths = Arbitraries.of("", "*.md", "src/**", "a b/c");
    return Combinators.combine(
            times(),
            origins().filter(origin -> !origin.session().isEmpty()),
            Arbitraries.of(JournalRecord.Marked.Kind.class),
            paths)
        .as((time, origin, kind, files) ->
            new JournalRecord.Marked(
                time, origin, kind, kind == JournalRecord.Marked.Kind.END ? "" : files));
  }

  static Arbitrary<JournalRecord> retained() {
    Arbitrary<List<JournalRecord.Pruned.StepGroup>> summaries =
        Combinators.combine(origins(), Arbitraries.integers(), ids(), ids(), digests())
            .as((origin, count, first, last, digest) ->
                new JournalRecord.Pruned.StepGroup(
                    origin.withProvenance(Map.of()), count, first, last, digest))
            .list()
            .ofMaxSize(3);
    return Combinators.combine(times(), origins(), ids(), summaries).as(JournalRecord.Pruned::new);
  }

  /** The steps that a step refers to. */
  private record Links(Reversal reversal, List<StepId> replaces) {}

  private static Arbitrary<Step<Value.Fields>> steps() {
    Arbitrary<List<StepId>> references = ids().list().ofMaxSize(2);
    Arbitrary<List<Reversal.Part>> parts =
        Combinators.combine(ids(), Arbitraries.integers().between(0, 300).set().ofMaxSize(2))
            .as((id, indexes) -> new Reversal.Part(id, indexes.stream().sorted().toList()))
            .list()
            .ofMaxSize(2);
    Arbitrary<Reversal> reversals = Combinators.combine(parts, parts).as(Reversal::new);
    Arbitrary<Links> links = Combinators.combine(reversals, references).as(Links::new);
    Arbitrary<List<Value.Fields>> events = fields(2).list().ofMinSize(1).ofMaxSize(3);
    Arbitrary<Step<Value.Fields>> steps =
        Combinators.combine(ids(), points(), texts(), origins(), times(), events, digests(), links)
            .as((id, parent, label, origin, time, list, after, link) ->
                new Step<>(
                    id,
                    parent,
                    label,
                    origin,
                    time,
                    list,
                    after,
                    link.reversal(),
                    link.replaces(),
                    EditorSelection.NONE,
                    false));
    return Combinators.combine(steps, editorSelections(), Arbitraries.of(true, false))
        .as((step, editorSelection, ignored) ->
            new Step<>(
                step.id(),
                step.parent(),
                step.label(),
                step.origin(),
                step.time(),
                step.events(),
                step.digestAfter(),
                step.reversal(),
                step.replaces(),
                editorSelection,
                ignored));
  }

  private static Arbitrary<EditorSelection> editorSelections() {
    Arbitrary<Value.Fields> fieldValues =
        fields(1)
            .filter(it -> new EditorSelection(it, it).sizeBytes() <= EditorSelection.MAX_BYTES);
    return Combinators.combine(fieldValues, fieldValues).as(EditorSelection::new);
  }

  private static Arbitrary<Value> values(int depth) {
    Arbitrary<Value> plain =
        Arbitraries.oneOf(
            texts().map(Value.Text::new),
            Arbitraries.longs().map(Value.Int::new),
            Arbitraries.of(true, false).map(Value.Bool::new));
    return depth == 0
        ? plain
        : Arbitraries.oneOf(
            plain,
            fields(depth - 1).map(value -> value),
            Arbitraries.lazy(() -> values(depth - 1)).list().ofMaxSize(3).map(Value.Sequence::new));
  }

  private static Arbitrary<Value.Fields> fields(int depth) {
    return Arbitraries.maps(
            Arbitraries.oneOf(Arbitraries.of("type", "time", "origin"), names()),
            Arbitraries.lazy(() -> values(depth)))
        .ofMaxSize(3)
        .map(Value.Fields::of);
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(Arbitraries.of(UNUSUAL), Arbitraries.strings().all().ofMaxLength(12));
  }

  /** Names may be as unusual as texts, but hold no unpaired surrogate. */
  private static Arbitrary<String> names() {
    return texts()
        .map(text -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
  }

  private static Arbitrary<Origin> origins() {
    return Combinators.combine(
            texts(), texts(), texts(), Arbitraries.maps(names(), texts()).ofMaxSize(2))
        .as((actor, session, message, more) ->
            Origin.of(actor, session, message).withProvenance(more));
  }

  private static Arbitrary<Instant> times() {
    Arbitrary<Long> seconds =
        Arbitraries.longs().between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond());
    return Combinators.combine(seconds, Arbitraries.integers().between(0, 999_999_999))
        .as(Instant::ofEpochSecond);
  }

  private static Arbitrary<StepId> ids() {
    Arbitrary<String> rest =
        Arbitraries.strings().withChars("0123456789ABCDEFGHJKMNPQRSTVWXYZ").ofLength(25);
    return Combinators.combine(Arbitraries.integers().between(0, 7), rest)
        .as((first, more) -> new StepId(first + more));
  }

  private static Arbitrary<HistoryPoint> points() {
    return ids().optional().map(HistoryPoint::new);
  }

  private static Arbitrary<Source> sources() {
    return Arbitraries.bytes().array(byte[].class).ofMaxSize(40).map(Source::of);
  }

  private static Arbitrary<Digest> digests() {
    return Combinators.combine(
            Arbitraries.integers(), texts(), Arbitraries.longs(), Arbitraries.longs())
        .as(Digest::new);
  }
}

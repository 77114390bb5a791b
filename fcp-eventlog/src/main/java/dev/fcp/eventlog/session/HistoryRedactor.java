package dev.fcp.eventlog.session;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.domain.Redactor;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecord.Pruned.StepGroup;
import dev.fcp.eventlog.journal.JournalRecord.Redacted;
import dev.fcp.eventlog.journal.JournalRecord.Redacted.StepRange;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import dev.fcp.eventlog.json.ValueJson;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Computes the history without a secret (RD-2): a fold over the redacted records, which computes
 * the digests again. Used for one pass over the records.
 */
final class HistoryRedactor<M, E> implements Journal.Rewriting {

  /** The members of a record that a person wrote, or that name who did. */
  private static final Set<String> TEXTS =
      Set.of(
          "actor",
          "cause",
          "focus",
          "label",
          "message",
          "name",
          "path",
          "paths",
          "provenance",
          "reason",
          "session");

  /** Those of them that quote the values of an entity. */
  private static final Set<String> PROSE =
      Set.of("cause", "focus", "label", "message", "name", "provenance", "reason");

  /** The members whose names a person may have chosen. */
  private static final Set<String> CHOSEN = Set.of("events", "focus", "provenance");

  /** The members with one of a few fixed words. */
  private static final Set<String> FIXED = Set.of("domain", "fit", "kind", "type");

  /** A step id, a digest or a time, which may contain a short text by chance. */
  private static final Pattern GENERATED =
      Pattern.compile("[0-9A-Z]{26}|[0-9a-f]{8,64}|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");

  private static final int MIN_GENERATED = 8;

  /** What took the place of a version of the file that could not be read. */
  private static final Pattern MARK = Pattern.compile("\\[redacted \\d+]\\R?");

  /** Proves nothing, because no digest function has this version. */
  private static final Digest ERASED = new Digest(0, "", 0, 0);

  private final Domain<M, E> domain;
  private final Redactor redactor;
  private final Redacted record;

  /** The hash of the file as it is, which stays. */
  private final Optional<String> savedHash;

  /** The digests that were computed again, or found to be the same. */
  private final Map<StepId, Digest> computed = new HashMap<>();

  /** Makes the hashes of files with the secret unguessable. */
  private final byte[] salt = new byte[32];

  private final Map<String, Source> sources = new HashMap<>();

  /** The redacted records of a pruned history up to its oldest snapshot. */
  private final Map<Long, JournalRecord> early = new HashMap<>();

  private final List<StepId> steps = new ArrayList<>();
  private final Set<StepId> digestSteps = new LinkedHashSet<>();
  private final List<StepRange> digests = new ArrayList<>();
  private boolean isLastDigestNew;
  private boolean arePrunedChanged;
  private boolean isBaseChanged;
  private @Nullable SessionState<M, E> state;

  /**
   * Starts a pass.
   *
   * @param record the record of the redaction, with the steps that a pass before found
   * @param savedHash the hash of the saved file
   */
  HistoryRedactor(
      Domain<M, E> domain, Redactor redactor, Redacted record, Optional<String> savedHash) {
    this.domain = domain;
    this.redactor = redactor;
    this.record = record;
    this.savedHash = savedHash;
    new SecureRandom().nextBytes(salt);
  }

  static Redacted.Kind kind(Redaction redaction) {
    return switch (redaction) {
      case Redaction.OfText text -> Redacted.Kind.TEXT;
      case Redaction.OfEntity entity -> Redacted.Kind.ENTITY;
      case Redaction.OfField field -> Redacted.Kind.FIELD;
    };
  }

  /** The state after the record that was asked for last. */
  SessionState<M, E> state() {
    SessionState<M, E> last = state;
    if (last == null) {
      throw new IllegalStateException("no record was redacted");
    }
    return last;
  }

  /** Whether the state at a point has another digest than before. */
  boolean isChanged(HistoryPoint point) {
    return point.step().map(digestSteps::contains).orElse(isBaseChanged);
  }

  /**
   * Begins with the first record or, in a pruned history, with the oldest usable snapshot, the
   * records up to which are redacted at once.
   *
   * @return the number of the first record that is still to be passed
   */
  long begin(Journal journal) {
    if (journal.firstNumber() == 1) {
      return 1;
    }
    for (long number : StateLoader.startNumbers(journal)) {
      Optional<Snapshot> snapshot = journal.snapshot(number);
      Optional<SessionState<M, E>> old =
          snapshot.flatMap(found -> StateSnapshot.read(domain, journal, found));
      if (old.isPresent()) {
        begin(journal, snapshot.get(), old.get());
        return number + 1;
      }
    }
    throw new JournalException("no snapshot leads to the first record of the journal");
  }

  private void begin(Journal journal, Snapshot snapshot, SessionState<M, E> old) {
    long first = journal.firstNumber();
    List<JournalRecord> olds =
        journal.read(first).subList(0, (int) (snapshot.recordNumber() - first + 1));
    Map<StepId, Step<Value.Fields>> redacted = new LinkedHashMap<>();
    for (JournalRecord record : olds) {
      withoutTexts(record)
          .steps()
          .forEach(step ->
              redacted.put(
                  step.id(),
                  step.withEvents(step.events().stream().map(this::prunedEvent).toList())));
    }
    for (Source source : old.knownSources()) {
      Source unused = source(source);
    }
    M head = domain.redacted(old.model(), redactor);
    Map<HistoryPoint, M> models = models(old, head, redacted);
    HistoryPoint start = old.stack().start().point();
    isBaseChanged =
        !domain.digest(head).matches(old.digest())
            || Optional.ofNullable(models.get(start))
                .filter(model -> !domain.digest(model).matches(old.stack().start().digest()))
                .isPresent();
    List<JournalRecord> records = new ArrayList<>();
    for (JournalRecord record : olds) {
      JournalRecord next = withoutTexts(record);
      List<Step<Value.Fields>> changed = new ArrayList<>();
      for (Step<Value.Fields> step : record.steps()) {
        Step<Value.Fields> without = redacted.getOrDefault(step.id(), step);
        if (!without.equals(step)) {
          steps.add(step.id());
        }
        changed.add(
            Optional.ofNullable(models.get(HistoryPoint.after(step.id())))
                .map(model -> without.withDigestAfter(digest(step, domain.digest(model))))
                .orElse(without));
      }
      next = withoutHash(changed.isEmpty() ? next : next.withSteps(changed));
      early.put(first + records.size(), next);
      records.add(next);
    }
    Snapshot redactedStart = redacted(snapshot, head, Optional.ofNullable(models.get(start)));
    state =
        StateSnapshot.read(
                domain, new EarlyRecords(first, records, sources.values()), redactedStart)
            .orElseThrow(() -> new IllegalArgumentException("the oldest state is not readable"));
  }

  /**
   * The models at the points that the steps lead to.
   *
   * @param model the redacted model at the cursor
   */
  private Map<HistoryPoint, M> models(
      SessionState<M, E> old, M model, Map<StepId, Step<Value.Fields>> redacted) {
    HistoryPoint point = old.head();
    Map<HistoryPoint, M> models = new HashMap<>(Map.of(point, model));
    M last = model;
    while (point.step().filter(redacted::containsKey).isPresent() && old.history().isKnown(point)) {
      Step<E> step = decoded(redacted, point.step().orElseThrow());
      for (E event : step.events().reversed()) {
        last = applied(domain.invert(event), last);
      }
      point = step.parent();
      models.put(point, last);
    }
    for (StepId id : redacted.keySet()) {
      Step<E> step = decoded(redacted, id);
      M parent = models.get(step.parent());
      if (parent != null && !models.containsKey(HistoryPoint.after(id))) {
        M after = parent;
        for (E event : step.events()) {
          after = applied(event, after);
        }
        models.put(HistoryPoint.after(id), after);
      }
    }
    return models;
  }

  private Step<E> decoded(Map<StepId, Step<Value.Fields>> redacted, StepId id) {
    return Objects.requireNonNull(redacted.get(id)).map(domain.eventCodec()::decode);
  }

  private M applied(E event, M model) {
    Optional<Conflict> conflict = domain.check(event, model);
    if (conflict.isPresent()) {
      throw new IllegalArgumentException(conflict.get().reason());
    }
    return domain.replay(event, model);
  }

  /** A snapshot of another model, and of the same history without the secret. */
  private Snapshot redacted(Snapshot old, M model, Optional<M> start) {
    Map<String, Value> fields = new TreeMap<>(withoutTexts(old.state()).fields());
    fields.put("digest", StateSnapshot.encode(domain.digest(model)));
    // Which state it was is not known any more.
    Value digest = StateSnapshot.encode(domain.digest(start.orElse(model)));
    fields.put("base", digest);
    if (isBaseChanged) {
      Map<String, Value> startFields = new TreeMap<>(old.state().at("start").asFields().fields());
      startFields.put("digest", digest);
      fields.put("start", Value.Fields.of(startFields));
    }
    for (String name : List.of("found", "foreign", "saved", "saving", "failed")) {
      fields.computeIfPresent(name, (key, value) -> withoutIds(value));
    }
    return Snapshot.of(
        old.recordNumber(), Value.Fields.of(fields), domain.modelCodec().encode(model));
  }

  /** Versions of the file under their new ids and hashes. */
  private Value withoutIds(Value versions) {
    if (versions instanceof Value.Sequence(var items)) {
      return new Value.Sequence(items.stream().map(this::withoutIds).toList());
    }
    Map<String, Value> members = new TreeMap<>(versions.asFields().fields());
    HistoryPoint point =
        new HistoryPoint(
            Optional.ofNullable(members.get("place")).map(place -> new StepId(place.asText())));
    members.computeIfPresent("source", (name, id) -> newId(id));
    members.computeIfPresent(
        "hash",
        (name, hash) ->
            newId(hash).equals(hash) && isHashErased(hash.asText(), point)
                ? Value.of(unguessable(hash.asText()))
                : newId(hash));
    return Value.Fields.of(members);
  }

  private Value newId(Value id) {
    Source source = sources.get(id.asText());
    return source == null ? id : Value.of(source.id());
  }

  @Override
  public Redacted lastRecord() {
    return (Redacted)
        withoutTexts(
            new Redacted(
                record.time(), record.origin(), record.kind(), record.reason(), steps, digests));
  }

  @Override
  public Optional<JournalRecord> record(long number, JournalRecord old) {
    if (early.containsKey(number)) {
      return Optional.ofNullable(early.get(number)).filter(redacted -> !redacted.equals(old));
    }
    try {
      JournalRecord redacted = withoutTexts(old);
      if (redacted instanceof JournalRecord.Opened opened) {
        redacted = open(opened, JournalRecordCodec.sourceOf(old));
      } else {
        if (!redacted.steps().isEmpty()) {
          redacted = redacted.withSteps(redacted(old.steps(), redacted.steps()));
        }
        redacted = withoutHash(redacted);
        state = StateFold.apply(state(), redacted);
      }
      return redacted.equals(old) ? Optional.empty() : Optional.of(redacted);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new RefusedException(
          Conflict.because("record %d would not be valid: %s".formatted(number, e.getMessage())));
    }
  }

  private JournalRecord open(JournalRecord.Opened opened, Optional<Source> oldSource) {
    M model =
        opened
            .source()
            .map(source -> domain.format().read(source.bytes()))
            .map(read ->
                read instanceof ReadResult.Readable<M>(var found, var source)
                    ? found
                    : domain.empty())
            .orElseGet(domain::empty);
    Digest digest = domain.digest(model);
    Digest recorded = opened.baseDigest();
    isBaseChanged =
        !opened.source().equals(oldSource)
            && recorded.version() == digest.version()
            && !recorded.matches(digest);
    JournalRecord.Opened redacted =
        isBaseChanged
            ? new JournalRecord.Opened(
                opened.time(),
                opened.origin(),
                opened.domain(),
                opened.formatVersion(),
                opened.source(),
                digest)
            : opened;
    state = StateFold.opened(domain, redacted);
    return redacted;
  }

  /** Redacts the events of steps, and computes the digests after them. */
  private List<Step<Value.Fields>> redacted(
      List<Step<Value.Fields>> olds, List<Step<Value.Fields>> withoutTexts) {
    Map<HistoryPoint, M> models = new HashMap<>();
    List<Step<Value.Fields>> redacted = new ArrayList<>();
    for (int i = 0; i < olds.size(); i++) {
      Step<Value.Fields> step = withoutTexts.get(i);
      M model =
          Optional.ofNullable(models.get(step.parent()))
              .or(() -> state().modelAt(step.parent()))
              .orElseThrow();
      List<Value.Fields> events = new ArrayList<>();
      for (Value.Fields encoded : step.events()) {
        E event = domain.eventCodec().decode(encoded);
        E changed = domain.redacted(event, model, redactor);
        model = applied(changed, model);
        events.add(changed.equals(event) ? encoded : domain.eventCodec().encode(changed));
      }
      models.put(HistoryPoint.after(step.id()), model);
      Step<Value.Fields> next = step.withEvents(events);
      if (!next.equals(olds.get(i))) {
        steps.add(step.id());
      }
      redacted.add(next.withDigestAfter(digest(step, domain.digest(model))));
    }
    return redacted;
  }

  /** The digest to record after a step. */
  private Digest digest(Step<Value.Fields> step, Digest found) {
    Digest digest = newDigest(step, found);
    computed.put(step.id(), digest);
    return digest;
  }

  /** Notes whether the digest is a new one. */
  private Digest newDigest(Step<Value.Fields> step, Digest found) {
    Digest recorded = step.digestAfter();
    boolean isUnchanged =
        recorded.version() == found.version()
            ? recorded.matches(found) || (steps.isEmpty() && !isBaseChanged)
            : steps.isEmpty() && !isBaseChanged;
    if (isUnchanged) {
      isLastDigestNew = false;
      return recorded;
    }
    digestSteps.add(step.id());
    StepRange last =
        isLastDigestNew ? digests.removeLast() : new StepRange(step.id(), step.id(), 0);
    digests.add(new StepRange(last.first(), step.id(), last.stepCount() + 1));
    isLastDigestNew = true;
    return found;
  }

  /** Replaces the hash of a file that contained the secret, from which it could be guessed. */
  private JournalRecord withoutHash(JournalRecord saved) {
    if (saved instanceof JournalRecord.Saving it && isHashErased(it.hash(), it.point())) {
      return new JournalRecord.Saving(
          it.time(), it.origin(), unguessable(it.hash()), it.point(), it.files());
    }
    if (saved instanceof JournalRecord.Saved it && isHashErased(it.hash(), it.point())) {
      return new JournalRecord.Saved(it.time(), it.origin(), unguessable(it.hash()), it.point());
    }
    if (saved instanceof JournalRecord.Failed it && isHashErased(it.hash(), it.point())) {
      return new JournalRecord.Failed(
          it.time(), it.origin(), unguessable(it.hash()), it.point(), it.cause());
    }
    if (saved instanceof JournalRecord.Pruned it && isAnyChanged()) {
      return new JournalRecord.Pruned(
          it.time(), it.origin(), it.point(), it.summary().stream().map(this::group).toList());
    }
    return saved;
  }

  private StepGroup group(StepGroup old) {
    return new StepGroup(
        old.origin(),
        old.stepCount(),
        old.first(),
        old.last(),
        computed.getOrDefault(old.last(), ERASED));
  }

  /** Whether events changed; then those that were pruned may have contained the secret, too. */
  private boolean isAnyChanged() {
    return arePrunedChanged
        || isBaseChanged
        || !steps.isEmpty()
        || !record.redactedSteps().isEmpty();
  }

  /**
   * Whether the file with a hash contained the secret, or may have because its state is unknown.
   */
  private boolean isHashErased(String hash, HistoryPoint point) {
    boolean isUnknown = point.step().filter(step -> !computed.containsKey(step)).isPresent();
    return isChanged(point)
        || (isUnknown && isAnyChanged() && savedHash.filter(hash::equals).isEmpty());
  }

  private String unguessable(String hash) {
    return Hashing.hmacSha256(salt).hashString(hash, StandardCharsets.UTF_8).toString();
  }

  /** From the first pruned record that changes on, digests are erased: none can be computed. */
  @Override
  public Optional<JournalRecord> prunedRecord(JournalRecord old) {
    JournalRecord redacted = withoutTexts(old);
    List<Step<Value.Fields>> changed = new ArrayList<>();
    for (Step<Value.Fields> step : redacted.steps()) {
      changed.add(step.withEvents(step.events().stream().map(this::prunedEvent).toList()));
    }
    arePrunedChanged |= !redacted.equals(old) || !changed.equals(old.steps());
    if (!arePrunedChanged) {
      return Optional.empty();
    }
    changed.replaceAll(step -> step.withDigestAfter(ERASED));
    return Optional.of(changed.isEmpty() ? redacted : redacted.withSteps(changed));
  }

  private Value.Fields prunedEvent(Value.Fields encoded) {
    E event = domain.eventCodec().decode(encoded);
    E changed = domain.redacted(event, domain.empty(), redactor);
    return changed.equals(event) ? encoded : domain.eventCodec().encode(changed);
  }

  @Override
  public Optional<Snapshot> snapshot(long number) {
    return Optional.ofNullable(state)
        .filter(it -> it.recordNumber() == number)
        .map(it -> StateSnapshot.of(domain, it));
  }

  @Override
  public Map.Entry<String, Snapshot> named(Snapshot snapshot) {
    Map<String, Value> fields = new TreeMap<>(snapshot.state().fields());
    String name = redactor.prose(snapshot.state().text("name"));
    fields.put("name", Value.of(name));
    M model = domain.redacted(domain.modelCodec().decode(snapshot.model()), redactor);
    fields.put("digest", StateSnapshot.encode(domain.digest(model)));
    return Map.entry(
        name,
        Snapshot.of(
            snapshot.recordNumber(), Value.Fields.of(fields), domain.modelCodec().encode(model)));
  }

  @Override
  public Source source(Source source) {
    Source known = sources.get(source.id());
    if (known == null) {
      known = withoutSecret(source);
      sources.put(source.id(), known);
    }
    return known;
  }

  private Source withoutSecret(Source source) {
    boolean isIn = isIn(source.bytes());
    if (!(domain.format().read(source.bytes())
        instanceof ReadResult.Readable<M>(var model, var as))) {
      return unreadable(source, isIn);
    }
    M redacted = domain.redacted(model, redactor);
    byte[] expected = domain.modelCodec().encode(redacted);
    if (!isIn && Arrays.equals(expected, domain.modelCodec().encode(model))) {
      return source;
    }
    List<byte[]> candidates =
        List.of(
            replaced(source.bytes()),
            domain.format().write(redacted, List.of(source)),
            domain.format().write(redacted, List.of()));
    for (byte[] bytes : candidates) {
      boolean isEqual =
          domain.format().read(bytes) instanceof ReadResult.Readable<M>(var found, var read)
              && Arrays.equals(expected, domain.modelCodec().encode(found));
      if (isEqual && !isIn(bytes)) {
        return Source.of(bytes);
      }
    }
    throw new IllegalArgumentException("no version of the file can be without it, " + source);
  }

  /** A version of the file that the domain cannot read, so it cannot be divided into entities. */
  private Source unreadable(Source source, boolean isIn) {
    if (!(redactor.redaction() instanceof Redaction.OfText)) {
      boolean isMark = MARK.matcher(new String(source.bytes(), StandardCharsets.UTF_8)).matches();
      return isMark || source.sizeBytes() == 0
          ? source
          : Source.of((redactor.mark() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    if (!isIn) {
      return source;
    }
    byte[] bytes = replaced(source.bytes());
    boolean isReadable = domain.format().read(bytes) instanceof ReadResult.Readable<M>;
    if (isReadable || isIn(bytes)) {
      throw new IllegalArgumentException(
          "version %s of the file cannot be read and contains the text".formatted(source.id()));
    }
    return Source.of(bytes);
  }

  @Override
  public boolean mayContainSecret(byte[] bytes) {
    return !(redactor.redaction() instanceof Redaction.OfText) || isIn(bytes);
  }

  @Override
  public void requirePurged(String json) {
    requirePurged("", ValueJson.read(json), false);
  }

  private void requirePurged(String name, Value value, boolean isChosen) {
    switch (value) {
      case Value.Text(var text) -> {
        boolean isFound =
            redactor.redaction() instanceof Redaction.OfText(var secret)
                && !FIXED.contains(name)
                && redactor.isIn(text)
                && (secret.length() >= MIN_GENERATED || !GENERATED.matcher(text).matches());
        if (isFound) {
          throw new IllegalArgumentException("the text would stay in the member " + name);
        }
      }
      case Value.Sequence(var items) -> items.forEach(item -> requirePurged(name, item, isChosen));
      case Value.Fields(var fields) ->
          fields.forEach((member, of) -> {
            if (isChosen && redactor.isIn(member)) {
              throw new IllegalArgumentException("the text would stay as the name of a member");
            }
            requirePurged(member, of, isChosen || CHOSEN.contains(member));
          });
      case Value.Int number -> {}
      case Value.Bool flag -> {}
      case Value.InMemory object -> {}
    }
  }

  private boolean isIn(byte[] bytes) {
    return redactor.isIn(new String(bytes, StandardCharsets.UTF_8));
  }

  /** The bytes with the text replaced wherever it stands as it is, or between quotes. */
  private byte[] replaced(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return redactor.text(Value.of(text)).asText().getBytes(StandardCharsets.UTF_8);
  }

  /** A record with other texts and another source. */
  private JournalRecord withoutTexts(JournalRecord old) {
    Value.Fields line = ValueJson.read(JournalRecordCodec.toLineNamingSource(old)).asFields();
    Optional<Source> source = JournalRecordCodec.sourceOf(old).map(this::source);
    Map<String, Value> members = new TreeMap<>(withoutTexts(line).fields());
    source.ifPresent(it -> members.put("sourceId", Value.of(it.id())));
    Value.Fields redacted = Value.Fields.of(members);
    return redacted.equals(line)
        ? old
        : JournalRecordCodec.fromLine(ValueJson.write(redacted), id -> source);
  }

  private Value.Fields withoutTexts(Value.Fields fields) {
    Map<String, Value> members = new TreeMap<>(fields.fields());
    members.replaceAll(this::withoutTexts);
    return Value.Fields.of(members);
  }

  private Value withoutTexts(String name, Value value) {
    if (name.equals("focus") && value instanceof Value.Fields(var beforeAndAfter)) {
      Map<String, Value> members = new TreeMap<>(beforeAndAfter);
      members.replaceAll((member, focus) -> Redactor.mapped(focus, redactor::prose));
      return Value.Fields.of(members);
    }
    if (PROSE.contains(name)) {
      return Redactor.mapped(value, redactor::prose);
    }
    if (TEXTS.contains(name)) {
      return redactor.text(value);
    }
    if (name.equals("events")) {
      return value;
    }
    if (value instanceof Value.Sequence(var items)) {
      return new Value.Sequence(items.stream().map(item -> withoutTexts(name, item)).toList());
    }
    return value instanceof Value.Fields fields ? withoutTexts(fields) : value;
  }
}

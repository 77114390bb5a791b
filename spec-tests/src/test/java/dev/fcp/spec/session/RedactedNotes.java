package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** A history of notes with a secret, on a simulated disk, and what is left of the secret. */
final class RedactedNotes implements AutoCloseable {

  static final String SECRET = "s3cr\u00e4t-key";
  static final NotesDomain DOMAIN = new NotesDomain();
  static final NoteKey BOARD = NoteKey.board("1");
  private static final Origin ANN = Origin.of("ann", "s-1", "m-1");
  private static final String FILE =
      "# a comment: %s\n{\"board\":\"Saturday\"}\n{\"id\":\"a\", \"text\":\"key %s\"}\n{\"id\":\"b\",\"text\":\"x\"}\n"
          .formatted(SECRET, SECRET);

  private final SessionSettings sessionSettings;
  final CrashingDisk disk;
  FileJournal journal;
  Session<EntityModel<NoteKey, NoteEntity>, NoteEvent> session;

  private RedactedNotes(CrashingDisk disk, FileJournal journal, SessionSettings settings) {
    this.disk = disk;
    this.journal = journal;
    this.sessionSettings = settings;
    this.session = Session.resume(DOMAIN, journal, settings).by(ANN);
  }

  static FileJournal.Settings settings(CrashingDisk disk) {
    return ArchivedJournals.settings(disk, disk)
        .withSegmentBytes(4000)
        .withSnapshotPolicy(new SnapshotPolicy(9, 1L << 30, Duration.ofDays(99)));
  }

  /** Begins with a file that contains the secret. */
  static RedactedNotes begin() {
    CrashingDisk disk = new CrashingDisk();
    ArchivedJournals.create(disk);
    FileJournal journal = ArchivedJournals.open(settings(disk));
    if (!(DOMAIN.format().read(bytes(FILE))
        instanceof ReadResult.Readable<EntityModel<NoteKey, NoteEntity>> file)) {
      throw new AssertionError(FILE);
    }
    SessionSettings settings = JournalFixtures.settings();
    var unused = Session.open(DOMAIN, file, ANN, journal, settings);
    return new RedactedNotes(disk, journal, settings);
  }

  static RedactedNotes reopen(CrashingDisk disk) {
    return new RedactedNotes(
        disk, FileJournal.open(JournalFixtures.FOLDER, settings(disk)), SessionSettings.standard());
  }

  void reopen() {
    journal.close();
    journal = FileJournal.open(JournalFixtures.FOLDER, settings(disk));
    session = Session.resume(DOMAIN, journal, sessionSettings).by(ANN);
  }

  @Override
  public void close() {
    journal.close();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> "plain " + random.nextInt(5);
      case 1 -> SECRET;
      default -> random.nextInt(9) + " with " + SECRET + " inside " + SECRET;
    };
  }

  /** Runs one operation; most of them add, change or abandon steps. */
  void run(Random random) {
    var history = session.state().history().stepIds();
    switch (random.nextInt(18)) {
      case 0, 1, 2 -> add("n" + random.nextInt(6), text(random));
      case 3, 4, 5 -> setText(random, text(random));
      case 6 -> removeNote(random);
      case 7 -> session.undo(1 + random.nextInt(3));
      case 8 -> session.redo(1 + random.nextInt(2));
      case 9 -> session.checkpoint("named " + random.nextInt(3) + ' ' + text(random));
      case 10 -> {
        if (!history.isEmpty()) {
          session
              .branches()
              .switchTo(HistoryPoint.after(history.get(random.nextInt(history.size()))));
        }
      }
      case 11 ->
          session.step(
              EditOptions.of("ignored " + text(random), Origin.of("bot")).ignored(),
              builder ->
                  builder.emit(added(builder.model(), "i" + random.nextInt(9), text(random))));
      case 12 -> session.fileRecorder().recordSaving("5f".repeat(32), session.state().head());
      case 13 -> session.fileRecorder().recordSaved("5f".repeat(32), session.state().head());
      case 14 -> external(random);
      case 15 -> session.archive(ArchivedJournals.TWO_STEPS);
      case 16 -> reopen();
      default ->
          session.step(
              "refused " + SECRET,
              builder ->
                  builder.emit(
                      new NoteEvent.NoteRemoved(
                          new Change.Deleted<>(NoteKey.note("1", "zz"), note(SECRET)))));
    }
  }

  private static Note note(String text) {
    return new Note(text, Optional.empty(), Optional.empty(), OrderKey.initial(7));
  }

  static NoteEvent added(EntityModel<NoteKey, NoteEntity> model, String id, String text) {
    NoteKey key = NoteKey.note("1", id);
    return model.find(key).isPresent()
        ? modified(model, key, text)
        : new NoteEvent.NoteAdded(new Change.Created<>(key, note(text)));
  }

  private static NoteEvent modified(
      EntityModel<NoteKey, NoteEntity> model, NoteKey key, String text) {
    String old = ((Note) model.at(key)).text();
    return new NoteEvent.NoteModified(
        new Change.Modified<>(
            key,
            Value.Fields.of(Map.of("text", Value.of(old))),
            Value.Fields.of(Map.of("text", Value.of(text.equals(old) ? text + "!" : text)))));
  }

  Outcome add(String id, String text) {
    return session.step("add " + text, builder -> builder.emit(added(builder.model(), id, text)));
  }

  void setText(Random random, String text) {
    List<NoteKey> keys = notes();
    if (!keys.isEmpty()) {
      session.step(
          EditOptions.of("set " + text, ANN)
              .merging(random.nextInt(3) == 0 ? "key " + SECRET : "k", Duration.ofSeconds(1)),
          builder ->
              builder.emit(modified(builder.model(), keys.get(random.nextInt(keys.size())), text)));
    }
  }

  private List<NoteKey> notes() {
    List<NoteKey> keys = new ArrayList<>();
    session
        .model()
        .entities()
        .forEach(entry -> {
          if (!entry.getKey().isBoard()) {
            keys.add(entry.getKey());
          }
        });
    return keys;
  }

  private void removeNote(Random random) {
    List<NoteKey> keys = notes();
    if (!keys.isEmpty()) {
      remove(keys.get(random.nextInt(keys.size())));
    }
  }

  void remove(NoteKey key) {
    session.step(
        "remove",
        builder ->
            builder.emit(
                new NoteEvent.NoteRemoved(new Change.Deleted<>(key, builder.model().at(key)))));
  }

  private void external(Random random) {
    Source found = Source.of(bytes("# " + SECRET + random.nextInt(99) + "\n" + FILE));
    switch (random.nextInt(3)) {
      case 0 -> session.fileRecorder().recordRewritten(found, session.state().head());
      case 1 ->
          session
              .fileRecorder()
              .mergeExternal(
                  found,
                  MergeExtent.PART,
                  builder -> builder.emit(added(builder.model(), "x", SECRET + " elsewhere")));
      default -> session.fileRecorder().recordUndecided(found);
    }
  }

  /** Discards old steps; their records go to the archive. */
  void prune() {
    session.prune(new RetentionPolicy(5, Duration.ZERO, 6));
  }

  /** Removes the secret from the present document, and saves it. */
  void cleanUp() {
    for (NoteKey key : notes()) {
      if (((Note) session.model().at(key)).text().contains(SECRET)) {
        session.step(
            "clean up " + SECRET, builder -> builder.emit(modified(builder.model(), key, "gone")));
      }
    }
    save();
  }

  /** Saves the document, without the comments of the versions before. */
  void save() {
    Source written = Source.of(DOMAIN.format().write(session.model(), List.of()));
    session.fileRecorder().recordRewritten(written, session.state().head());
  }

  /** Stores a value of a projection that contains the secret. */
  void storeProjection() {
    journal.writeProjection(
        "texts", Snapshot.of(journal.lastNumber(), Value.Fields.EMPTY, bytes(SECRET)));
  }

  /** The encoded document at each step, and at the base. */
  Map<String, String> states() {
    Map<String, String> states = new TreeMap<>();
    List<HistoryPoint> points = new ArrayList<>(List.of(HistoryPoint.BASE));
    for (Step<NoteEvent> step : session.state().history().steps()) {
      points.add(HistoryPoint.after(step.id()));
    }
    for (HistoryPoint point : points) {
      session
          .views()
          .viewAt(point)
          .ifPresent(
              view -> states.put(point.step().map(StepId::ulid).orElse(""), text(view.model())));
    }
    return states;
  }

  private static String text(EntityModel<NoteKey, NoteEntity> model) {
    return new String(DOMAIN.modelCodec().encode(model), StandardCharsets.UTF_8);
  }

  /** The files that contain a text, compressed or not, in the journal and in its archive. */
  static List<Path> filesWith(CrashingDisk disk, String text) {
    List<Path> found = new ArrayList<>();
    disk.files()
        .forEach((file, bytes) -> {
          boolean isIn =
              contains(bytes, text)
                  || contains(inflated(bytes, GZIPInputStream::new), text)
                  || contains(inflated(afterLine(bytes), InflaterInputStream::new), text);
          if (isIn) {
            found.add(file);
          }
        });
    return found;
  }

  private static boolean contains(byte[] bytes, String text) {
    return new String(bytes, StandardCharsets.UTF_8).contains(text);
  }

  private static byte[] afterLine(byte[] bytes) {
    int line = 0;
    while (line < bytes.length && bytes[line] != '\n') {
      line++;
    }
    return Arrays.copyOfRange(bytes, Math.min(line + 1, bytes.length), bytes.length);
  }

  private interface Inflation {
    InputStream of(InputStream in) throws IOException;
  }

  private static byte[] inflated(byte[] bytes, Inflation inflation) {
    try (InputStream in = inflation.of(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    } catch (IOException e) {
      // It is not compressed.
      return new byte[0];
    }
  }
}

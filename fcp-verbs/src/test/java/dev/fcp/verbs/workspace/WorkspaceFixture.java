package dev.fcp.verbs.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.tally.Tally;
import dev.fcp.verbs.tally.TallyEvent;
import dev.fcp.verbs.tally.TallyLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A workspace of tallies in a folder, with a clock fixed at 12:05 and several callers. Hashes in
 * responses are masked as {@code HASH}.
 */
final class WorkspaceFixture {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-04T12:05:00Z"));

  static final Caller ANN = Caller.person(Origin.of("ann"));
  static final Caller BOB = Caller.person(Origin.of("bob"));
  static final Caller BOT = Caller.agent(Origin.of("bot"));

  private static final String TRY_PREFIX = "  try: ";

  private final Path folder;
  private final Workspace<Tally, TallyEvent> workspace;

  /** What a test did; repeated in another folder to try a suggestion. */
  private final List<Consumer<WorkspaceFixture>> calls = new ArrayList<>();

  /** The files at the beginning, by their relative paths. */
  private final Map<Path, byte[]> filesBefore;

  /** A fixture like this one in another folder. */
  private Function<Path, WorkspaceFixture> copier = WorkspaceFixture::new;

  private int processNumber = 1;

  WorkspaceFixture(Path folder) {
    this(folder, BaseFolder.confined(folder));
  }

  WorkspaceFixture(Path folder, BaseFolder baseFolder) {
    this(folder, baseFolder, new DocumentStore(settings(1)));
  }

  WorkspaceFixture(Path folder, BaseFolder baseFolder, DocumentStore store) {
    this(folder, baseFolder, store, new TallyLanguage(), CallLimits.STANDARD);
  }

  private WorkspaceFixture(
      Path folder,
      BaseFolder baseFolder,
      DocumentStore store,
      TallyLanguage language,
      CallLimits limits) {
    this.folder = folder;
    this.filesBefore = filesBelow(folder);
    this.workspace =
        new Workspace<>(
            language, store, new WorkspaceSettings(baseFolder, limits, CLOCK, ZoneOffset.UTC));
  }

  /** A workspace with another language for tallies. */
  static WorkspaceFixture withLanguage(Path folder, TallyLanguage language) {
    WorkspaceFixture fixture =
        new WorkspaceFixture(
            folder,
            BaseFolder.confined(folder),
            new DocumentStore(settings(1)),
            language,
            CallLimits.STANDARD);
    fixture.copier = copy -> withLanguage(copy, language);
    return fixture;
  }

  /** A workspace whose answers are complete. */
  static WorkspaceFixture withoutPages(Path folder) {
    WorkspaceFixture fixture =
        new WorkspaceFixture(
            folder,
            BaseFolder.confined(folder),
            new DocumentStore(settings(1)),
            new TallyLanguage(),
            CallLimits.STANDARD.withoutPages());
    fixture.copier = WorkspaceFixture::withoutPages;
    return fixture;
  }

  private static SessionSettings settings(int seed) {
    return new SessionSettings(CLOCK, new UlidGenerator(CLOCK, new Random(seed)));
  }

  /**
   * A workspace with persistent histories.
   *
   * @param processNumber distinguishes workspaces in the same folder, which simulate several
   *     processes
   */
  static WorkspaceFixture persistent(Path folder, int processNumber) {
    DocumentStore store =
        DocumentStore.withJournals(settings(processNumber), JournalLayout.standard(folder));
    WorkspaceFixture fixture = new WorkspaceFixture(folder, BaseFolder.confined(folder), store);
    fixture.processNumber = processNumber;
    fixture.copier = copy -> persistent(copy, processNumber);
    return fixture;
  }

  /**
   * A workspace with another language for tallies and with persistent histories that have a
   * snapshot after each record, so that steps are read on demand.
   */
  static WorkspaceFixture withSnapshots(Path folder, int processNumber, TallyLanguage language) {
    JournalLayout standard = JournalLayout.standard(folder);
    FileJournal.Settings journal =
        standard
            .settings()
            .withDurability(Durability.none())
            .withSnapshotPolicy(new SnapshotPolicy(1, Long.MAX_VALUE, Duration.ofDays(1)));
    WorkspaceFixture fixture =
        new WorkspaceFixture(
            folder,
            BaseFolder.confined(folder),
            DocumentStore.withJournals(
                settings(processNumber), new JournalLayout(journal, standard.draftsFolder())),
            language,
            CallLimits.STANDARD);
    fixture.processNumber = processNumber;
    fixture.copier = copy -> withSnapshots(copy, processNumber, language);
    return fixture;
  }

  /** Simulates a restart: closes this workspace and returns another one in the same folder. */
  WorkspaceFixture restart() {
    workspace.close();
    return persistent(folder, processNumber + 1);
  }

  /** A workspace in which at most {@code maxSteps} can be undone. */
  static WorkspaceFixture withUndoLimit(Path folder, int maxSteps) {
    DocumentStore store =
        new DocumentStore(
            settings(1)
                .withUndoLimits(dev.fcp.eventlog.session.UndoLimits.none().withMaxSteps(maxSteps)));
    WorkspaceFixture fixture = new WorkspaceFixture(folder, BaseFolder.confined(folder), store);
    fixture.copier = copy -> withUndoLimit(copy, maxSteps);
    return fixture;
  }

  Workspace<Tally, TallyEvent> workspace() {
    return workspace;
  }

  /** Runs an action that must succeed. */
  WorkspaceFixture act(String action) {
    Response response = actAndTry(action, ANN);
    assertThat(response.isError()).as(response.text()).isFalse();
    return this;
  }

  /** Applies operations that must succeed, each in a separate call. */
  WorkspaceFixture run(Caller caller, String... operations) {
    for (String operation : operations) {
      calls.add(copy -> copy.run(caller, operation));
      Response response =
          workspace.run(List.of(operation), EditOptions.of("call", caller.origin()));
      assertThat(response.isError()).as(response.text()).isFalse();
    }
    return this;
  }

  /** The response to an action that must succeed. */
  String response(Caller caller, String action) {
    Response response = actAndTry(action, caller);
    assertThat(response.isError()).as(response.text()).isFalse();
    return maskHashes(response);
  }

  String response(String action) {
    return response(ANN, action);
  }

  /** The response to an action that must be refused and change nothing. */
  String refusal(Caller caller, String action) {
    var before = workspace.document();
    var stateBefore = before.map(document -> document.session().state());
    List<String> files = files();
    Response response = actAndTry(action, caller);
    assertThat(response.isError()).as(response.text()).isTrue();
    assertThat(workspace.document()).isEqualTo(before);
    stateBefore.ifPresent(state -> assertUnchanged(state, before.orElseThrow().session().state()));
    assertThat(files()).isEqualTo(files);
    return maskHashes(response);
  }

  String refusal(String action) {
    return refusal(ANN, action);
  }

  private static void assertUnchanged(SessionState<?, ?> before, SessionState<?, ?> after) {
    assertThat(after.model()).isEqualTo(before.model());
    assertThat(after.undoStack()).isEqualTo(before.undoStack());
    assertThat(after.checkpoints()).isEqualTo(before.checkpoints());
    assertThat(after.savedMark()).isEqualTo(before.savedMark());
  }

  /** The answer to a query. */
  String answer(String query) {
    calls.add(copy -> copy.workspace.query(query));
    Response response = workspace.query(query);
    tryAll(response, ANN);
    return maskHashes(response);
  }

  private Response actAndTry(String action, Caller caller) {
    calls.add(copy -> copy.workspace.act(action, caller));
    Response response = workspace.act(action, caller);
    tryAll(response, caller);
    return response;
  }

  /** Tries what a response suggests, each in another folder in which the same was done. */
  private void tryAll(Response response, Caller caller) {
    response.lines().stream()
        .filter(line -> line.startsWith(TRY_PREFIX))
        .map(line -> line.substring(TRY_PREFIX.length()))
        .forEach(suggestion -> tryInCopy(suggestion, caller));
  }

  private void tryInCopy(String suggestion, Caller caller) {
    try (TemporaryFolder copied = TemporaryFolder.with(filesBefore)) {
      WorkspaceFixture copy = copier.apply(copied.path());
      calls.forEach(call -> call.accept(copy));
      if (suggestion.startsWith("adopt ")) {
        // The notice about an archived history is for later, when the document is closed.
        copy.workspace.act("close", caller);
      }
      Response tried = copy.workspace.act(suggestion, caller);
      assertThat(tried.isError() && copy.workspace.query(suggestion).isError())
          .as("%s: %s", suggestion, tried.text())
          .isFalse();
      copy.workspace.close();
    }
  }

  /** A folder that is deleted when it is closed. */
  private record TemporaryFolder(Path path) implements AutoCloseable {

    static TemporaryFolder with(Map<Path, byte[]> files) {
      try {
        Path path = Files.createTempDirectory("copy");
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
          Path copy = path.resolve(file.getKey().toString());
          Files.createDirectories(Objects.requireNonNull(copy.getParent()));
          Files.write(copy, file.getValue());
        }
        return new TemporaryFolder(path);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      try (Stream<Path> all = Files.walk(path)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static Map<Path, byte[]> filesBelow(Path folder) {
    Map<Path, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(path), Files.readAllBytes(path));
      }
      return files;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  SessionState<Tally, TallyEvent> state() {
    return workspace.document().orElseThrow().session().state();
  }

  WorkspaceFixture writeFile(String name, String text) {
    calls.add(copy -> copy.writeFile(name, text));
    try {
      Files.writeString(folder.resolve(name), text);
      return this;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  WorkspaceFixture moveFile(String name, String newName) {
    writeFile(newName, readFile(name));
    return deleteFile(name);
  }

  WorkspaceFixture deleteFile(String name) {
    calls.add(copy -> copy.deleteFile(name));
    try {
      Files.delete(folder.resolve(name));
      return this;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  String readFile(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> files() {
    try (var all = Files.list(folder)) {
      return all.filter(Files::isRegularFile)
          .map(path -> path.getFileName() + ": " + readFile(path.getFileName().toString()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The text of a refusal; {@code suggestion} is null if there is none. */
  static String refusalText(String message, @Nullable String suggestion) {
    return suggestion == null ? message : message + "\n  try: " + suggestion;
  }

  private static String maskHashes(Response response) {
    return response.text().replaceAll("hash:[0-9a-f]{8}", "hash:HASH");
  }
}

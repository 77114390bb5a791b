package dev.fcp.verbs.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepIds;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.Limits;
import dev.fcp.verbs.tally.Tally;
import dev.fcp.verbs.tally.TallyEvent;
import dev.fcp.verbs.tally.TallyLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;

/**
 * A workspace of tallies in a folder, at five past twelve, with people at it. What is said to it
 * and what it answers can be compared as one transcript; hashes read {@code HASH}.
 */
final class Desktop {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-04T12:05:00Z"));

  static final Caller ANN = Caller.person(Origin.of("ann"));
  static final Caller BOB = Caller.person(Origin.of("bob"));
  static final Caller BOT = Caller.agent(Origin.of("bot"));

  private final Path folder;
  private final Workspace<Tally, TallyEvent> workspace;
  private int process = 1;

  Desktop(Path folder) {
    this(folder, Folder.confined(folder));
  }

  Desktop(Path folder, Folder places) {
    this(folder, places, new DocumentStore(settings(1)));
  }

  Desktop(Path folder, Folder places, DocumentStore store) {
    this.folder = folder;
    this.workspace =
        new Workspace<>(
            new TallyLanguage(),
            store,
            new WorkspaceSettings(places, Limits.STANDARD, CLOCK, ZoneOffset.UTC));
  }

  private static SessionSettings settings(int seed) {
    return new SessionSettings(CLOCK, new StepIds(CLOCK, new Random(seed)));
  }

  /**
   * A workspace whose histories last.
   *
   * @param process tells it from others in the same folder, which stand for other processes
   */
  static Desktop lasting(Path folder, int process) {
    DocumentStore store =
        DocumentStore.withJournals(settings(process), JournalFiles.standard(folder));
    Desktop desktop = new Desktop(folder, Folder.confined(folder), store);
    desktop.process = process;
    return desktop;
  }

  /** The process leaves, and another one comes. */
  Desktop restarted() {
    workspace.close();
    return lasting(folder, process + 1);
  }

  /** A workspace where undo reaches back so many steps. */
  static Desktop limited(Path folder, int steps) {
    DocumentStore store =
        new DocumentStore(
            settings(1).with(dev.fcp.eventlog.session.Limits.none().withSteps(steps)));
    return new Desktop(folder, Folder.confined(folder), store);
  }

  Workspace<Tally, TallyEvent> workspace() {
    return workspace;
  }

  /** Does an action that must succeed. */
  Desktop doing(String action) {
    Answer answer = workspace.act(action, ANN);
    assertThat(answer.isError()).as(answer.text()).isFalse();
    return this;
  }

  /** Applies operations that must succeed, each in a call of its own. */
  Desktop by(Caller caller, String... operations) {
    for (String operation : operations) {
      Answer answer = workspace.run(List.of(operation), Intent.of("call", caller.origin()));
      assertThat(answer.isError()).as(answer.text()).isFalse();
    }
    return this;
  }

  /** The answer to an action that must succeed. */
  String told(Caller caller, String action) {
    Answer answer = workspace.act(action, caller);
    assertThat(answer.isError()).as(answer.text()).isFalse();
    return masked(answer);
  }

  String told(String action) {
    return told(ANN, action);
  }

  /** The answer to an action that must be refused and leave everything as it was. */
  String refused(Caller caller, String action) {
    var document = workspace.document();
    var before = document.map(open -> open.session().state());
    List<String> files = files();
    Answer answer = workspace.act(action, caller);
    assertThat(answer.isError()).as(answer.text()).isTrue();
    assertThat(workspace.document()).isEqualTo(document);
    before.ifPresent(state -> assertUnchanged(state, document.orElseThrow().session().state()));
    assertThat(files()).isEqualTo(files);
    return masked(answer);
  }

  String refused(String action) {
    return refused(ANN, action);
  }

  private static void assertUnchanged(SessionState<?, ?> before, SessionState<?, ?> after) {
    assertThat(after.model()).isEqualTo(before.model());
    assertThat(after.line()).isEqualTo(before.line());
    assertThat(after.checkpoints()).isEqualTo(before.checkpoints());
    assertThat(after.savedMark()).isEqualTo(before.savedMark());
  }

  /** The answer to a query. */
  String asked(String query) {
    return masked(workspace.query(query));
  }

  SessionState<Tally, TallyEvent> state() {
    return workspace.document().orElseThrow().session().state();
  }

  Desktop file(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
      return this;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  String text(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> files() {
    try (var all = Files.list(folder)) {
      return all.filter(Files::isRegularFile)
          .map(path -> path.getFileName() + ": " + text(path.getFileName().toString()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String masked(Answer answer) {
    return answer.text().replaceAll("hash:[0-9a-f]{8}", "hash:HASH");
  }
}

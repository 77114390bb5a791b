package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.FileDisk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.OutcomeUnknownException;
import dev.fcp.eventlog.journal.SnapshotPolicy;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A document at work while one call of the disk of its journal fails, for every call: opened,
 * edited, undone, named, with a snapshot, retained, saved, saved under another name, closed.
 */
@Clause({"JN-8", "SE-8", "DO-1"})
class DocumentFailureTest {

  private static final CounterDomain DOMAIN = new CounterDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final SnapshotPolicy OFTEN = new SnapshotPolicy(5, 1L << 20, Duration.ofDays(9));

  /** One thing that is done to a document. */
  private interface Act {
    void on(Work work) throws IOException;
  }

  /** One thing that is done, or else told. */
  private interface Action<T> {
    T run() throws IOException;
  }

  @TempDir(factory = MemoryFolder.class)
  private Path folder;

  private final Set<Kind> hit = EnumSet.noneOf(Kind.class);

  /** A document under its names in a folder of its own. */
  private static final class Work {
    private final Path folder;
    private final DocumentStore store;
    private Document<Counter, CounterEvent> document;

    Work(Path folder, DocumentStore store, Document<Counter, CounterEvent> document) {
      this.folder = folder;
      this.store = store;
      this.document = document;
    }

    private void add(int n) {
      document
          .session()
          .step(Intent.of("+" + n, ANN), stage -> stage.emit(new CounterEvent.Added(n)));
    }

    private void save(Path file) {
      assertThat(document.saveAs(Intent.of("save", ANN), file)).isInstanceOf(Saving.Saved.class);
    }

    /** Steps are read when somebody asks for them. */
    private DocumentView view() {
      return DocumentView.of(document.session().state(), Step::label);
    }
  }

  private static Act adding(int n) {
    return work -> work.add(n);
  }

  private static Intent intent(String label) {
    return Intent.of(label, ANN);
  }

  private static Act saving(String name) {
    return work -> work.save(work.folder.resolve(name));
  }

  /** What is done to every document. */
  private static List<Act> acts(String name, String other) {
    return List.of(
        adding(1),
        adding(2),
        work -> work.document.session().undo(intent("undo"), 1),
        work -> work.document.session().redo(intent("redo"), 1),
        work -> work.document.session().checkpoint(intent("name"), "three"),
        saving(name),
        adding(3),
        adding(4),
        work ->
            work.document.session().retain(intent("retain"), new Retention(2, Duration.ZERO, 3)),
        adding(5),
        work -> work.document.session().undo(intent("undo"), 1),
        saving(other),
        adding(6),
        saving(other));
  }

  private static JournalFiles journals(FailingDisk disk, Path folder) {
    FileJournal.Settings settings = FileJournal.Settings.standard().on(disk).with(OFTEN);
    return new JournalFiles(settings, folder.resolve(".fcp/.drafts"));
  }

  private static Work begun(Path folder, DocumentStore store, boolean draft) throws IOException {
    Path file = folder.resolve("a.counter");
    if (draft) {
      return new Work(folder, store, store.create(DOMAIN, ANN));
    }
    if (!Files.exists(file)) {
      Files.writeString(file, " 07 # seven\n");
    }
    return new Work(folder, store, store.open(DOMAIN, file, ANN).orElseThrow());
  }

  /** What is to be seen after each act where nothing fails and nothing is written. */
  private List<DocumentView> expected(boolean draft, List<Act> acts) throws IOException {
    Path own = Files.createTempDirectory(folder, "expected");
    Work work = begun(own, new DocumentStore(SessionSettings.standard()), draft);
    List<DocumentView> views = new ArrayList<>(List.of(work.view()));
    for (Act act : acts) {
      act.on(work);
      views.add(work.view());
    }
    return views;
  }

  /** A run in which one call fails. */
  private final class Run {
    private final List<Act> acts;
    private final List<DocumentView> expected;
    private final boolean draft;
    private final boolean tryAgain;
    private final int failing;
    private final List<Kind> calls = new ArrayList<>();
    private boolean hasFailed;
    private final List<JournalException> told = new ArrayList<>();
    private Work work;

    Run(List<Act> acts, List<DocumentView> expected, boolean draft, boolean tryAgain, int failing)
        throws IOException {
      this.acts = acts;
      this.expected = expected;
      this.draft = draft;
      this.tryAgain = tryAgain;
      this.failing = failing;
      FailingDisk disk = FailingDisk.unforced(new FileDisk(), this::fails);
      Path own = Files.createTempDirectory(folder, "run");
      JournalFiles files = journals(disk, own);
      DocumentStore store = DocumentStore.withJournals(SessionSettings.standard(), files);
      this.work = again(() -> begun(own, store, draft));
    }

    private synchronized boolean fails(FailingDisk.Call call) {
      boolean now = calls.size() == failing;
      calls.add(call.kind());
      if (now) {
        hasFailed = true;
        hit.add(call.kind());
      }
      return now;
    }

    /** Does something that can be done again if a failure is told. */
    private <T> T again(Action<T> action) throws IOException {
      try {
        return action.run();
      } catch (JournalException e) {
        note(e);
        return action.run();
      }
    }

    private DocumentView view() throws IOException {
      return again(work::view);
    }

    private void run() throws IOException {
      for (int i = 0; i < acts.size(); i++) {
        assertThat(view()).as(where(i)).isEqualTo(expected.get(i));
        try {
          acts.get(i).on(work);
        } catch (JournalException e) {
          if (!tryAgain) {
            leaveOut(i, e);
            return;
          }
          goOn(i, e);
        }
        assertThat(view()).as(where(i)).isEqualTo(expected.get(i + 1));
      }
      endWith(expected.get(acts.size()));
    }

    private String where(int act) {
      return "call %d, act %d".formatted(failing, act);
    }

    /** It is as before or as after, which is told; in the same session, or in another one. */
    private void goOn(int act, JournalException e) throws IOException {
      note(e);
      requireBeforeOrAfter(act, e);
      if (view().equals(expected.get(act + 1))) {
        return;
      }
      try {
        acts.get(act).on(work);
      } catch (JournalException second) {
        note(second);
        reopen();
        requireBeforeOrAfter(act, second);
        if (view().equals(expected.get(act))) {
          acts.get(act).on(work);
        }
      }
    }

    private void requireBeforeOrAfter(int act, JournalException e) throws IOException {
      assertThat(view()).as(where(act) + ", " + e).isIn(expected.get(act), expected.get(act + 1));
    }

    /** Only the failure that was injected is told, or that nothing more is taken since. */
    private void note(JournalException e) {
      told.add(e);
      assertThat(hasFailed).isTrue();
      assertThat(told.size() == 1 || isReadOnly(e)).as(told.toString()).isTrue();
    }

    private static boolean isReadOnly(JournalException e) {
      return e instanceof OutcomeUnknownException
          || e.getMessage().contains("its lock cannot be given back")
          || e.getMessage().contains("cannot be brought back to its last good line");
    }

    /** What failed is left out, and something else is done, in another session if need be. */
    private void leaveOut(int act, JournalException e) throws IOException {
      note(e);
      requireBeforeOrAfter(act, e);
      DocumentView now = view();
      try {
        work.add(1000);
      } catch (JournalException second) {
        note(second);
        reopen();
        assertThat(view().unmarked())
            .as(where(act))
            .isIn(now.unmarked(), expected.get(act + 1).unmarked());
        work.add(1000);
      }
      endWith(view());
      assertThat(view().applied()).as(where(act)).last().isEqualTo("+1000");
    }

    private void endWith(DocumentView last) throws IOException {
      reopen();
      assertThat(unmarked(view())).as("call " + failing).isEqualTo(unmarked(last));
      assertThat(again(() -> work.document.session().verify().holds())).isTrue();
      close();
    }

    /** A save that was not told of may be known when the file is looked at again. */
    private DocumentView unmarked(DocumentView view) {
      return tryAgain ? view : view.unmarked();
    }

    private void close() throws IOException {
      boolean closed =
          again(() -> {
            work.document.close();
            return true;
          });
      assertThat(closed).isTrue();
    }

    /** As another process would, which tries again if it was told of a failure. */
    private void reopen() throws IOException {
      Optional<Path> path = work.document.path();
      close();
      work = again(() -> reopened(path));
    }

    /** A draft to which nothing happened is not kept. */
    private Work reopened(Optional<Path> path) throws IOException {
      if (path.isPresent()) {
        var document = work.store.open(DOMAIN, path.get(), ANN).orElseThrow();
        return new Work(work.folder, work.store, document);
      }
      List<String> kept = work.store.drafts(DOMAIN);
      return kept.isEmpty()
          ? begun(work.folder, work.store, draft)
          : new Work(work.folder, work.store, work.store.openDraft(DOMAIN, kept.get(0)));
    }
  }

  /** Whether a call is the first of its kind, or the one that puts a file into its place. */
  private static boolean isBorder(List<Kind> calls, int call) {
    Kind kind = calls.get(call);
    return kind == Kind.RENAME || kind == Kind.LINK || calls.indexOf(kind) == call;
  }

  /** How many of a hundred failures were told. */
  private int sweep(boolean draft, boolean tryAgain) throws IOException {
    List<Act> acts = draft ? acts("b.counter", "c.counter") : acts("a.counter", "b.counter");
    List<DocumentView> expected = expected(draft, acts);
    Run whole = new Run(acts, expected, draft, tryAgain, -1);
    whole.run();
    int told = 0;
    int[] failing = Tries.sweep(whole.calls.size(), call -> isBorder(whole.calls, call)).toArray();
    for (int call : failing) {
      Run run = new Run(acts, expected, draft, tryAgain, call);
      run.run();
      told += run.told.isEmpty() ? 0 : 1;
    }
    assertThat(whole.calls).hasSizeGreaterThan(400);
    return 100 * told / failing.length;
  }

  @Test
  void whatever_call_fails_a_document_is_before_or_after_and_the_same_works_again()
      throws IOException {
    assertThat(sweep(false, true)).isGreaterThan(60);
    assertThat(hit).containsAll(EnumSet.complementOf(EnumSet.of(Kind.IS_WRITABLE)));
  }

  @Test
  void whatever_call_fails_a_document_keeps_what_is_done_next() throws IOException {
    assertThat(sweep(false, false)).isGreaterThan(60);
  }

  @Test
  @Clause("DO-7")
  void whatever_call_fails_a_draft_is_before_or_after_and_the_same_works_again()
      throws IOException {
    assertThat(sweep(true, true)).isGreaterThan(60);
    assertThat(hit).containsAll(EnumSet.complementOf(EnumSet.of(Kind.IS_WRITABLE)));
  }

  @Test
  @Clause("DO-7")
  void whatever_call_fails_a_draft_keeps_what_is_done_next() throws IOException {
    assertThat(sweep(true, false)).isGreaterThan(60);
  }
}

package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.RetentionPolicy;
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
 * A document while one disk call of its journal fails, for every call: opened, edited, undone,
 * named, with a snapshot, pruned, saved, saved under another name, closed.
 */
@Clause({"JN-8", "SE-8", "DO-1"})
class DocumentFailureTest {

  private static final CounterDomain DOMAIN = new CounterDomain();
  private static final Origin ANN = Origin.of("ann");
  private static final SnapshotPolicy FREQUENT_SNAPSHOTS =
      new SnapshotPolicy(5, 1L << 20, Duration.ofDays(9));

  /** An action on a document. */
  private interface DocumentAction {
    void on(WorkingDocument work) throws IOException;
  }

  /** An action that succeeds or reports its failure. */
  private interface RetryableAction<T> {
    T run() throws IOException;
  }

  @TempDir(factory = InMemoryTempDir.class)
  private Path folder;

  private final Set<Kind> failedKinds = EnumSet.noneOf(Kind.class);

  /** A document, under any of its names, in its own folder. */
  private static final class WorkingDocument {
    private final Path folder;
    private final DocumentStore store;
    private Document<Counter, CounterEvent> document;

    WorkingDocument(Path folder, DocumentStore store, Document<Counter, CounterEvent> document) {
      this.folder = folder;
      this.store = store;
      this.document = document;
    }

    private void add(int n) {
      document
          .session()
          .step(EditOptions.of("+" + n, ANN), builder -> builder.emit(new CounterEvent.Added(n)));
    }

    private void save(Path file) {
      assertThat(document.saveAs(EditOptions.of("save", ANN), file))
          .isInstanceOf(SaveResult.Saved.class);
    }

    /** Steps are read on demand. */
    private DocumentView view() {
      return DocumentView.of(document.session().state(), Step::label);
    }
  }

  private static DocumentAction addAction(int n) {
    return work -> work.add(n);
  }

  private static EditOptions options(String label) {
    return EditOptions.of(label, ANN);
  }

  private static DocumentAction saveAction(String name) {
    return work -> work.save(work.folder.resolve(name));
  }

  /** The actions on every document. */
  private static List<DocumentAction> actions(String name, String other) {
    return List.of(
        addAction(1),
        addAction(2),
        work -> work.document.session().with(options("undo")).undo(1),
        work -> work.document.session().with(options("redo")).redo(1),
        work -> work.document.session().with(options("name")).checkpoint("three"),
        saveAction(name),
        addAction(3),
        addAction(4),
        work ->
            work.document
                .session()
                .with(options("retain"))
                .prune(new RetentionPolicy(2, Duration.ZERO, 3)),
        addAction(5),
        work -> work.document.session().with(options("undo")).undo(1),
        saveAction(other),
        addAction(6),
        saveAction(other));
  }

  private static JournalLayout journals(FailingDisk disk, Path folder) {
    FileJournal.Settings settings =
        FileJournal.Settings.defaults().withDisk(disk).withSnapshotPolicy(FREQUENT_SNAPSHOTS);
    return new JournalLayout(settings, folder.resolve(".fcp/.drafts"));
  }

  private static WorkingDocument open(Path folder, DocumentStore store, boolean draft)
      throws IOException {
    Path file = folder.resolve("a.counter");
    if (draft) {
      return new WorkingDocument(folder, store, store.create(DOMAIN, ANN));
    }
    if (!Files.exists(file)) {
      Files.writeString(file, " 07 # seven\n");
    }
    return new WorkingDocument(folder, store, store.open(DOMAIN, file, ANN).orElseThrow());
  }

  /** The expected view after each action if no call fails. */
  private List<DocumentView> expected(boolean draft, List<DocumentAction> actions)
      throws IOException {
    Path own = Files.createTempDirectory(folder, "expected");
    WorkingDocument current = open(own, new DocumentStore(SessionSettings.standard()), draft);
    List<DocumentView> views = new ArrayList<>(List.of(current.view()));
    for (DocumentAction action : actions) {
      action.on(current);
      views.add(current.view());
    }
    return views;
  }

  /** A run in which one call fails. */
  private final class FailureRun {
    private final List<DocumentAction> actions;
    private final List<DocumentView> expected;
    private final boolean draft;
    private final boolean retries;
    private final int failingCall;
    private final List<Kind> callCount = new ArrayList<>();
    private boolean hasFailed;
    private final List<JournalException> reportedFailures = new ArrayList<>();
    private WorkingDocument current;

    FailureRun(
        List<DocumentAction> actions,
        List<DocumentView> expected,
        boolean draft,
        boolean retries,
        int failingCall)
        throws IOException {
      this.actions = actions;
      this.expected = expected;
      this.draft = draft;
      this.retries = retries;
      this.failingCall = failingCall;
      FailingDisk disk = FailingDisk.withoutForcing(Disk.system(), this::fails);
      Path own = Files.createTempDirectory(folder, "run");
      JournalLayout files = journals(disk, own);
      DocumentStore store = DocumentStore.withJournals(SessionSettings.standard(), files);
      this.current = retry(() -> open(own, store, draft));
    }

    private synchronized boolean fails(FailingDisk.Call call) {
      boolean now = callCount.size() == failingCall;
      callCount.add(call.kind());
      if (now) {
        hasFailed = true;
        failedKinds.add(call.kind());
      }
      return now;
    }

    /** Runs an action that can be repeated if it reports a failure. */
    private <T> T retry(RetryableAction<T> action) throws IOException {
      try {
        return action.run();
      } catch (JournalException e) {
        recordFailure(e);
        return action.run();
      }
    }

    private DocumentView view() throws IOException {
      return retry(current::view);
    }

    private void run() throws IOException {
      for (int actionIndex = 0; actionIndex < actions.size(); actionIndex++) {
        assertThat(view()).as(describe(actionIndex)).isEqualTo(expected.get(actionIndex));
        try {
          actions.get(actionIndex).on(current);
        } catch (JournalException e) {
          if (!retries) {
            skipAction(actionIndex, e);
            return;
          }
          retryAction(actionIndex, e);
        }
        assertThat(view()).as(describe(actionIndex)).isEqualTo(expected.get(actionIndex + 1));
      }
      finish(expected.get(actions.size()));
    }

    private String describe(int actionIndex) {
      return "call %d, act %d".formatted(failingCall, actionIndex);
    }

    /**
     * After a reported failure, the state is that before or after the action, and a retry works in
     * the same session or in a new one.
     */
    private void retryAction(int actionIndex, JournalException e) throws IOException {
      recordFailure(e);
      requireBeforeOrAfter(actionIndex, e);
      if (view().equals(expected.get(actionIndex + 1))) {
        return;
      }
      try {
        actions.get(actionIndex).on(current);
      } catch (JournalException second) {
        recordFailure(second);
        reopen();
        requireBeforeOrAfter(actionIndex, second);
        if (view().equals(expected.get(actionIndex))) {
          actions.get(actionIndex).on(current);
        }
      }
    }

    private void requireBeforeOrAfter(int actionIndex, JournalException e) throws IOException {
      assertThat(view())
          .as(describe(actionIndex) + ", " + e)
          .isIn(expected.get(actionIndex), expected.get(actionIndex + 1));
    }

    /** Only the injected failure is reported, or that the document is read-only since then. */
    private void recordFailure(JournalException e) {
      reportedFailures.add(e);
      assertThat(hasFailed).isTrue();
      assertThat(reportedFailures.size() == 1 || isReadOnly(e))
          .as(reportedFailures.toString())
          .isTrue();
    }

    private static boolean isReadOnly(JournalException e) {
      return e instanceof OutcomeUnknownException
          || e.getMessage().contains("its lock cannot be given back")
          || e.getMessage().contains("cannot be brought back to its last good line");
    }

    /** Skips the failed action and does another one, in a new session if necessary. */
    private void skipAction(int actionIndex, JournalException e) throws IOException {
      recordFailure(e);
      requireBeforeOrAfter(actionIndex, e);
      DocumentView now = view();
      try {
        current.add(1000);
      } catch (JournalException second) {
        recordFailure(second);
        reopen();
        assertThat(view().withoutFileState())
            .as(describe(actionIndex))
            .isIn(now.withoutFileState(), expected.get(actionIndex + 1).withoutFileState());
        current.add(1000);
      }
      finish(view());
      assertThat(view().applied()).as(describe(actionIndex)).last().isEqualTo("+1000");
    }

    private void finish(DocumentView last) throws IOException {
      reopen();
      assertThat(comparable(view())).as("call " + failingCall).isEqualTo(comparable(last));
      assertThat(retry(() -> current.document.session().verify().isValid())).isTrue();
      close();
    }

    /** A save that reported a failure may be recognized when the file is checked again. */
    private DocumentView comparable(DocumentView view) {
      return retries ? view : view.withoutFileState();
    }

    private void close() throws IOException {
      boolean closed =
          retry(() -> {
            current.document.close();
            return true;
          });
      assertThat(closed).isTrue();
    }

    /** Reopens the document as another process would, which retries after a failure. */
    private void reopen() throws IOException {
      Optional<Path> path = current.document.path();
      close();
      current = retry(() -> reopened(path));
    }

    /** An unused draft is not kept. */
    private WorkingDocument reopened(Optional<Path> path) throws IOException {
      if (path.isPresent()) {
        var document = current.store.open(DOMAIN, path.get(), ANN).orElseThrow();
        return new WorkingDocument(current.folder, current.store, document);
      }
      List<String> draftNames = current.store.drafts(DOMAIN);
      return draftNames.isEmpty()
          ? open(current.folder, current.store, draft)
          : new WorkingDocument(
              current.folder, current.store, current.store.openDraft(DOMAIN, draftNames.get(0)));
    }
  }

  /** Whether a call is the first of its kind, or gives a file its final name. */
  private static boolean isBorder(List<Kind> calls, int call) {
    Kind kind = calls.get(call);
    return kind == Kind.RENAME || kind == Kind.LINK || calls.indexOf(kind) == call;
  }

  /** The percentage of failures that were reported. */
  private int sweep(boolean draft, boolean tryAgain) throws IOException {
    List<DocumentAction> actions =
        draft ? actions("b.counter", "c.counter") : actions("a.counter", "b.counter");
    List<DocumentView> expected = expected(draft, actions);
    FailureRun whole = new FailureRun(actions, expected, draft, tryAgain, -1);
    whole.run();
    int reportedCount = 0;
    int[] failing =
        Tries.sweep(whole.callCount.size(), call -> isBorder(whole.callCount, call)).toArray();
    for (int call : failing) {
      FailureRun run = new FailureRun(actions, expected, draft, tryAgain, call);
      run.run();
      reportedCount += run.reportedFailures.isEmpty() ? 0 : 1;
    }
    assertThat(whole.callCount).hasSizeGreaterThan(400);
    return 100 * reportedCount / failing.length;
  }

  @Test
  void whatever_call_fails_a_document_is_before_or_after_the_action_and_a_retry_works()
      throws IOException {
    assertThat(sweep(false, true)).isGreaterThan(60);
    assertThat(failedKinds).containsAll(EnumSet.complementOf(EnumSet.of(Kind.IS_WRITABLE)));
  }

  @Test
  void whatever_call_fails_a_document_keeps_the_next_step() throws IOException {
    assertThat(sweep(false, false)).isGreaterThan(60);
  }

  @Test
  @Clause("DO-7")
  void whatever_call_fails_a_draft_is_before_or_after_the_action_and_a_retry_works()
      throws IOException {
    assertThat(sweep(true, true)).isGreaterThan(60);
    assertThat(failedKinds).containsAll(EnumSet.complementOf(EnumSet.of(Kind.IS_WRITABLE)));
  }

  @Test
  @Clause("DO-7")
  void whatever_call_fails_a_draft_keeps_the_next_step() throws IOException {
    assertThat(sweep(true, false)).isGreaterThan(60);
  }
}

package dev.fcp.server;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.Workspace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A demonstration of the guarantees of the engine on one file: a batch, a failing batch, undo and
 * redo, a checkpoint, and undo of everything, which restores the original bytes. Each guarantee is
 * checked; a violation is named, and the exit code reports it.
 */
final class Demo {

  private final Console console;
  private final PrintWriter out;
  private final Workspace<?, ?> workspace;
  private final DemoScript script;
  private final Path file;
  private boolean allHeld = true;

  Demo(Console console, Workspace<?, ?> workspace, DemoScript script, Path file) {
    this.console = console;
    this.out = console.out();
    this.workspace = workspace;
    this.script = script;
    this.file = file;
  }

  /** Runs the demonstration; returns {@link ExitCode#BROKEN} if a check failed. */
  ExitCode playEditing() {
    Source original = readFile();
    out.println();
    out.println("All of this happens to a new copy of " + script.example() + ".");
    printHeading("What is in the file");
    runQuery("stats");
    showBatch(original);
    showFailingBatch();
    showUndoAndRedo();
    showCheckpoint();
    showUndoOfEverything(original);
    return result();
  }

  /** Shows what is recovered after a program that edited the file was killed. */
  ExitCode playAfterKill(int acknowledgedEdits) {
    int steps = workspace.document().orElseThrow().session().state().undoDepth();
    out.println(
        "  reported before the kill: %d edits; in the history: %d"
            .formatted(acknowledgedEdits, steps));
    check("every reported edit is there", steps >= acknowledgedEdits);
    runAction("verify");
    runAction("undo " + steps);
    runAction("save");
    return result();
  }

  /** Checks that the file has its original bytes. */
  ExitCode playEnd(Source original) {
    check("the file is byte for byte the first one again", readFile().equals(original));
    return result();
  }

  private ExitCode result() {
    return allHeld ? ExitCode.DONE : ExitCode.BROKEN;
  }

  private void showBatch(Source original) {
    printHeading("A batch: several operations, all or none");
    runSuccessfully(script.batch());
    runAction("save");
    print(
        LineDiff.describe(
            script.partsOf().apply(original.bytes()),
            script.partsOf().apply(readFile().bytes()),
            script.noun()));
  }

  private void showFailingBatch() {
    printHeading("A batch that fails half way leaves nothing");
    Digest before = digest();
    Source saved = readFile();
    require(
        "the batch is refused",
        script.failingBatch(),
        runOperations(script.failingBatch()).isError());
    check("the document is what it was: " + digest().shortHex(), digest().equals(before));
    check("the file is what it was", readFile().equals(saved));
  }

  private void showUndoAndRedo() {
    printHeading("Undo and redo, one operation at a time");
    Digest before = digest();
    runAction("undo 2");
    runAction("redo 2");
    check(
        "two back and two forward is where we were: " + before.shortHex(), digest().equals(before));
  }

  private void showCheckpoint() {
    printHeading("A name for a state, and the way back to it");
    runAction("checkpoint agreed");
    Digest agreed = digest();
    runSuccessfully(script.furtherEdits());
    runAction("undo to:agreed");
    check("this is the state that was agreed: " + agreed.shortHex(), digest().equals(agreed));
  }

  private void showUndoOfEverything(Source original) {
    printHeading("All the way back");
    runAction("undo " + script.batch().size());
    runAction("save");
    Source last = readFile();
    check(
        "the file is byte for byte the first one, SHA-256 " + last.id().substring(0, 16) + "...",
        last.equals(original));
  }

  private void printHeading(String heading) {
    out.println();
    out.println("== " + heading);
  }

  private void runSuccessfully(List<String> operations) {
    require("all operations are applied", operations, !runOperations(operations).isError());
  }

  private Response runOperations(List<String> operations) {
    for (String operation : operations) {
      out.println("> " + operation);
    }
    Response response =
        workspace.run(operations, EditOptions.of("demo", TargetFile.caller().origin()));
    print(response.lines());
    return response;
  }

  private void runQuery(String query) {
    out.println("> " + query);
    Response answer = workspace.query(query);
    print(answer.lines());
    require("the query is answered", List.of(query), !answer.isError());
  }

  private void runAction(String action) {
    out.println("> " + action);
    Response response = workspace.act(action, TargetFile.caller());
    print(response.lines());
    require("the action is carried out", List.of(action), !response.isError());
  }

  private void print(List<String> lines) {
    lines.forEach(line -> out.println("  " + line));
  }

  private void check(String claim, boolean holds) {
    if (holds) {
      out.println("  ok: " + claim);
    } else {
      reportBroken(claim);
    }
  }

  /** Checks a claim about what was typed, and prints it only if it is broken. */
  private void require(String claim, List<String> typed, boolean holds) {
    if (!holds) {
      reportBroken(claim + ": " + String.join("; ", typed));
    }
  }

  private void reportBroken(String claim) {
    allHeld = false;
    out.println("  BROKEN: " + claim);
    console.printError(ExitCode.BROKEN, "! broken: " + claim);
  }

  private Digest digest() {
    return workspace.document().orElseThrow().session().digest();
  }

  private Source readFile() {
    try {
      return Source.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }
}

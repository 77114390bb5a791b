package dev.fcp.server;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.workspace.Workspace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A walk through what the engine promises, on one file: a batch, a batch that fails, undo and redo,
 * a checkpoint, and the way back to the first byte. Every promise is checked while it is shown; one
 * that is broken ends the walk.
 */
final class Demo {

  private final PrintWriter out;
  private final Workspace<?, ?> workspace;
  private final Tour tour;
  private final Path file;
  private boolean kept = true;

  Demo(PrintWriter out, Workspace<?, ?> workspace, Tour tour, Path file) {
    this.out = out;
    this.workspace = workspace;
    this.tour = tour;
    this.file = file;
  }

  /** Shows all of it. {@link ExitCode#BROKEN} if a promise was not kept. */
  ExitCode play() {
    Source first = onDisk();
    out.println();
    out.println("All of this happens to a copy of examples/" + tour.example() + ".");
    scene("What is in the file");
    ask("stats");
    aBatch(first);
    aBatchThatFails();
    undoAndRedo();
    aCheckpoint();
    allTheWayBack(first);
    return result();
  }

  /** Shows what is left after a program that edited the file was killed, and the power cut. */
  ExitCode playAfterKill(int told) {
    int steps = workspace.document().orElseThrow().session().state().undoDepth();
    out.println("  told before the kill: %d edits; in the history: %d".formatted(told, steps));
    promise("every edit that was told of is there", steps >= told);
    act("verify");
    act("undo " + steps);
    act("save");
    return result();
  }

  /** Shows that the file is what it was at the beginning. */
  ExitCode playEnd(Source first) {
    promise("the file is byte for byte the first one again", onDisk().equals(first));
    return result();
  }

  private ExitCode result() {
    return kept ? ExitCode.DONE : ExitCode.BROKEN;
  }

  private void aBatch(Source first) {
    scene("A batch: several operations, all or none");
    apply(tour.batch());
    act("save");
    show(
        FileChanges.between(
            tour.parts().apply(first.bytes()), tour.parts().apply(onDisk().bytes()), tour.noun()));
  }

  private void aBatchThatFails() {
    scene("A batch that fails half way leaves nothing");
    Digest before = digest();
    Source saved = onDisk();
    apply(tour.failing());
    promise("the document is what it was: " + digest().shortHex(), digest().equals(before));
    promise("the file is what it was", onDisk().equals(saved));
  }

  private void undoAndRedo() {
    scene("Undo and redo, one operation at a time");
    Digest before = digest();
    act("undo 2");
    act("redo 2");
    promise(
        "two back and two forward is where we were: " + before.shortHex(), digest().equals(before));
  }

  private void aCheckpoint() {
    scene("A name for a state, and the way back to it");
    act("checkpoint agreed");
    Digest agreed = digest();
    apply(tour.away());
    act("undo to:agreed");
    promise("this is the state that was agreed: " + agreed.shortHex(), digest().equals(agreed));
  }

  private void allTheWayBack(Source first) {
    scene("All the way back");
    act("undo " + tour.batch().size());
    act("save");
    Source last = onDisk();
    promise(
        "the file is byte for byte the first one, SHA-256 " + last.id().substring(0, 16) + "...",
        last.equals(first));
  }

  private void scene(String heading) {
    out.println();
    out.println("== " + heading);
  }

  private void apply(List<String> operations) {
    for (String operation : operations) {
      out.println("> " + operation);
    }
    show(workspace.run(operations, Intent.of("demo", OpenFile.caller().origin())));
  }

  private void ask(String query) {
    out.println("> " + query);
    show(workspace.query(query));
  }

  private void act(String action) {
    out.println("> " + action);
    show(workspace.act(action, OpenFile.caller()));
  }

  private void show(Answer answer) {
    show(answer.lines());
  }

  private void show(List<String> lines) {
    lines.forEach(line -> out.println("  " + line));
  }

  private void promise(String text, boolean holds) {
    kept &= holds;
    out.println((holds ? "  ok: " : "  BROKEN: ") + text);
  }

  private Digest digest() {
    return workspace.document().orElseThrow().session().digest();
  }

  private Source onDisk() {
    try {
      return Source.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }
}

package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The changes that other processes made to a document and that are not reported yet. A session also
 * notifies about changes of this workspace; they are recognized by the origin of the running call.
 */
final class ExternalChanges {

  /** The maximum number of changes that are listed one by one. */
  private static final int MAX_LISTED = 20;

  /** The maximum number of changes that are kept until they are reported. */
  private static final int MAX_REMEMBERED = 1000;

  private final Session<?, ?> session;
  private final Subscription subscription;

  /** Guarded by this, as are the fields below. */
  private final List<SessionChange> unreported = new ArrayList<>();

  private int droppedCount;
  private Optional<Origin> ownOrigin = Optional.empty();

  private ExternalChanges(Session<?, ?> session) {
    this.session = session;
    this.subscription = session.listen(this::changed);
  }

  /** Starts to listen to a session. */
  static ExternalChanges of(Session<?, ?> session) {
    return new ExternalChanges(session);
  }

  private synchronized void changed(SessionChange change) {
    // The response to the running call reports a version of the file found during the call.
    boolean isOwn =
        ownOrigin.isPresent()
            && (ownOrigin.get().equals(change.origin())
                || change.kind() == SessionChange.Kind.EXTERNAL);
    if (!change.changesModel() || isOwn) {
      return;
    }
    if (unreported.size() < MAX_REMEMBERED) {
      unreported.add(change);
    } else {
      droppedCount++;
    }
  }

  /** Sets the origin of the running call, whose changes are not external; empty after the call. */
  synchronized void setOwnOrigin(Optional<Origin> origin) {
    ownOrigin = origin;
  }

  /**
   * Returns the lines for the unreported changes, which then count as reported.
   *
   * @param fileChange the file change just detected, which the caller reports
   */
  synchronized List<String> lines(StepText stepText, FileChange fileChange) {
    if (fileChange instanceof FileChange.Merged(var changeCount, var conflicts)
        && changeCount > 0) {
      removeLastExternal();
    }
    History<?> history = session.state().history();
    List<String> allLines = new ArrayList<>();
    for (SessionChange change : unreported) {
      change
          .steps()
          .forEach(
              id -> allLines.add(describeKind(change) + describeStep(stepText, history.find(id))));
    }
    List<String> lines =
        new ArrayList<>(allLines.subList(0, Math.min(MAX_LISTED, allLines.size())));
    int moreCount = allLines.size() - lines.size() + droppedCount;
    if (moreCount > 0) {
      lines.add("! done elsewhere: %d more, see history".formatted(moreCount));
    }
    unreported.clear();
    droppedCount = 0;
    return lines;
  }

  private void removeLastExternal() {
    for (int i = unreported.size() - 1; i >= 0; i--) {
      if (unreported.get(i).kind() == SessionChange.Kind.EXTERNAL) {
        unreported.remove(i);
        return;
      }
    }
  }

  private static String describeStep(StepText stepText, Optional<? extends Step<?>> step) {
    return step.map(stepText::describe).orElse("a pruned step");
  }

  private static final String DONE = "! done elsewhere: ";

  private static String describeKind(SessionChange change) {
    return switch (change.kind()) {
      case COMMITTED, EXTERNAL -> DONE;
      case REPLACED -> "! squashed elsewhere: ";
      // A step that reverses others was committed, nothing was undone along the stack.
      case UNDONE ->
          change.undoneCount() == 0
              ? DONE
              : "! undone elsewhere by %s: ".formatted(actorOf(change));
      case BAILED -> "! bailed elsewhere by %s: ".formatted(actorOf(change));
      case REDONE -> "! redone elsewhere by %s: ".formatted(actorOf(change));
      case SWITCHED -> "! switched elsewhere by %s, over: ".formatted(actorOf(change));
      case CLEARED, NAMED, SAVED, PRUNED ->
          throw new IllegalArgumentException("does not change the model: " + change);
    };
  }

  private static String actorOf(SessionChange change) {
    return StepText.actor(change.origin());
  }

  /** Stops listening. */
  void close() {
    subscription.close();
  }
}

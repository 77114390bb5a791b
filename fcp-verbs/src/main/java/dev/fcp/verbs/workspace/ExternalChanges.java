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
 * What other processes did to a document since that was last reported here. Whoever listens hears
 * what is done here as well; it is told apart by its origin, which each call has for its own.
 */
final class ExternalChanges {

  /** How many steps are listed one by one. */
  private static final int MAX_LISTED = 20;

  /** How many changes are kept until they are reported. */
  private static final int MAX_REMEMBERED = 1000;

  private final Session<?, ?> session;
  private final Subscription subscription;

  /** Guarded by this, as all below. */
  private final List<SessionChange> unreported = new ArrayList<>();

  private int droppedCount;
  private Optional<Origin> ownOrigin = Optional.empty();

  private ExternalChanges(Session<?, ?> session) {
    this.session = session;
    this.subscription = session.listen(this::changed);
  }

  /** Listens to a session from now on. */
  static ExternalChanges of(Session<?, ?> session) {
    return new ExternalChanges(session);
  }

  private synchronized void changed(SessionChange change) {
    // A version of the file that is found while somebody works here is reported with what they do.
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

  /** What comes now from an origin is done here; empty if nothing is. */
  synchronized void setOwnOrigin(Optional<Origin> origin) {
    ownOrigin = origin;
  }

  /**
   * The lines for what was not reported yet.
   *
   * @param fileChange what was just found in the file, which is reported elsewhere
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

  private static String describeKind(SessionChange change) {
    return switch (change.kind()) {
      case COMMITTED, EXTERNAL -> "! done elsewhere: ";
      case REPLACED -> "! squashed elsewhere: ";
      case UNDONE -> "! undone elsewhere by %s: ".formatted(actorOf(change));
      case BAILED -> "! bailed elsewhere by %s: ".formatted(actorOf(change));
      case REDONE -> "! redone elsewhere by %s: ".formatted(actorOf(change));
      case SWITCHED -> "! switched elsewhere by %s, over: ".formatted(actorOf(change));
      case CLEARED, NAMED, SAVED, PRUNED ->
          throw new IllegalArgumentException("that changes no model: " + change);
    };
  }

  private static String actorOf(SessionChange change) {
    return StepText.actor(change.origin());
  }

  /** Listens no more. */
  void close() {
    subscription.close();
  }
}

package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.FileNews;
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
 * What other processes did to a document since that was last told here. Whoever listens hears what
 * is done here as well; it is told apart by its origin, which each call has for its own.
 */
final class Meanwhile {

  /** How many steps are told one by one. */
  private static final int TOLD = 20;

  /** How many changes are remembered until they are told. */
  private static final int REMEMBERED = 1000;

  private final Session<?, ?> session;
  private final Subscription subscription;

  /** Guarded by this, as all below. */
  private final List<SessionChange> untold = new ArrayList<>();

  private int forgotten;
  private Optional<Origin> own = Optional.empty();

  private Meanwhile(Session<?, ?> session) {
    this.session = session;
    this.subscription = session.listen(this::heard);
  }

  /** Listens to a session from now on. */
  static Meanwhile since(Session<?, ?> session) {
    return new Meanwhile(session);
  }

  private synchronized void heard(SessionChange change) {
    // A version of the file that is found while somebody works here is told by what they do.
    boolean isOwn =
        own.isPresent()
            && (own.get().equals(change.origin()) || change.kind() == SessionChange.Kind.FOUND);
    if (!change.isOfModel() || isOwn) {
      return;
    }
    if (untold.size() < REMEMBERED) {
      untold.add(change);
    } else {
      forgotten++;
    }
  }

  /** What comes now from an origin is done here; empty if nothing is. */
  synchronized void workBegins(Optional<Origin> origin) {
    own = origin;
  }

  /**
   * The lines that tell what was not told yet.
   *
   * @param found what was just found in the file, which is told otherwise
   */
  synchronized List<String> lines(StepText steps, FileNews found) {
    if (found instanceof FileNews.TakenIn(var changes, var conflicts) && changes > 0) {
      dropLastFound();
    }
    History<?> history = session.state().history();
    List<String> all = new ArrayList<>();
    for (SessionChange change : untold) {
      change.steps().forEach(id -> all.add(done(change) + told(steps, history.find(id))));
    }
    List<String> lines = new ArrayList<>(all.subList(0, Math.min(TOLD, all.size())));
    int more = all.size() - lines.size() + forgotten;
    if (more > 0) {
      lines.add("! done elsewhere: %d more, see history".formatted(more));
    }
    untold.clear();
    forgotten = 0;
    return lines;
  }

  private void dropLastFound() {
    for (int i = untold.size() - 1; i >= 0; i--) {
      if (untold.get(i).kind() == SessionChange.Kind.FOUND) {
        untold.remove(i);
        return;
      }
    }
  }

  private static String told(StepText steps, Optional<? extends Step<?>> step) {
    return step.map(steps::signed).orElse("a step that was let go");
  }

  private static String done(SessionChange change) {
    return switch (change.kind()) {
      case COMMITTED, FOUND -> "! done elsewhere: ";
      case REPLACED -> "! made one step elsewhere: ";
      case UNDONE -> "! undone elsewhere by %s: ".formatted(who(change));
      case BAILED -> "! left for good elsewhere by %s: ".formatted(who(change));
      case REDONE -> "! redone elsewhere by %s: ".formatted(who(change));
      case SWITCHED -> "! switched elsewhere by %s, over: ".formatted(who(change));
      case NAMED, SAVED, RETAINED ->
          throw new IllegalArgumentException("that changes no model: " + change);
    };
  }

  private static String who(SessionChange change) {
    return StepText.actor(change.origin());
  }

  /** Listens no more. */
  void close() {
    subscription.close();
  }
}

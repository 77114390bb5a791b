package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.domain.Conflict;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Several sessions, of which at most one is active: what an editor of many documents has one pair
 * of undo and redo buttons for (SE-30).
 *
 * <p>Each session has a journal of its own, and nothing makes records of two journals last
 * together. So an edit of one member inside the body of a step or batch of another one is refused,
 * and with it that step or batch, unless its body catches the refusal and goes on without.
 *
 * <p>Any number of threads may use a group. Which session is active is not recorded.
 */
@CheckReturnValue
public final class SessionGroup {

  private static final System.Logger LOG = System.getLogger(SessionGroup.class.getName());

  private final List<Session<?, ?>> members = new CopyOnWriteArrayList<>();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final Queue<Change> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean delivering = new AtomicBoolean();

  /** Written under the lock of this. */
  private volatile Optional<Session<?, ?>> active = Optional.empty();

  /** A group of no sessions. */
  public SessionGroup() {}

  /**
   * Makes a session a member. It is not active yet.
   *
   * @return closes to take it out; if it is active, none is then
   * @throws IllegalArgumentException if it is a member
   */
  public Subscription add(Session<?, ?> session) {
    synchronized (this) {
      if (members.contains(session)) {
        throw new IllegalArgumentException("the session is in the group already");
      }
      members.add(session);
    }
    Subscription check = session.beforeChanges(() -> requireNoOtherOpen(session));
    Subscription listener = session.listen(change -> changed(session, change));
    AtomicBoolean isMember = new AtomicBoolean(true);
    return () -> {
      if (isMember.getAndSet(false)) {
        listener.close();
        check.close();
        remove(session);
      }
    };
  }

  private void remove(Session<?, ?> session) {
    synchronized (this) {
      members.remove(session);
      if (isActive(session)) {
        setActive(Optional.empty());
      }
    }
    deliver();
  }

  /** The members, in the order in which they came. */
  public List<Session<?, ?>> sessions() {
    return List.copyOf(members);
  }

  /**
   * Makes a member the active one.
   *
   * @throws IllegalArgumentException if it is no member
   */
  public void activate(Session<?, ?> session) {
    synchronized (this) {
      if (!members.contains(session)) {
        throw new IllegalArgumentException("the session is not in the group");
      }
      setActive(Optional.of(session));
    }
    deliver();
  }

  /** Makes no member the active one. */
  public void deactivate() {
    synchronized (this) {
      setActive(Optional.empty());
    }
    deliver();
  }

  private void setActive(Optional<Session<?, ?>> session) {
    if (!active.equals(session)) {
      active = session;
      queue.add(new Change.Activated(session));
    }
  }

  /** The active member, if there is one. */
  public Optional<Session<?, ?>> active() {
    return active;
  }

  private boolean isActive(Session<?, ?> session) {
    return active.equals(Optional.of(session));
  }

  /**
   * Takes back the last steps of the active session, as {@link Session#undo(int)}.
   *
   * @return also {@link Outcome.Unchanged} if none is active
   */
  public Outcome undo(int count) {
    Optional<Session<?, ?>> session = active;
    return session.isPresent() ? session.get().undo(count) : new Outcome.Unchanged();
  }

  /**
   * Makes the next undone steps of the active session again, as {@link Session#redo(int)}.
   *
   * @return also {@link Outcome.Unchanged} if none is active
   */
  public Outcome redo(int count) {
    Optional<Session<?, ?>> session = active;
    return session.isPresent() ? session.get().redo(count) : new Outcome.Unchanged();
  }

  /** The state of the active session; what can be undone and redone, by which names. */
  public Optional<SessionState<?, ?>> state() {
    return active.map(Session::state);
  }

  /** Whether the active session has a step to undo. */
  public boolean canUndo() {
    return state().filter(SessionState::canUndo).isPresent();
  }

  /** Whether the active session has a step to redo. */
  public boolean canRedo() {
    return state().filter(SessionState::canRedo).isPresent();
  }

  /** The label of the step that {@link #undo} would take back, if there is one. */
  public Optional<String> undoLabel() {
    return state().flatMap(SessionState::undoLabel);
  }

  /** The label of the step that {@link #redo} would make again, if there is one. */
  public Optional<String> redoLabel() {
    return state().flatMap(SessionState::redoLabel);
  }

  /** Whether the file of the active session holds its state; so it is if none is active. */
  public boolean isSaved() {
    return state().map(SessionState::isSaved).orElse(true);
  }

  /**
   * Tells a listener when another member becomes the active one, and what happens to the active
   * one, whoever causes it.
   *
   * @return closes to end that
   */
  public Subscription listen(Listener listener) {
    Objects.requireNonNull(listener, "listener");
    // Wrapped, so that a listener that listens twice is told twice and leaves once.
    Listener registration = change -> listener.changed(change);
    listeners.add(registration);
    return () -> listeners.remove(registration);
  }

  private void changed(Session<?, ?> session, SessionChange change) {
    synchronized (this) {
      if (isActive(session)) {
        queue.add(new Change.Changed(session, change));
      }
    }
    deliver();
  }

  /** Refuses a change of one member while the current thread is inside a step of another one. */
  private void requireNoOtherOpen(Session<?, ?> session) {
    for (Session<?, ?> member : members) {
      if (!member.equals(session) && member.isRunningHere()) {
        throw new RefusedException(
            Conflict.because("an edit of two documents cannot be one step: each has its own undo")
                .withSuggestion("make one step in each document, one after the other"));
      }
    }
  }

  /** Delivers what is queued, unless some thread is about it. */
  private void deliver() {
    while (!queue.isEmpty() && delivering.compareAndSet(false, true)) {
      try {
        for (Change change = queue.poll(); change != null; change = queue.poll()) {
          notifyListeners(change);
        }
      } finally {
        delivering.set(false);
      }
    }
  }

  private void notifyListeners(Change change) {
    for (Listener listener : listeners) {
      try {
        listener.changed(change);
      } catch (RuntimeException | Error e) {
        LOG.log(System.Logger.Level.ERROR, "a listener failed at " + change, e);
      }
    }
  }

  /** Wants to know what happens to a {@link SessionGroup} (SE-30). */
  @FunctionalInterface
  public interface Listener {

    /**
     * Something happened. Called by one thread at a time, in order, outside of all locks; what it
     * throws is logged and keeps nobody else from being told. It may work with the group and its
     * sessions: what comes of that is told behind what is queued already.
     */
    void changed(Change change);
  }

  /** What happened to a {@link SessionGroup}, as its listeners are told (SE-30). */
  public sealed interface Change {

    /**
     * Another session is the active one.
     *
     * @param session that one; empty if none is
     */
    record Activated(Optional<Session<?, ?>> session) implements Change {

      /** Refuses null. */
      public Activated {
        Objects.requireNonNull(session, "session");
      }
    }

    /**
     * Something happened to the session that was the active one then.
     *
     * @param session the session
     * @param change what happened
     */
    record Changed(Session<?, ?> session, SessionChange change) implements Change {

      /** Refuses null. */
      public Changed {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(change, "change");
      }
    }
  }
}

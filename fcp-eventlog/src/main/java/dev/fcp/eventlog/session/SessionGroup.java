package dev.fcp.eventlog.session;

import com.google.errorprone.annotations.CheckReturnValue;
import dev.fcp.eventlog.domain.Conflict;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Several sessions, of which at most one is active: for an editor with several open documents and
 * one pair of undo and redo buttons (SE-30).
 *
 * <p>Each session has its own journal, and two journals cannot be written atomically. Therefore an
 * edit of one member inside the body of a step or batch of another member is refused. The refusal
 * also ends that step or batch, unless its body catches the exception.
 *
 * <p>Groups are thread-safe. Which session is active is not recorded.
 */
@CheckReturnValue
public final class SessionGroup {

  private final List<Session<?, ?>> members = new CopyOnWriteArrayList<>();
  private final ListenerQueue<Change> queue = new ListenerQueue<>(any -> true, any -> false);

  /** Written while synchronized on this. */
  private volatile Optional<Session<?, ?>> active = Optional.empty();

  /** Creates an empty group. */
  public SessionGroup() {}

  /**
   * Adds a session without activating it.
   *
   * @return a subscription; closing it removes the session from the group, and deactivates it if it
   *     was active
   * @throws IllegalArgumentException if it is already a member
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
    queue.deliver();
  }

  /** The members, in the order in which they were added. */
  public List<Session<?, ?>> sessions() {
    return List.copyOf(members);
  }

  /**
   * Activates a member.
   *
   * @throws IllegalArgumentException if it is not a member
   */
  public void activate(Session<?, ?> session) {
    synchronized (this) {
      if (!members.contains(session)) {
        throw new IllegalArgumentException("the session is not in the group");
      }
      setActive(Optional.of(session));
    }
    queue.deliver();
  }

  /** Deactivates the active member, if there is one. */
  public void deactivate() {
    synchronized (this) {
      setActive(Optional.empty());
    }
    queue.deliver();
  }

  private void setActive(Optional<Session<?, ?>> session) {
    if (!active.equals(session)) {
      active = session;
      queue.enqueue(new Change.Activated(session));
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
   * Undoes the last steps of the active session; see {@link Session#undo(int)}.
   *
   * @return {@link Outcome.Unchanged} also if no session is active
   */
  public Outcome undo(int count) {
    Optional<Session<?, ?>> session = active;
    return session.isPresent() ? session.get().undo(count) : new Outcome.Unchanged();
  }

  /**
   * Redoes the next undone steps of the active session; see {@link Session#redo(int)}.
   *
   * @return {@link Outcome.Unchanged} also if no session is active
   */
  public Outcome redo(int count) {
    Optional<Session<?, ?>> session = active;
    return session.isPresent() ? session.get().redo(count) : new Outcome.Unchanged();
  }

  /** The state of the active session, if there is one. */
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

  /** The label of the step that {@link #undo} would reverse, if there is one. */
  public Optional<String> undoLabel() {
    return state().flatMap(SessionState::undoLabel);
  }

  /** The label of the step that {@link #redo} would reapply, if there is one. */
  public Optional<String> redoLabel() {
    return state().flatMap(SessionState::redoLabel);
  }

  /**
   * Whether the file of the active session contains its current state; true if no session is
   * active.
   */
  public boolean isSaved() {
    return state().map(SessionState::isSaved).orElse(true);
  }

  /**
   * Adds a listener, which is notified when another member becomes active and of every change to
   * the active member, whoever makes it.
   *
   * @return a subscription; closing it removes the listener
   */
  public Subscription listen(Listener listener) {
    Objects.requireNonNull(listener, "listener");
    return queue.listen(listener::changed);
  }

  private void changed(Session<?, ?> session, SessionChange change) {
    synchronized (this) {
      if (isActive(session)) {
        queue.enqueue(new Change.Changed(session, change));
      }
    }
    queue.deliver();
  }

  /** Refuses a change to one member while the current thread is inside a step of another one. */
  private void requireNoOtherOpen(Session<?, ?> session) {
    for (Session<?, ?> member : members) {
      if (!member.equals(session) && member.isRunningHere()) {
        throw new RefusedException(
            Conflict.because("an edit of two documents cannot be one step: each has its own undo")
                .withSuggestion("make one step in each document, one after the other"));
      }
    }
  }

  /** A callback for changes to a {@link SessionGroup} (SE-30). */
  @FunctionalInterface
  public interface Listener {

    /**
     * Called after a change: by one thread at a time, in order, without holding a lock. An
     * exception is logged and does not affect other listeners. A listener may use the group and its
     * sessions; changes that it makes are queued and reported after those already queued.
     */
    void changed(Change change);
  }

  /** A change to a {@link SessionGroup}, as reported to its listeners (SE-30). */
  public sealed interface Change {

    /**
     * Another session became active, or none.
     *
     * @param session the active session; empty if there is none
     */
    record Activated(Optional<Session<?, ?>> session) implements Change {

      /** Rejects null. */
      public Activated {
        Objects.requireNonNull(session, "session");
      }
    }

    /**
     * The session that was active at that time changed.
     *
     * @param session the session
     * @param change what happened
     */
    record Changed(Session<?, ?> session, SessionChange change) implements Change {

      /** Rejects null. */
      public Changed {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(change, "change");
      }
    }
  }
}

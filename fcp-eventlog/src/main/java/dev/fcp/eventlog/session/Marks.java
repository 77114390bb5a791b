package dev.fcp.eventlog.session;

import dev.fcp.eventlog.folder.PathPatterns;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.session.SessionState.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The marks of a document (DO-22).
 *
 * @param open the open marks, newest first
 * @param first the first mark of each message
 */
record Marks(List<Mark> open, PersistentMap<MessageId, Mark> first) {

  static final Marks NONE =
      new Marks(
          List.of(),
          PersistentMap.empty(
              Comparator.comparing(MessageId::session).thenComparing(MessageId::message)));

  /** A message of a session. */
  record MessageId(String session, String message) {

    static MessageId of(Origin origin) {
      return new MessageId(origin.session(), origin.message());
    }
  }

  Marks {
    open = List.copyOf(open);
  }

  /**
   * These marks after a record.
   *
   * @param end the end of the undo stack, undone steps included
   */
  Marks with(JournalRecord.Marked record, HistoryPoint end) {
    Mark mark = new Mark(record.time(), record.origin(), record.paths(), end);
    return switch (record.kind()) {
      case BEGIN -> {
        List<Mark> newestFirst = new ArrayList<>();
        newestFirst.add(mark);
        newestFirst.addAll(openWithout(it -> isReplaced(it, mark)));
        yield new Marks(newestFirst, withFirst(mark));
      }
      case END -> new Marks(openWithout(it -> isSameSession(it, mark)), first);
    };
  }

  /** These marks with the first one of a message, unless the message has one. */
  Marks withMessage(Mark mark) {
    return new Marks(open, withFirst(mark));
  }

  private PersistentMap<MessageId, Mark> withFirst(Mark mark) {
    MessageId message = MessageId.of(mark.origin());
    return first.containsKey(message) ? first : first.with(message, mark);
  }

  private List<Mark> openWithout(Predicate<Mark> ended) {
    return open.stream().filter(ended.negate()).toList();
  }

  private static boolean isReplaced(Mark older, Mark newer) {
    return isSameSession(older, newer)
        && (older.paths().equals(newer.paths())
            || !older.origin().message().equals(newer.origin().message()));
  }

  private static boolean isSameSession(Mark one, Mark other) {
    return one.origin().session().equals(other.origin().session());
  }

  /** These marks without messages that began before the history. */
  Marks withoutMessages(Predicate<HistoryPoint> isPruned) {
    PersistentMap<MessageId, Mark> kept = first;
    for (Mark mark : first.values()) {
      if (isPruned.test(mark.point())) {
        kept = kept.without(MessageId.of(mark.origin()));
      }
    }
    return new Marks(open, kept);
  }

  /** The newest open mark for a file; for a document that is no folder, the path is empty. */
  Optional<Mark> owner(Optional<String> path) {
    return open.stream()
        .filter(mark -> mark.paths().isEmpty() || path.filter(it -> matches(mark, it)).isPresent())
        .findFirst();
  }

  private static boolean matches(Mark mark, String path) {
    return PathPatterns.of(List.of(mark.paths())).matchesFile(path);
  }

  /** The first marks of the messages that a filter accepts. */
  List<Mark> accepted(StepFilter filter) {
    return first.values().stream()
        .filter(mark -> filter.accepts(mark.origin(), mark.time()))
        .toList();
  }
}

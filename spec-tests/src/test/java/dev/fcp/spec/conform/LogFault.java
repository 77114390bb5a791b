package dev.fcp.spec.conform;

/** One deviation of a log from a correct one, and the clause that it breaks. */
enum LogFault {
  EMPTY_CURSOR_ONE("EL-1", "an empty log has the cursor at 1"),
  UNDO_REMOVES("EL-1", "undo removes the events from the list"),
  REDO_COPIES("EL-1", "redo appends the events a second time"),
  UNDO_TO_REMOVES("EL-1", "undoTo takes the events out of the list"),
  RECENT_TRUNCATES("EL-10", "recent truncates the redo tail"),
  APPEND_STAYS("EL-2", "append does not move the cursor"),
  APPEND_FRONT("EL-2", "append inserts the event before the last one"),
  APPEND_SKIPS_EQUAL("EL-2", "append of an event equal to the last one does nothing"),
  APPEND_KEEPS_TAIL("EL-3", "append inserts the event and keeps the redo tail"),
  APPEND_AT_END("EL-3", "append adds the event after the redo tail"),
  APPEND_CUTS_ONE("EL-3", "append removes only the first undone entry"),
  APPEND_CUTS_TO_SENTINEL(
      "EL-3", "append removes the events of the redo tail and keeps its sentinels"),
  UNDO_OLDEST_FIRST("EL-4", "undo returns the oldest event first"),
  UNDO_OVER_SENTINELS("EL-4", "undo continues over the sentinels before the event"),
  UNDO_CURSOR_BY_ONE("EL-4", "undo of several events moves the cursor by one"),
  UNDO_COUNTS_SENTINELS("EL-5", "undo counts sentinels"),
  UNDO_GIVES_SENTINELS("EL-5", "undo returns the names of sentinels among the events"),
  UNDO_STOPS_AT_SENTINEL("EL-5", "undo does not cross a sentinel"),
  UNDO_TOO_MANY_ERROR("EL-6", "undo of more events than are applied is an error"),
  UNDO_TOO_MANY_NOTHING("EL-6", "undo of more events than are applied returns nothing"),
  UNDO_STOPS_AFTER_FIRST_SENTINEL(
      "EL-6", "undo of all events stops after the sentinels before the first event"),
  REDO_NEWEST_FIRST("EL-7", "redo returns the newest event first"),
  REDO_OVER_SENTINELS("EL-7", "redo continues over the sentinels after the event"),
  REDO_CURSOR_BY_ONE("EL-7", "redo of several events moves the cursor by one"),
  REDO_COUNTS_SENTINELS("EL-8", "redo counts sentinels"),
  REDO_GIVES_SENTINELS("EL-8", "redo returns the names of sentinels among the events"),
  REDO_STOPS_AT_SENTINEL("EL-8", "redo does not cross a sentinel"),
  REDO_TOO_MANY_ERROR("EL-9", "redo of more events than are undone is an error"),
  REDO_TOO_MANY_NOTHING("EL-9", "redo of more events than are undone returns nothing"),
  REDO_LEAVES_LAST_SENTINEL("EL-9", "redo of all events stops before the sentinels at the end"),
  RECENT_NEWEST_FIRST("EL-10", "recent returns the newest event first"),
  RECENT_UNDONE_TOO("EL-10", "recent returns undone events too"),
  RECENT_COUNTS_SENTINELS("EL-10", "recent counts sentinels"),
  RECENT_ZERO_ALL("EL-20", "recent of zero returns all events"),
  RECENT_FIRST("EL-10", "recent returns the first events instead of the last"),
  RECENT_FEW_NOTHING("EL-10", "recent of more events than are applied returns nothing"),
  UNDO_PLAIN_ALL("EL-11", "undo without a count undoes everything"),
  REDO_PLAIN_ALL("EL-11", "redo without a count redoes everything"),
  UNDO_ZERO_ONE("EL-20", "undo of zero undoes one event"),
  REDO_ZERO_ALL("EL-20", "redo of zero redoes everything"),
  UNDO_NEGATIVE_NOTHING("EL-21", "undo of a negative count does nothing"),
  UNDO_NEGATIVE_REDOES("EL-21", "undo of a negative count moves forward"),
  REDO_NEGATIVE_NOTHING("EL-21", "redo of a negative count does nothing"),
  CAN_UNDO_CURSOR("EL-13", "canUndo checks only the cursor"),
  CAN_REDO_CURSOR("EL-13", "canRedo checks only the cursor"),
  CAN_UNDO_OF_UNDONE("EL-13", "canUndo checks all events, undone ones too"),
  TRUNCATE_KEEPS_NAMES("EL-14", "truncate keeps the checkpoints beyond the end"),
  TRUNCATE_NOTHING("EL-14", "truncate does nothing"),
  TRUNCATE_LEAVES_ONE("EL-14", "truncate keeps the first undone entry"),
  DROP_KEEPS_POSITIONS("EL-15", "dropFirst does not adjust the positions"),
  DROP_KEEPS_SENTINELS("EL-15", "dropFirst keeps the sentinels before the first kept event"),
  DROP_FORGETS_NAME_AT_START("EL-15", "dropFirst removes a checkpoint at the new beginning"),
  DROP_UNDONE_TOO("EL-15", "dropFirst drops undone events too"),
  REPLACE_KEEPS_NAMES("EL-16", "replaceLast keeps the checkpoints between the replaced events"),
  REPLACE_FORGETS_END("EL-16", "replaceLast removes the checkpoints at the end"),
  REPLACE_OVER_TAIL("EL-16", "replaceLast truncates a redo tail instead of refusing"),
  REPLACE_ONE_ONLY("EL-16", "replaceLast replaces one event, whatever the count"),
  CHECKPOINT_PAST_SENTINEL("CP-1", "checkpoint stores the position past the sentinel"),
  CHECKPOINT_COUNTS_EVENTS(
      "CP-1", "checkpoint stores the number of events instead of the position"),
  CHECKPOINT_ONE_NAME("CP-1", "checkpoint removes the other checkpoints"),
  UNDO_FORGETS_NAMES("CP-1", "undo removes the checkpoints beyond the cursor"),
  UNDO_TO_FORGETS_NAME("CP-1", "undoTo removes the checkpoint it moved to"),
  CHECKPOINT_NO_SENTINEL("CP-2", "checkpoint adds no sentinel"),
  CHECKPOINT_FRONT("CP-2", "checkpoint inserts the sentinel at the beginning of the list"),
  CHECKPOINT_ONE_SENTINEL("CP-2", "a checkpoint at the position of another one adds no sentinel"),
  CHECKPOINT_CURSOR_BEFORE("CP-3", "checkpoint leaves the cursor before the sentinel"),
  CHECKPOINT_TAIL_APPLIED("EL-1", "checkpoint moves the cursor to the end of the redo tail"),
  CHECKPOINT_TAIL_CUT(
      "CP-4", "checkpoint cuts the redo tail in a log that declares that it keeps it"),
  CHECKPOINT_TAIL_NAMES("CP-1", "checkpoint over a redo tail does not adjust later positions"),
  CHECKPOINT_TAIL_NAMES_ALL(
      "CP-1", "checkpoint over a redo tail also moves the checkpoints at the cursor"),
  UNDO_TO_OLDEST_FIRST("CP-5", "undoTo returns the oldest event first"),
  UNDO_TO_PAST_SENTINEL("CP-5", "undoTo stops past the sentinel"),
  UNDO_TO_GIVES_SENTINELS("CP-5", "undoTo returns the names of sentinels among the events"),
  UNDO_TO_STOPS_AT_SENTINEL("CP-5", "undoTo returns only the events after the last sentinel"),
  UNDO_TO_ONE("CP-5", "undoTo undoes one event"),
  UNDO_TO_EMPTY_NULL("CP-5", "undoTo over no events returns null"),
  UNDO_TO_UNKNOWN_NULL("CP-6", "undoTo of an unknown name returns null"),
  UNDO_TO_UNKNOWN_ALL("CP-6", "undoTo of an unknown name undoes everything"),
  UNDO_TO_AHEAD_ERROR("CP-7", "undoTo of a name ahead is an error"),
  UNDO_TO_AHEAD_MOVES("CP-7", "undoTo of a name ahead moves forward"),
  UNDO_TO_AHEAD_EMPTY("CP-7", "undoTo of a name ahead returns an empty list"),
  UNDO_TO_AT_CURSOR_EMPTY("CP-7", "undoTo of a name at the cursor returns an empty list"),
  UNDO_TO_UNKNOWN_CUTS(
      "EL-1", "undoTo of an unknown name truncates the redo tail, and is an error"),
  APPEND_KEEPS_NAMES("CP-9", "append keeps the checkpoints beyond the new end"),
  APPEND_KEEPS_NAME_ONE_BEYOND("CP-9", "append keeps a checkpoint one position beyond the new end"),
  APPEND_CLAMPS_NAMES("CP-10", "append removes a checkpoint at the new end"),
  REUSE_KEEPS_OLD("CP-14", "a reused name keeps its first position"),
  REUSE_REMOVES_SENTINEL("CP-15", "a reused name loses its older sentinel"),
  REUSE_ERROR("CP-2", "a reused name is an error");

  private final String clause;
  private final String text;

  LogFault(String clause, String text) {
    this.clause = clause;
    this.text = text;
  }

  /** The clause that it breaks first. */
  String clause() {
    return clause;
  }

  /** What the log does. */
  String text() {
    return text;
  }
}

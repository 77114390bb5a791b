package dev.fcp.verbs.tally;

/** An event of a tally. */
public sealed interface TallyEvent {

  /** A thing was added. */
  record Added(String thing, int count) implements TallyEvent {}

  /** A thing was removed. */
  record Removed(String thing, int count) implements TallyEvent {}

  /** The count of a thing was changed. */
  record Counted(String thing, int before, int after) implements TallyEvent {}

  /** The title was changed. */
  record Titled(String before, String after) implements TallyEvent {}
}

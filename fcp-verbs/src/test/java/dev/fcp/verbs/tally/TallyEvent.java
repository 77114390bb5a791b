package dev.fcp.verbs.tally;

/** What can happen to a tally. */
public sealed interface TallyEvent {

  /** A thing is new. */
  record Added(String thing, int count) implements TallyEvent {}

  /** A thing is gone. */
  record Removed(String thing, int count) implements TallyEvent {}

  /** There are more or fewer of a thing. */
  record Counted(String thing, int before, int after) implements TallyEvent {}

  /** The title is another. */
  record Titled(String before, String after) implements TallyEvent {}
}

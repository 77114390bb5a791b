package dev.fcp.spec.journal;

import dev.fcp.spec.KnownFault;

/** One place in which a journal differs from a right one, and the test that finds it out. */
enum JournalFault implements KnownFault {
  NUMBERS_FROM_ZERO("JN-1", "records_are_numbered_from_one", "an append answers the number before"),
  FIRST_NUMBER_ZERO("JN-1", "records_are_numbered_from_one", "the first number is 0"),
  READS_ALL("JN-1", "records_are_read_from_any_number_on", "reading gives all records"),
  READS_BEHIND(
      "JN-1",
      "records_are_read_from_any_number_on",
      "reading from 2 on gives what comes behind record 2"),
  READS_FROM_ZERO(
      "JN-1", "records_are_read_from_any_number_on", "reading from record 0 on is reading all"),
  READS_BEYOND(
      "JN-1",
      "records_are_read_from_any_number_on",
      "reading from beyond the end on gives nothing"),
  READS_NO_END(
      "JN-1",
      "records_are_read_from_any_number_on",
      "reading from just behind the end is an error"),
  APPENDS_ALWAYS(
      "JN-2", "an_append_behind_the_last_record_is_turned_away", "no append is turned away"),
  APPENDS_AHEAD(
      "JN-2",
      "an_append_behind_the_last_record_is_turned_away",
      "an append that expects a later record is taken"),
  APPENDS_AND_REFUSES(
      "JN-2",
      "an_append_behind_the_last_record_is_turned_away",
      "an append that is turned away is written nevertheless"),
  BEHIND_SAYS_EXPECTED(
      "JN-2",
      "an_append_behind_the_last_record_is_turned_away",
      "an append that is turned away is told its own number"),
  EACH_THREAD_COUNTS(
      "JN-2",
      "of_many_who_expect_the_same_number_one_is_written",
      "each thread goes by the last number that it saw itself"),
  SUBMITS_ALWAYS(
      "JN-5",
      "a_record_that_was_handed_over_is_followed_before_it_lasts",
      "no record that is handed over is turned away"),
  SUBMITS_LATE(
      "JN-5",
      "a_record_that_was_handed_over_is_followed_before_it_lasts",
      "a record that was handed over has no place before it lasts"),
  SUBMITS_LOST(
      "JN-5",
      "a_record_that_was_handed_over_is_followed_before_it_lasts",
      "a receipt says that its record is lost"),
  AWAITS_IN_ORDER(
      "JN-5",
      "a_record_that_was_handed_over_is_followed_before_it_lasts",
      "a receipt cannot be awaited behind that of a later record"),
  REOPENS_WITHOUT_LAST(
      "JN-3",
      "what_was_written_is_there_when_it_is_opened_again",
      "the fourth record is gone when it is opened again"),
  REOPENS_SHUFFLED(
      "JN-3",
      "what_was_written_is_there_when_it_is_opened_again",
      "the third and the fourth record change places when it is opened again"),
  REOPENS_WITHOUT_SOURCES(
      "JN-3",
      "the_texts_of_versions_are_there_when_it_is_opened_again",
      "the texts of versions are gone when it is opened again"),
  SOURCE_OF_ANY(
      "JN-3",
      "the_texts_of_versions_are_there_when_it_is_opened_again",
      "an unknown version has a text"),
  GARBLES_HALVES(
      "JN-3",
      "what_was_written_is_there_when_it_is_opened_again",
      "half a character comes back as a question mark"),
  SNAPSHOT_NEAREST(
      "JN-4",
      "snapshots_are_kept_by_their_numbers",
      "a snapshot that is missing is the one before"),
  SNAPSHOT_LATEST(
      "JN-4", "snapshots_are_kept_by_their_numbers", "only the latest snapshot is kept"),
  SNAPSHOTS_DESCEND(
      "JN-4", "snapshots_are_kept_by_their_numbers", "the latest snapshot is listed first"),
  SNAPSHOT_BEYOND(
      "JN-4",
      "snapshots_are_kept_by_their_numbers",
      "a snapshot after a record that is not there is kept"),
  SNAPSHOT_AS_TEXT(
      "JN-4",
      "snapshots_are_kept_by_their_numbers",
      "the model of a snapshot ends at its first zero"),
  PLACES_BEYOND(
      "JN-4",
      "the_places_of_steps_are_told_in_their_order",
      "places beyond the number that was asked for are told"),
  PLACES_BACKWARDS(
      "JN-4", "the_places_of_steps_are_told_in_their_order", "the newest place is told first"),
  PLACES_WITHOUT_PARENT(
      "JN-4", "the_places_of_steps_are_told_in_their_order", "places tell no parents"),
  NAMED_KEEPS_FIRST(
      "JN-14", "named_states_are_kept_by_their_names", "a named state is never replaced"),
  NAMED_ANY("JN-14", "named_states_are_kept_by_their_names", "an unknown name means the last one"),
  NAMED_LOST(
      "JN-14",
      "named_states_are_kept_by_their_names",
      "named states are gone when it is opened again"),
  HOLD_STOPS_OWNER(
      "JN-17",
      "who_holds_a_journal_goes_on_writing",
      "who holds it twice cannot write until both are closed"),
  HOLD_DROPS(
      "JN-17", "who_holds_a_journal_goes_on_writing", "closing a hold takes back the last record"),
  HOLD_CLOSES_ONCE(
      "JN-17", "who_holds_a_journal_goes_on_writing", "closing a hold twice is an error"),
  FLUSHES_ONCE(
      "JN-6", "flushing_and_closing_twice_does_no_harm", "flushing twice writes the record twice"),
  CLOSES_ONCE("JN-6", "flushing_and_closing_twice_does_no_harm", "closing twice empties it");

  private final String clause;
  private final String law;
  private final String text;

  JournalFault(String clause, String law, String text) {
    this.clause = clause;
    this.law = law;
    this.text = text;
  }

  @Override
  public String clause() {
    return clause;
  }

  @Override
  public String law() {
    return law;
  }

  @Override
  public String text() {
    return text;
  }
}

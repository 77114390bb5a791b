package dev.fcp.spec.journal;

import dev.fcp.spec.KnownFault;

/** One place in which a journal differs from a right one, and the test that finds it out. */
enum JournalFault implements KnownFault {
  NUMBERS_FROM_ZERO("JN-1", "records_are_numbered_from_one", "an append answers the number before"),
  FIRST_NUMBER_ZERO("JN-1", "records_are_numbered_from_one", "the first number is 0"),
  READS_ALL("JN-1", "records_are_read_from_any_number", "reading gives all records"),
  READS_BEHIND(
      "JN-1",
      "records_are_read_from_any_number",
      "reading from 2 on gives what comes behind record 2"),
  READS_FROM_ZERO(
      "JN-1", "records_are_read_from_any_number", "reading from record 0 on is reading all"),
  READS_BEYOND(
      "JN-1", "records_are_read_from_any_number", "reading from beyond the end on gives nothing"),
  READS_NO_END(
      "JN-1", "records_are_read_from_any_number", "reading from just behind the end is an error"),
  APPENDS_ALWAYS("JN-2", "an_append_with_a_stale_number_is_refused", "no append is turned away"),
  APPENDS_AHEAD(
      "JN-2",
      "an_append_with_a_stale_number_is_refused",
      "an append that expects a later record is taken"),
  APPENDS_AND_REFUSES(
      "JN-2",
      "an_append_with_a_stale_number_is_refused",
      "an append that is turned away is written nevertheless"),
  BEHIND_SAYS_EXPECTED(
      "JN-2",
      "an_append_with_a_stale_number_is_refused",
      "an append that is turned away is told its own number"),
  EACH_THREAD_COUNTS(
      "JN-2",
      "of_concurrent_appends_with_one_expected_number_one_succeeds",
      "each thread goes by the last number that it saw itself"),
  SUBMITS_ALWAYS(
      "JN-5",
      "a_submitted_record_can_be_followed_before_it_is_durable",
      "no record that is handed over is turned away"),
  SUBMITS_LATE(
      "JN-5",
      "a_submitted_record_can_be_followed_before_it_is_durable",
      "a record that was handed over has no place before it lasts"),
  SUBMITS_LOST(
      "JN-5",
      "a_submitted_record_can_be_followed_before_it_is_durable",
      "a receipt says that its record is lost"),
  AWAITS_IN_ORDER(
      "JN-5",
      "a_submitted_record_can_be_followed_before_it_is_durable",
      "a receipt cannot be awaited behind that of a later record"),
  REOPENS_WITHOUT_LAST(
      "JN-3",
      "records_are_there_after_reopening",
      "the fourth record is gone when it is opened again"),
  REOPENS_SHUFFLED(
      "JN-3",
      "records_are_there_after_reopening",
      "the third and the fourth record change places when it is opened again"),
  REOPENS_WITHOUT_SOURCES(
      "JN-3",
      "sources_are_there_after_reopening",
      "the texts of versions are gone when it is opened again"),
  SOURCE_OF_ANY("JN-3", "sources_are_there_after_reopening", "an unknown version has a text"),
  GARBLES_HALVES(
      "JN-3",
      "records_are_there_after_reopening",
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
      "step_locations_are_listed_in_order",
      "places beyond the number that was asked for are told"),
  PLACES_BACKWARDS("JN-4", "step_locations_are_listed_in_order", "the newest place is told first"),
  PLACES_WITHOUT_PARENT("JN-4", "step_locations_are_listed_in_order", "places tell no parents"),
  NAMED_KEEPS_FIRST(
      "JN-14", "named_states_are_kept_by_their_names", "a named state is never replaced"),
  NAMED_ANY("JN-14", "named_states_are_kept_by_their_names", "an unknown name means the last one"),
  NAMED_LOST(
      "JN-14",
      "named_states_are_kept_by_their_names",
      "named states are gone when it is opened again"),
  HOLD_STOPS_OWNER(
      "JN-17",
      "the_holder_of_the_write_lock_keeps_appending",
      "who holds it twice cannot write until both are closed"),
  HOLD_DROPS(
      "JN-17",
      "the_holder_of_the_write_lock_keeps_appending",
      "closing a hold takes back the last record"),
  HOLD_CLOSES_ONCE(
      "JN-17", "the_holder_of_the_write_lock_keeps_appending", "closing a hold twice is an error"),
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
  public String description() {
    return text;
  }
}

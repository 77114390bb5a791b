package dev.fcp.spec.journal;

import dev.fcp.spec.KnownFault;

/** One deviation of a journal from a correct one, and the test that detects it. */
enum JournalFault implements KnownFault {
  NUMBERS_FROM_ZERO(
      "JN-1", "records_are_numbered_from_one", "an append returns the previous number"),
  FIRST_NUMBER_ZERO("JN-1", "records_are_numbered_from_one", "the first number is 0"),
  READS_ALL("JN-1", "records_are_read_from_any_number", "reading always returns all records"),
  READS_BEHIND(
      "JN-1",
      "records_are_read_from_any_number",
      "reading from number 2 returns the records after record 2"),
  READS_FROM_ZERO(
      "JN-1", "records_are_read_from_any_number", "reading from number 0 reads all records"),
  READS_BEYOND(
      "JN-1", "records_are_read_from_any_number", "reading from beyond the end returns nothing"),
  READS_NO_END(
      "JN-1", "records_are_read_from_any_number", "reading from one past the end is an error"),
  APPENDS_ALWAYS("JN-2", "an_append_with_a_stale_number_is_refused", "no append is refused"),
  APPENDS_AHEAD(
      "JN-2",
      "an_append_with_a_stale_number_is_refused",
      "an append that expects a later record is accepted"),
  APPENDS_AND_REFUSES(
      "JN-2",
      "an_append_with_a_stale_number_is_refused",
      "a refused append is written nevertheless"),
  BEHIND_SAYS_EXPECTED(
      "JN-2",
      "an_append_with_a_stale_number_is_refused",
      "a refused append returns its own expected number"),
  EACH_THREAD_COUNTS(
      "JN-2",
      "of_concurrent_appends_with_one_expected_number_one_succeeds",
      "each thread uses the last number that it saw itself"),
  SUBMITS_ALWAYS(
      "JN-5",
      "a_submitted_record_can_be_followed_before_it_is_durable",
      "no submitted record is refused"),
  SUBMITS_LATE(
      "JN-5",
      "a_submitted_record_can_be_followed_before_it_is_durable",
      "a submitted record has no number before it is durable"),
  SUBMITS_LOST(
      "JN-5",
      "a_submitted_record_can_be_followed_before_it_is_durable",
      "a receipt reports its record as lost"),
  AWAITS_IN_ORDER(
      "JN-5",
      "a_submitted_record_can_be_followed_before_it_is_durable",
      "a receipt cannot be awaited after that of a later record"),
  REOPENS_WITHOUT_LAST(
      "JN-3", "records_are_there_after_reopening", "the fourth record is missing after reopening"),
  REOPENS_SHUFFLED(
      "JN-3",
      "records_are_there_after_reopening",
      "the third and fourth records are swapped after reopening"),
  REOPENS_WITHOUT_SOURCES(
      "JN-3", "sources_are_there_after_reopening", "the sources are missing after reopening"),
  SOURCE_OF_ANY("JN-3", "sources_are_there_after_reopening", "an unknown version has a source"),
  GARBLES_HALVES(
      "JN-3",
      "records_are_there_after_reopening",
      "an unpaired surrogate is read as a question mark"),
  SNAPSHOT_NEAREST(
      "JN-4",
      "snapshots_are_kept_by_their_numbers",
      "for a missing snapshot the previous one is returned"),
  SNAPSHOT_LATEST(
      "JN-4", "snapshots_are_kept_by_their_numbers", "only the latest snapshot is kept"),
  SNAPSHOTS_DESCEND(
      "JN-4", "snapshots_are_kept_by_their_numbers", "the latest snapshot is listed first"),
  SNAPSHOT_BEYOND(
      "JN-4",
      "snapshots_are_kept_by_their_numbers",
      "a snapshot after a record that does not exist is kept"),
  SNAPSHOT_AS_TEXT(
      "JN-4",
      "snapshots_are_kept_by_their_numbers",
      "the model of a snapshot ends at its first zero byte"),
  PLACES_BEYOND(
      "JN-4",
      "step_locations_are_listed_in_order",
      "locations beyond the requested number are listed"),
  PLACES_BACKWARDS(
      "JN-4", "step_locations_are_listed_in_order", "the newest location is listed first"),
  PLACES_WITHOUT_PARENT("JN-4", "step_locations_are_listed_in_order", "locations have no parents"),
  NAMED_KEEPS_FIRST(
      "JN-14", "named_states_are_kept_by_their_names", "a named state is never replaced"),
  NAMED_ANY(
      "JN-14",
      "named_states_are_kept_by_their_names",
      "an unknown name returns the last named state"),
  NAMED_LOST(
      "JN-14", "named_states_are_kept_by_their_names", "named states are missing after reopening"),
  PROJECTION_KEEPS_FIRST(
      "PR-9",
      "values_of_projections_are_kept_by_their_names_until_they_are_deleted",
      "a value of a projection is never replaced"),
  PROJECTION_ANY(
      "PR-9",
      "values_of_projections_are_kept_by_their_names_until_they_are_deleted",
      "an unknown name returns the last value of a projection"),
  PROJECTION_LOST(
      "PR-9",
      "values_of_projections_are_kept_by_their_names_until_they_are_deleted",
      "values of projections are missing after reopening"),
  PROJECTIONS_STAY(
      "PR-11",
      "values_of_projections_are_kept_by_their_names_until_they_are_deleted",
      "values of projections are never deleted"),
  HOLD_STOPS_OWNER(
      "JN-17",
      "the_holder_of_the_write_lock_keeps_appending",
      "a holder of two locks cannot write until both are closed"),
  HOLD_DROPS(
      "JN-17",
      "the_holder_of_the_write_lock_keeps_appending",
      "closing a lock removes the last record"),
  HOLD_CLOSES_ONCE(
      "JN-17", "the_holder_of_the_write_lock_keeps_appending", "closing a lock twice is an error"),
  FLUSHES_ONCE(
      "JN-6", "flushing_and_closing_twice_does_no_harm", "flushing twice writes the record twice"),
  CLOSES_ONCE(
      "JN-6", "flushing_and_closing_twice_does_no_harm", "closing twice empties the journal");

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

package dev.fcp.spec.domains;

import dev.fcp.spec.KnownFault;

/** One deviation of a domain of counters from the correct one, and the law that it breaks. */
enum CounterFault implements KnownFault {
  INVERT_SET_ADDS(
      "DM-1",
      "an_event_inverted_twice_is_the_event",
      "the inverse of a set is an addition of the difference"),
  INVERT_ADDED_SAME(
      "DM-2",
      "an_applied_event_can_be_inverted_exactly",
      "the inverse of an addition is the addition itself"),
  INVERT_SET_SAME(
      "DM-2", "an_applied_event_can_be_inverted_exactly", "the inverse of a set is the set itself"),
  CHECK_TAKES_ALL(
      "DM-2",
      "an_applied_event_can_be_inverted_exactly",
      "the check accepts a set of another counter, which replay refuses"),
  REPLAY_STOPS_AT_BOUND(
      "DM-2",
      "an_applied_event_can_be_inverted_exactly",
      "a sum above the greatest number is clamped"),
  REPLAY_TAKES_REFUSED(
      "DM-3", "a_refused_event_changes_nothing", "replay sets a counter that the check refuses"),
  REPLAY_SKIPS_REFUSED(
      "DM-3", "a_refused_event_changes_nothing", "replay of what the check refuses does nothing"),
  DIFF_OF_EQUALS(
      "DM-4", "a_diff_leads_from_one_model_to_another", "the diff of equal counters is an event"),
  DIFF_SKIPS_SIGN(
      "DM-4",
      "a_diff_leads_from_one_model_to_another",
      "the diff of a number and its negative is empty"),
  DIFF_BACKWARDS(
      "DM-4", "a_diff_leads_from_one_model_to_another", "the diff leads from the end to the start"),
  CODEC_DROPS_SIGN(
      "DM-5", "an_event_survives_a_json_round_trip", "an addition is encoded without its sign"),
  CODEC_READS_UNTYPED(
      "DM-5",
      "an_event_survives_a_json_round_trip",
      "an event without a type is decoded as an addition"),
  CODEC_STUMBLES(
      "DM-5",
      "an_event_survives_a_json_round_trip",
      "an addition without its number throws another kind of exception"),
  CODEC_RENAMES(
      "DM-5",
      "events_are_encoded_as_in_earlier_releases",
      "an addition is encoded with another field name than before"),
  DIGEST_BEHIND(
      "DM-6",
      "the_digest_follows_every_event",
      "the digest of a negative counter is that of another one"),
  DIGEST_SKIPS_SIGN(
      "DM-6",
      "digests_are_equal_exactly_if_the_contents_are",
      "a number and its negative have the same digest"),
  WRITES_NO_SIGN("DM-7", "a_written_file_reads_as_the_model", "a negative number loses its sign"),
  WRITES_WITHOUT_SOURCES(
      "DM-7",
      "a_file_that_was_just_read_is_written_byte_for_byte",
      "a file is written without its source"),
  READS_SHORT_SOURCE(
      "DM-7",
      "a_file_that_was_just_read_is_written_byte_for_byte",
      "the source of a file lacks the white space around the number"),
  READ_STUMBLES(
      "DM-7",
      "a_damaged_file_is_read_or_refused",
      "reading a file without a number throws an exception"),
  MODEL_CODEC_SHORT(
      "DM-8",
      "a_model_survives_a_binary_round_trip",
      "a model is encoded in two of its four bytes"),
  MODEL_CODEC_STUMBLES(
      "DM-8",
      "a_model_survives_a_binary_round_trip",
      "too few bytes of a model throw another kind of exception"),
  TOUCHES_NOTHING(
      "DM-9",
      "an_event_changes_exactly_the_units_it_declares",
      "an addition declares that it writes nothing"),
  TOUCHES_ANOTHER(
      "DM-9",
      "an_event_changes_exactly_the_units_it_declares",
      "an addition declares that it writes another unit"),
  SPLIT_LEAVES_ALL(
      "DM-10",
      "an_event_without_some_units_keeps_the_others",
      "without its only unit, an event is unchanged"),
  SPLIT_LEAVES_NONE(
      "DM-10",
      "an_event_without_some_units_keeps_the_others",
      "without no unit, an event is removed"),
  MERGE_KEEPS_FIRST(
      "DM-11", "a_merged_event_has_the_effect_of_both", "two additions merge to the first"),
  MERGE_BEGINS_BETWEEN(
      "DM-11",
      "a_merged_event_has_the_effect_of_both",
      "two sets merge to one with the old value of the second"),
  MERGE_CANCELS_EQUALS(
      "DM-11", "a_merged_event_has_the_effect_of_both", "two equal additions merge to nothing"),
  DEPENDENTS_INVENTED(
      "DM-12",
      "the_dangling_references_of_an_event_are_complete",
      "a set reports a missing reference"),
  EFFECT_CREATES(
      "DM-13",
      "an_event_creates_modifies_or_deletes",
      "a set declares that it creates the counter"),
  REBASE_GOES_BACK(
      "DM-14",
      "an_event_can_be_rebased_onto_another_model",
      "a set rebased onto another counter sets the old value"),
  REBASE_AGAIN(
      "DM-14",
      "an_event_can_be_rebased_onto_another_model",
      "a set rebased onto a counter with its number is still an event"),
  INVERT_SUBTRACTS_MORE(
      "DM-16",
      "an_applied_event_can_be_inverted_exactly",
      "the inverse of an addition subtracts one more"),
  REPLAY_SKIPS_INVERTED(
      "DM-17",
      "an_undone_event_can_be_replayed_across_checkpoints",
      "an addition that was inverted is not added again"),
  CODEC_NUMBERS_TYPES(
      "DM-18", "the_type_of_an_event_identifies_it", "the type of an addition is a number"),
  CODEC_READS_ANY_TYPE(
      "DM-18",
      "the_type_of_an_event_identifies_it",
      "an addition is decoded as one whatever its type is"),
  FAILS_FOREVER(
      "SE-8",
      "a_session_stays_consistent_when_a_domain_call_fails",
      "a check without its replay makes the next replay fail");

  private final String clause;
  private final String law;
  private final String text;

  CounterFault(String clause, String law, String text) {
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

-- The same checks, cheaper: each statement that changes a row reads and evaluates all of them, and a
-- regular expression with a bound such as {64} cost more than the rest of the insertion.

ALTER TABLE worlds DROP CONSTRAINT slug_is_plain, ADD CONSTRAINT slug_is_plain
  CHECK (slug ~ '^[a-z0-9]+(-+[a-z0-9]+)*$' AND length(slug) <= 100);

ALTER TABLE attempts DROP CONSTRAINT committed_has_its_turn, ADD CONSTRAINT committed_has_its_turn
  CHECK (num_nulls(produced_turn, produced_turn_ref, committed_at, content_hash)
      = CASE status WHEN 'committed' THEN 0 ELSE 4 END
    AND produced_turn = attempted_turn);

ALTER TABLE attempts DROP CONSTRAINT produced_turn_ref_fits, ADD CONSTRAINT produced_turn_ref_fits
  CHECK (produced_turn_ref
    = 'turn_' || lpad(produced_turn::text, greatest(6, length(produced_turn::text)), '0'));

ALTER TABLE world_turns DROP CONSTRAINT hash_is_sha_256, ADD CONSTRAINT hash_is_sha_256
  CHECK (state_hash ~ '^[0-9a-f]+$' AND length(state_hash) = 64);

ALTER TABLE world_turns DROP CONSTRAINT turn_ref_fits, ADD CONSTRAINT turn_ref_fits
  CHECK (turn_ref = 'turn_' || lpad(turn::text, greatest(6, length(turn::text)), '0'));

ALTER TABLE world_audit_events DROP CONSTRAINT turn_ref_fits, ADD CONSTRAINT turn_ref_fits
  CHECK (turn_ref = 'turn_' || lpad(turn::text, greatest(6, length(turn::text)), '0'));

ALTER TABLE vault_events
  DROP CONSTRAINT id_is_that_of_an_event, ADD CONSTRAINT id_is_that_of_an_event
  CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]+#[0-9]+$' AND strpos(id, '#') = 27);

-- The attempt of an event is one of its world.
ALTER TABLE world_audit_events DROP CONSTRAINT world_audit_events_world_id_fkey;

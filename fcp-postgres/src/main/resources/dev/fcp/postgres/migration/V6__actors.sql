-- Who made an event, so that one query shows who did what under which component.

ALTER TABLE world_audit_events ADD COLUMN actor text;

-- Events of before have the actor of the origin of their step, if their attempt made that step and
-- was committed; all others have the worker of their attempt. Records with an escaped U+0000 or
-- surrogate, which the functions for json refuse, are not read.
UPDATE world_audit_events AS changed SET actor = coalesce(known.actor, made.worker_id)
FROM world_audit_events AS event
JOIN attempts AS made ON made.id = event.attempt_id
LEFT JOIN (
  SELECT worlds.id AS world_id, given.step ->> 'id' AS id,
    given.step -> 'origin' ->> 'session' AS attempt,
    nullif(given.step -> 'origin' ->> 'actor', '') AS actor
  FROM worlds JOIN records ON records.document_id = worlds.document_id
  CROSS JOIN LATERAL json_array_elements(
    CASE WHEN record::text ~ '\\u(0000|[dD][89a-fA-F])' THEN '[]' ELSE record -> 'steps' END)
    AS given (step)) AS known
  ON known.world_id = event.world_id AND known.id = event.step
    AND known.attempt = event.attempt_id::text
WHERE changed.world_id = event.world_id AND changed.world_event_seq = event.world_event_seq;

ALTER TABLE world_audit_events ALTER COLUMN actor SET NOT NULL,
  ADD CONSTRAINT actor_is_not_empty CHECK (actor <> '');

-- A check that is neither true nor false lets a row pass, so these say what must be true.

ALTER TABLE worlds DROP CONSTRAINT created_from_is_known, ADD CONSTRAINT created_from_is_known
  CHECK ((created_from_ref ->> 'kind' IN ('name', 'hash', 'inline_data', 'fork')
    AND created_from_ref ? 'input'
    AND (created_from_ref ->> 'input' IS NULL) = (created_from_ref ->> 'kind' = 'inline_data')
    AND created_from_ref ->> 'resolved_hash' = scenario_hash
    AND created_from_ref - '{kind,input,resolved_hash}'::text[] = '{}') IS TRUE);

ALTER TABLE worlds DROP CONSTRAINT deleted_has_its_reason, ADD CONSTRAINT deleted_has_its_reason
  CHECK ((status = 'deleted') = (deleted_reason IS NOT NULL) AND deleted_reason <> '');

ALTER TABLE attempts DROP CONSTRAINT failed_has_its_reason, ADD CONSTRAINT failed_has_its_reason
  CHECK ((status IN ('failed', 'interrupted')) = (failure_reason IS NOT NULL)
    AND failure_reason <> '');

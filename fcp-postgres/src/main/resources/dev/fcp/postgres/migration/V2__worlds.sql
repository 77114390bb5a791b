-- Worlds: documents with numbered turns. docs/worlds.md draws and explains these tables.

-- The journal of a world is changed by the commits of its attempts only, so it is no document that
-- other commands find; a world and a document may have the same name.
ALTER TABLE documents ADD COLUMN is_world boolean NOT NULL DEFAULT false;
ALTER TABLE documents DROP CONSTRAINT documents_name_key;
ALTER TABLE documents ADD CONSTRAINT names_are_unique UNIQUE (name, is_world);

-- What agents run under, such as a prompt or a schema; found by the SHA-256 of its canonical JSON.
CREATE TABLE components (
  kind       text        NOT NULL CONSTRAINT kind_is_not_empty CHECK (kind <> ''),
  hash       text        NOT NULL CONSTRAINT hash_is_sha_256 CHECK (hash ~ '^[0-9a-f]{64}$'),
  content    jsonb       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, hash)
);

CREATE TABLE scenarios (
  hash       text        PRIMARY KEY CONSTRAINT hash_is_sha_256 CHECK (hash ~ '^[0-9a-f]{64}$'),
  name       text        UNIQUE,
  data       jsonb       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE worlds (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug              text        NOT NULL UNIQUE
                    CONSTRAINT slug_is_plain CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?$'),
  name              text        NOT NULL,
  document_id       bigint      NOT NULL UNIQUE REFERENCES documents,
  scenario_hash     text        NOT NULL REFERENCES scenarios,
  -- {kind: name|hash|inline_data|fork, input, resolved_hash}; input is null for inline data.
  created_from_ref  jsonb       NOT NULL,
  status            text        NOT NULL DEFAULT 'active'
                    CONSTRAINT status_is_known CHECK (status IN ('active', 'deleted')),
  created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_at        timestamptz,
  deleted_reason    text,
  current_turn      bigint      NOT NULL DEFAULT 0,
  active_attempt_id uuid,
  -- What the active attempt must be: these columns make it a foreign key.
  active_status     text   GENERATED ALWAYS AS
                    (CASE WHEN active_attempt_id IS NOT NULL THEN 'running' END) STORED,
  next_turn         bigint GENERATED ALWAYS AS (current_turn + 1) STORED,
  next_event_seq    bigint      NOT NULL DEFAULT 1
                    CONSTRAINT event_seq_begins_with_one CHECK (next_event_seq >= 1),
  CONSTRAINT deleted_has_its_time CHECK ((status = 'deleted') = (deleted_at IS NOT NULL)),
  CONSTRAINT deleted_has_its_reason CHECK ((status = 'deleted') = (deleted_reason IS NOT NULL)),
  CONSTRAINT deleted_is_idle CHECK (status = 'active' OR active_attempt_id IS NULL),
  CONSTRAINT created_from_is_known CHECK (
    created_from_ref ->> 'kind' IN ('name', 'hash', 'inline_data', 'fork')
    AND created_from_ref ? 'input'
    AND created_from_ref ->> 'resolved_hash' = scenario_hash)
);

CREATE INDEX worlds_by_scenario ON worlds (scenario_hash, status);

CREATE TABLE attempts (
  id                uuid        PRIMARY KEY,
  world_id          bigint      NOT NULL REFERENCES worlds,
  status            text        NOT NULL DEFAULT 'running',
  worker_id         text        NOT NULL CONSTRAINT worker_is_not_empty CHECK (worker_id <> ''),
  turn_before       bigint      NOT NULL CONSTRAINT turns_begin_with_zero CHECK (turn_before >= 0),
  attempted_turn    bigint      NOT NULL,
  produced_turn     bigint,
  produced_turn_ref text,
  progress          text,
  failure_reason    text,
  -- {steps, events, created, modified, deleted}: what the attempt did, as counts.
  delta             jsonb,
  -- The SHA-256 of what was committed, so that the same commit can be repeated.
  content_hash      text,
  enqueued_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  heartbeat_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at        timestamptz NOT NULL,
  ended_at          timestamptz,
  committed_at      timestamptz,
  -- What worlds, turns and events refer to: an attempt of the same world, with this status and turn.
  UNIQUE (world_id, id, status, attempted_turn),
  CONSTRAINT status_is_known CHECK (status IN ('running', 'committed', 'failed', 'interrupted')),
  CONSTRAINT attempted_is_the_next_turn CHECK (attempted_turn = turn_before + 1),
  CONSTRAINT running_has_not_ended CHECK ((status = 'running') = (ended_at IS NULL)),
  CONSTRAINT committed_has_its_turn CHECK (
    (status = 'committed') = (produced_turn IS NOT NULL)
    AND (status = 'committed') = (produced_turn_ref IS NOT NULL)
    AND (status = 'committed') = (committed_at IS NOT NULL)
    AND (status = 'committed') = (content_hash IS NOT NULL)
    AND (produced_turn IS NULL OR produced_turn = attempted_turn)),
  CONSTRAINT produced_turn_ref_fits CHECK (
    produced_turn_ref = 'turn_'
      || CASE WHEN produced_turn < 1000000 THEN lpad(produced_turn::text, 6, '0')
         ELSE produced_turn::text END),
  CONSTRAINT failed_has_its_reason CHECK (
    (status IN ('failed', 'interrupted')) = (failure_reason IS NOT NULL)),
  CONSTRAINT times_ascend CHECK (ended_at >= started_at AND started_at >= enqueued_at)
);

-- Two attempts of one world never run at the same time.
CREATE UNIQUE INDEX one_running_attempt ON attempts (world_id) WHERE status = 'running';
CREATE INDEX running_attempts_of_worker ON attempts (worker_id) WHERE status = 'running';
CREATE INDEX attempts_by_start ON attempts (world_id, started_at, id);

CREATE TABLE world_turns (
  world_id        bigint      NOT NULL REFERENCES worlds,
  turn            bigint      NOT NULL CONSTRAINT turns_begin_with_zero CHECK (turn >= 0),
  turn_ref        text        NOT NULL CONSTRAINT turn_ref_fits CHECK (
    turn_ref = 'turn_' || CASE WHEN turn < 1000000 THEN lpad(turn::text, 6, '0') ELSE turn::text END),
  -- The entities of the world, without the content of its scenario: a cache of the journal.
  state           jsonb       NOT NULL,
  state_hash      text        NOT NULL CONSTRAINT hash_is_sha_256 CHECK (state_hash ~ '^[0-9a-f]{64}$'),
  simulation_time bigint      NOT NULL,
  entity_count    bigint      NOT NULL CONSTRAINT count_is_not_negative CHECK (entity_count >= 0),
  attempt_id      uuid,
  attempt_status  text        GENERATED ALWAYS AS
                  (CASE WHEN attempt_id IS NOT NULL THEN 'committed' END) STORED,
  -- The last record of the journal that belongs to the turn, and the step at its cursor.
  last_record     bigint      NOT NULL,
  head_step       text,
  committed_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (world_id, turn),
  CONSTRAINT only_the_seed_has_no_attempt CHECK ((turn = 0) = (attempt_id IS NULL)),
  CONSTRAINT turn_has_its_attempt FOREIGN KEY (world_id, attempt_id, attempt_status, turn)
    REFERENCES attempts (world_id, id, status, attempted_turn) DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX turns_by_simulation_time ON world_turns (world_id, simulation_time, turn);

-- A world points to a turn of its own, and to the attempt of its own that runs at the next turn.
ALTER TABLE worlds
  ADD CONSTRAINT current_turn_exists FOREIGN KEY (id, current_turn)
    REFERENCES world_turns (world_id, turn) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT active_attempt_runs FOREIGN KEY (id, active_attempt_id, active_status, next_turn)
    REFERENCES attempts (world_id, id, status, attempted_turn) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE attempts
  ADD CONSTRAINT produced_turn_exists FOREIGN KEY (world_id, produced_turn)
    REFERENCES world_turns (world_id, turn) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE world_audit_events (
  world_id        bigint      NOT NULL REFERENCES worlds,
  world_event_seq bigint      NOT NULL CONSTRAINT seq_begins_with_one CHECK (world_event_seq >= 1),
  turn            bigint      NOT NULL CONSTRAINT events_have_an_attempt CHECK (turn >= 1),
  turn_ref        text        NOT NULL CONSTRAINT turn_ref_fits CHECK (
    turn_ref = 'turn_' || CASE WHEN turn < 1000000 THEN lpad(turn::text, 6, '0') ELSE turn::text END),
  attempt_id      uuid        NOT NULL,
  attempt_status  text        NOT NULL
                  CONSTRAINT attempt_has_ended CHECK (attempt_status IN ('committed', 'failed')),
  simulation_time bigint      NOT NULL,
  type            text        NOT NULL CONSTRAINT type_is_not_empty CHECK (type <> ''),
  entity_id       text,
  profile_label   text,
  -- The step of the journal that contains the event; null for events that changed nothing.
  step            text,
  event           jsonb       NOT NULL,
  occurred_at     timestamptz NOT NULL,
  PRIMARY KEY (world_id, world_event_seq),
  CONSTRAINT event_has_its_attempt FOREIGN KEY (world_id, attempt_id, attempt_status, turn)
    REFERENCES attempts (world_id, id, status, attempted_turn) DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX audit_by_type ON world_audit_events (world_id, type, world_event_seq);
CREATE INDEX audit_by_turn ON world_audit_events (world_id, turn, world_event_seq);

CREATE TABLE world_audit_event_entities (
  world_id        bigint NOT NULL,
  entity_id       text   NOT NULL,
  world_event_seq bigint NOT NULL,
  role            text   NOT NULL
                  CONSTRAINT role_is_known CHECK (role IN ('subject', 'touched', 'mentioned')),
  PRIMARY KEY (world_id, entity_id, world_event_seq, role),
  FOREIGN KEY (world_id, world_event_seq) REFERENCES world_audit_events
);

CREATE INDEX entities_of_event ON world_audit_event_entities (world_id, world_event_seq);

CREATE TABLE world_audit_event_components (
  world_id        bigint NOT NULL,
  world_event_seq bigint NOT NULL,
  kind            text   NOT NULL,
  hash            text   NOT NULL,
  PRIMARY KEY (kind, hash, world_id, world_event_seq),
  FOREIGN KEY (kind, hash) REFERENCES components,
  FOREIGN KEY (world_id, world_event_seq) REFERENCES world_audit_events
);

CREATE INDEX components_of_event ON world_audit_event_components (world_id, world_event_seq);

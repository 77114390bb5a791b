-- The events of documents in files and folders, mirrored for other programs. docs/postgres.md
-- explains this table; the history beside the files stays the truth.

CREATE TABLE vault_events (
  -- The ULID of the step and the index of the event in it, such as 01JDM3Z0Q8W6N5S2T4R7V9XYZA#0.
  id          text        PRIMARY KEY
              CONSTRAINT id_is_that_of_an_event CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}#[0-9]+$'),
  -- Empty if it is unknown.
  session_id  text        NOT NULL,
  message_id  text        CONSTRAINT message_is_not_empty CHECK (message_id <> ''),
  event_type  text        NOT NULL CONSTRAINT type_is_a_name CHECK (event_type ~ '^[^[:space:]]+$'),
  entity_type text        NOT NULL,
  entity_id   text        NOT NULL,
  status      text        NOT NULL
              CONSTRAINT status_is_known CHECK (status IN ('pending', 'applied', 'failed')),
  -- The event; of an event that jsonb cannot hold, its JSON as one string.
  payload     jsonb       NOT NULL
              CONSTRAINT payload_is_an_event CHECK (jsonb_typeof(payload) IN ('object', 'string')),
  -- When the step was made.
  created_at  timestamptz NOT NULL
);

CREATE INDEX vault_events_by_session ON vault_events (session_id, created_at DESC, id DESC);
CREATE INDEX vault_events_by_message ON vault_events (message_id, created_at DESC, id DESC);
CREATE INDEX pending_vault_events ON vault_events (status, created_at) WHERE status = 'pending';

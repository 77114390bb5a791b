-- The journals of documents. docs/postgres.md draws and explains these tables.

CREATE TABLE documents (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name         text        NOT NULL UNIQUE,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  first_number bigint      NOT NULL DEFAULT 1,
  last_number  bigint      NOT NULL DEFAULT 0,
  -- The lease: who alone may append, and until when by the clock of the database.
  lease_token  uuid,
  lease_owner  text,
  lease_until  timestamptz,
  CONSTRAINT first_is_at_most_one_past_last
    CHECK (first_number >= 1 AND first_number <= last_number + 1),
  CONSTRAINT lease_is_whole_or_absent
    CHECK ((lease_token IS NULL) = (lease_owner IS NULL)
       AND (lease_token IS NULL) = (lease_until IS NULL))
);

CREATE TABLE sources (
  document_id bigint      NOT NULL REFERENCES documents ON DELETE CASCADE,
  hash        text        NOT NULL CONSTRAINT hash_is_sha_256 CHECK (hash ~ '^[0-9a-f]{64}$'),
  bytes       bytea       NOT NULL,
  stored_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (document_id, hash)
);

CREATE TABLE records (
  document_id bigint      NOT NULL REFERENCES documents ON DELETE CASCADE,
  number      bigint      NOT NULL CONSTRAINT numbers_begin_with_one CHECK (number >= 1),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- CRC32C of the bytes of the record in UTF-8.
  checksum    integer     NOT NULL,
  source_hash text,
  -- Of type json, which keeps the text as it is: jsonb allows neither U+0000 nor lone surrogates.
  record      json        NOT NULL,
  PRIMARY KEY (document_id, number),
  FOREIGN KEY (document_id, source_hash) REFERENCES sources (document_id, hash)
);

CREATE INDEX records_by_source ON records (document_id, source_hash)
  WHERE source_hash IS NOT NULL;

-- Only these rows can be deleted without a loss: they are derived from the records.
CREATE TABLE snapshots (
  document_id bigint      NOT NULL REFERENCES documents ON DELETE CASCADE,
  kind        text        NOT NULL CONSTRAINT kind_is_known CHECK (kind IN ('state', 'index')),
  number      bigint      NOT NULL,
  written_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- CRC32C of the model, then of the bytes of the state in UTF-8.
  checksum    integer     NOT NULL,
  state       json        NOT NULL,
  model       bytea       NOT NULL,
  PRIMARY KEY (document_id, kind, number)
);

CREATE TABLE named_states (
  document_id bigint      NOT NULL REFERENCES documents ON DELETE CASCADE,
  -- As a JSON string, which can hold every name.
  name        text        NOT NULL,
  number      bigint      NOT NULL,
  written_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  checksum    integer     NOT NULL,
  state       json        NOT NULL,
  model       bytea       NOT NULL,
  PRIMARY KEY (document_id, name)
);

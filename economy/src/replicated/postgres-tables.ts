import type { Client } from 'pg'

/** Number of an advisory lock. No other lock has it. */
const creationLock = 7_305_211

/**
 * `ledger_epoch` is apart from the writer's renewals, because each append locks its row against a new epoch. Lines are text of
 * random ids and would gain little from compression.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS ledger_epoch (
    is_only boolean PRIMARY KEY CHECK (is_only), epoch bigint NOT NULL, is_open boolean NOT NULL DEFAULT true
  );
  CREATE TABLE IF NOT EXISTS ledger_writer (
    is_only boolean PRIMARY KEY CHECK (is_only), epoch bigint NOT NULL, address text NOT NULL, renewed_at timestamptz NOT NULL
  );
  CREATE TABLE IF NOT EXISTS ledger_batches (
    sequence bigint PRIMARY KEY, epoch bigint NOT NULL, ends_at bigint NOT NULL UNIQUE, hash bytea NOT NULL,
    lines bytea NOT NULL
  );
  ALTER TABLE ledger_batches ALTER COLUMN lines SET STORAGE EXTERNAL;
  INSERT INTO ledger_epoch VALUES (true, 0) ON CONFLICT DO NOTHING;
  INSERT INTO ledger_writer VALUES (true, 0, '', 'epoch') ON CONFLICT DO NOTHING;
`

/** Creates the tables if necessary. Otherwise it writes nothing, so it does not wait while commits do. */
export async function createTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('ledger_batches') IS NOT NULL AS exists",
  )
  if (rows[0]?.exists === true) return
  await client.query(
    `BEGIN; SELECT pg_advisory_xact_lock(${creationLock}); SET LOCAL client_min_messages = error; ${tables} COMMIT`,
  )
}

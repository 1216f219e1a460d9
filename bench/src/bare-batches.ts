import type pg from 'pg'

/** Creates the table to which the peers of a replicated ledger commit their batches. */
export const createBatchTable = (client: pg.Client) =>
  client.query('CREATE TABLE bench_batches (sequence bigserial PRIMARY KEY, lines bytea NOT NULL)')

/** Commits a batch, and does nothing else. */
export const commitBatch = (client: pg.Client, lines: Buffer) =>
  client.query({ name: 'commit', text: 'INSERT INTO bench_batches (lines) VALUES ($1)', values: [lines] })

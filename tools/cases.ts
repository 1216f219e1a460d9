import { configureGlobal } from 'fast-check'

/**
 * Seeds model tests and hostile input. Every run has the same cases, so a new failure comes from a change.
 * `SEED=2 npm test -- 'unit and integration'` runs others.
 */
configureGlobal({ seed: Number(process.env.SEED ?? 1) })

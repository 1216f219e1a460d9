import { configureGlobal } from 'fast-check'

/**
 * Seeds model tests and hostile input. Every run has the same cases, so a new failure comes from a change.
 * `SEED=2 npm test -- 'unit and integration'` runs others.
 */
configureGlobal({ seed: Number(process.env.SEED ?? 1) })

/**
 * Returns the number of cases of a property test that is expensive: the first ones in `npm test`, and all of them in
 * `npm run faults`, which sets `ALL_CASES`.
 */
export const cases = (first: number, all: number): number => (process.env.ALL_CASES ? all : first)

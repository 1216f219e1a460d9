import { configureGlobal } from 'fast-check'

/**
 * Model tests and hostile input: the same cases in every run, so that what fails is what was changed.
 * `SEED=2 npm test "unit and integration"` tries others.
 */
configureGlobal({ seed: Number(process.env.SEED ?? 1) })

import { versionLifetime } from '../rules.ts'

/** A value of an entry that is kept. */
export interface KeptValue {
  version: number
  written: number
  /** When it is removed, a fixed time after the change that has replaced it. Null: it is the current one. */
  expires: number | null
}

/** The state of an entry at a moment. */
export type StateAt = { known: 'value'; version: number } | { known: 'absent' } | { known: 'nothing' }

/**
 * Finds the state of an entry at a moment by the values that are kept. Several writes within an hour leave no value of the time between
 * them. A deletion always leaves the value before it, so an entry without a value before it was created did not exist.
 *
 * @param entry the entry or its tombstone
 * @param values the kept ones, the oldest first
 */
export function stateAt(
  entry: { created: number; updated: number; deleted: number },
  values: readonly KeptValue[],
  moment: number,
): StateAt {
  const valid = values.find(
    ({ written, expires }) => written <= moment && (expires === null || moment < expires - versionLifetime),
  )
  if (valid) return { known: 'value', version: valid.version }
  if (entry.deleted === 1 && moment >= entry.updated) return { known: 'absent' }
  if (moment >= entry.created) return { known: 'nothing' }
  const next = values.find(({ written }) => written > moment)
  // A value of an earlier entry with this name does not say when that entry was created.
  return next === undefined || next.written >= entry.created ? { known: 'absent' } : { known: 'nothing' }
}

import { Refused } from '../../foundation/errors.ts'
import { storedNumberOf } from '../rules.ts'

/** A condition on an entry that a change of it needs. */
export interface Condition {
  /** Its version. */
  ifVersion?: string | undefined
  /** It has no value. */
  ifAbsent?: boolean | undefined
}

/** A change of an entry. */
export type Change = Condition &
  /** `keeps`: the value before it stays as a version, however short it was there. */
  (
    | { op: 'put'; json: string; players?: readonly number[] | undefined; keeps?: boolean | undefined }
    | { op: 'increment'; by: number; players?: readonly number[] | undefined }
    | { op: 'delete' }
  )

/** The present version of an entry. 0: it has no value. */
export const meetsCondition = ({ ifVersion, ifAbsent }: Condition, version: number): boolean =>
  (ifAbsent !== true || version === 0) &&
  (ifVersion === undefined || (version > 0 && ifVersion === String(version)))

/**
 * Returns the value that a change gives an entry. Null: none.
 *
 * @param present JSON of the present value. Null: none
 * @throws Refused `conflict`: an increment of another value than a whole number, or beyond the numbers that stay exact
 */
export function valueAfter(change: Change, present: string | null): string | null {
  if (change.op === 'delete') return null
  if (change.op === 'put') return change.json
  const number = present === null ? 0 : storedNumberOf(present)
  if (number === null) throw new Refused('data.not_number')
  const next = number + change.by
  if (!Number.isSafeInteger(next)) throw new Refused('data.number_range')
  return String(next)
}

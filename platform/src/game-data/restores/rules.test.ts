import { minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { versionLifetime } from '../rules.ts'
import { stateAt } from './rules.ts'

const at = (minutes: number) => minutes * minute
/** A value that was written and replaced after these minutes. */
const value = (version: number, written: number, replaced: number | null) => ({
  version,
  written: at(written),
  expires: replaced === null ? null : at(replaced) + versionLifetime,
})
const present = { created: at(10), updated: at(70), deleted: 0 }

test.each([
  ['the current value', present, [value(1, 10, 65), value(2, 70, null)], 75, { known: 'value', version: 2 }],
  ['an earlier value', present, [value(1, 10, 65), value(2, 70, null)], 64, { known: 'value', version: 1 }],
  ['a value that is not kept', present, [value(1, 10, 65), value(2, 70, null)], 67, { known: 'nothing' }],
  ['no value before the first', present, [value(1, 10, 65), value(2, 70, null)], 9, { known: 'absent' }],
  [
    'no value of a deleted entry',
    { created: at(10), updated: at(70), deleted: 1 },
    [value(1, 10, 70)],
    71,
    { known: 'absent' },
  ],
  [
    'the value before a deletion',
    { created: at(10), updated: at(70), deleted: 1 },
    [value(1, 10, 70)],
    69,
    { known: 'value', version: 1 },
  ],
  [
    'no value between a deletion and the next entry',
    { created: at(80), updated: at(80), deleted: 0 },
    [value(1, 10, 70), value(2, 80, null)],
    75,
    { known: 'absent' },
  ],
  [
    'nothing certain before the first kept value of an earlier entry',
    { created: at(80), updated: at(80), deleted: 0 },
    [value(1, 10, 70), value(2, 80, null)],
    5,
    { known: 'nothing' },
  ],
] as const)('finds %s', (_, entry, values, moment, state) => {
  expect(stateAt(entry, values, at(moment))).toEqual(state)
})

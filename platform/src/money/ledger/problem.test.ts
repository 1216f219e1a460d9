import { expect, test } from 'vitest'
import { englishOf } from '../../foundation/problem.ts'
import { otherLedger } from './known-ledger.ts'
import { ledgerProblem } from './problem.ts'

test.each([
  [
    'insufficient balance: balance was 5.000000 unit, at least 7.500000 unit is required',
    { code: 'economy.balance_too_low', values: { balance: '5.000000', needed: '7.500000' } },
  ],
  ['Next stipend not available yet', { code: 'economy.stipend_not_due', values: {} }],
  ['mint would exceed the maximum supply', { code: 'economy.supply_exceeded', values: {} }],
  ['Cannot connect to Economy service', { code: 'economy.unavailable', values: {} }],
  [otherLedger, { code: 'economy.other_ledger', values: {} }],
  [
    'the sender {must} differ <from> the recipient',
    {
      code: 'economy.refused',
      values: { message: 'the sender {must} differ <from> the recipient' },
    },
  ],
])('the reason "%s" has a code, and the same text in English', (reason, problem) => {
  expect(ledgerProblem(reason)).toEqual(problem)
  expect(englishOf(ledgerProblem(reason))).toBe(reason)
})

import { expect, test } from 'vitest'
import { failing } from '../testing/failing-disk.ts'
import { quietly, submitted, temporaryLedger } from '../testing/service.ts'
import type { Outcome } from './batch.ts'
import type { Proposal } from './event.ts'
import { openLedger } from './file/open.ts'

test('reveals neither an event before it is on disk nor a refusal because of one', async () => {
  const settled: Outcome[] = []
  const opened = await openLedger(temporaryLedger(), quietly)
  const submit = (proposal: Proposal) =>
    submitted(opened.ledger, { proposal }).then((outcome) => settled.push(outcome))
  const all = Promise.all([
    submit({ Type: 'Mint', To: 'a', Amount: 5n, Note: 'n' }),
    submit({ Type: 'Burn', From: 'a', Amount: 6n, Note: 'n', Link: 'l' }),
  ])
  // The batch is decided in the next turn of the event loop; its write takes several.
  await new Promise(setImmediate)
  expect([settled, opened.book.balance('a')]).toEqual([[], 0n])
  await all
  expect([settled[0], opened.book.balance('a')]).toEqual(['accepted', 5n])
  await opened.close()
  expect(await submitted(opened.ledger, { proposal: { Type: 'Mint', To: 'a', Amount: 5n, Note: 'n' } })).toBe(
    'closed',
  )
})

test('decides submissions again when many accounts took part in the batch before them', async () => {
  const opened = await openLedger(temporaryLedger(), quietly)
  const mint = (To: string) =>
    submitted(opened.ledger, { proposal: { Type: 'Mint', To, Amount: 5n, Note: 'n' } })
  const burn = () =>
    submitted(opened.ledger, { proposal: { Type: 'Burn', From: '1', Amount: 4n, Note: 'n', Link: 'l' } })
  const minted = Array.from({ length: 11_000 }, (_, user) => mint(String(user)))
  // From now on, they are being written.
  await new Promise(setImmediate)
  const first = burn()
  expect(new Set(await Promise.all(minted))).toEqual(new Set(['accepted']))
  // The first one is being written now.
  const second = burn()
  expect(await first).toBe('accepted')
  expect(textOf(await second)).toMatch('insufficient balance')
  expect(opened.book.balance('1')).toBe(1n)
  await opened.close()
})

test('pays one of a hundred simultaneous stipend claims, even if the clock goes back', async () => {
  const path = temporaryLedger()
  let now = 1_700_000_000_000
  const claim = {
    proposal: { Type: 'Mint' as const, To: 'a', Amount: 10_000_000n, Note: 'Stipend' },
    stipendIntervalMs: 43_200_000,
  }
  const first = await openLedger(path, { ...quietly, now: () => now })
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => submitted(first.ledger, claim)))
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  now -= 86_400_000
  expect(textOf(await submitted(first.ledger, claim))).toBe('Next stipend not available yet')
  await first.close()
  const second = await openLedger(path, { ...quietly, now: () => now })
  now += 86_400_000 + 43_200_000
  expect(textOf(await submitted(second.ledger, claim))).toBe('Next stipend not available yet')
  now += 1
  expect(await submitted(second.ledger, claim)).toBe('accepted')
  expect(second.book.balance('a')).toBe(20_000_000n)
  await second.close()
})

test('reports a failed write, and its submissions as not written', async () => {
  const failures: unknown[] = []
  const opened = await openLedger(temporaryLedger(), {
    ...quietly,
    onFailure: (error) => failures.push(error),
    logFile: (file) => failing(file, async () => 'fails'),
  })
  const proposal = { Type: 'Mint', To: 'a', Amount: 5n, Note: 'n' } as const
  expect(await submitted(opened.ledger, { proposal })).toBe('not written')
  expect(failures.map(String)).toEqual(['Error: EIO'])
  expect(opened.ledger.state.outcomes).toMatchObject({ 'not written': 1, failures: 1, accepted: 0 })
  await opened.close()
})

function textOf(outcome: Outcome): string {
  return typeof outcome === 'object' && 'refused' in outcome ? outcome.refused : String(outcome)
}

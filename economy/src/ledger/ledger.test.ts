import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryLedger } from '../testing/service.ts'
import { MICRO_MAX } from './amount.ts'
import type { Proposal } from './event.ts'
import type { Outcome } from './ledger.ts'
import { openLedger } from './open.ts'

const USERS = ['a', 'b', 'c']

const user = fc.constantFrom(...USERS)
const Amount = fc.oneof(
  fc.bigInt(1n, 20n),
  fc.bigInt(2n ** 53n - 2n, 2n ** 53n + 2n),
  fc.bigInt(MICRO_MAX - 20n, MICRO_MAX),
)
const feeMillionths = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999 }))

interface Step {
  proposal: Proposal
  feeMillionths: number
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ To: user, Amount }).map(
    (body): Step => ({
      proposal: { Type: 'Mint', ...body, Note: 'n' },
      feeMillionths: 0,
    }),
  ),
  fc.record({ From: user, Amount }).map(
    (body): Step => ({
      proposal: { Type: 'Burn', ...body, Note: 'n', Link: 'l' },
      feeMillionths: 0,
    }),
  ),
  fc.record({ body: fc.record({ From: user, To: user, Amount }), feeMillionths }).map(
    ({ body, feeMillionths }): Step => ({
      proposal: { Type: 'Transaction', ...body, Note: 'n', Fee: feeMillionths / 1_000_000 },
      feeMillionths,
    }),
  ),
)

/** The ledger in a few lines: balances that a step changes or not. Answers whether it did. */
function applyToModel(model: Map<string, bigint>, { proposal, feeMillionths }: Step): boolean {
  const balance = (name: string) => model.get(name) ?? 0n
  const supply = [...model.values()].reduce((sum, value) => sum + value, 0n)
  const { Amount } = proposal
  if (proposal.Type === 'Mint') {
    if (supply + Amount > MICRO_MAX) return false
    model.set(proposal.To, balance(proposal.To) + Amount)
    return true
  }
  if (balance(proposal.From) < Amount) return false
  if (proposal.Type === 'Transaction') {
    if (proposal.From === proposal.To) return false
    const fee = (Amount * BigInt(feeMillionths)) / 1_000_000n
    model.set(proposal.To, balance(proposal.To) + Amount - fee)
  }
  model.set(proposal.From, balance(proposal.From) - Amount)
  return true
}

test('any steps, in any batches, come out as in a plain model, also after a restart', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 8 }),
      async (batches) => {
        const ledgerFile = temporaryLedger()
        const model = new Map<string, bigint>()
        const first = await openLedger(ledgerFile, {
          onAccepted: () => undefined,
          onFailure: () => undefined,
        })
        let accepted = 0
        for (const batch of batches) {
          const outcomes = await Promise.all(batch.map(({ proposal }) => first.ledger.submit({ proposal })))
          const expected = batch.map((each) => applyToModel(model, each))
          expect(outcomes.map(isAccepted)).toEqual(expected)
          accepted += expected.filter(Boolean).length
          for (const name of USERS) expect(first.ledger.balance(name)).toBe(model.get(name) ?? 0n)
        }
        await first.close()
        const second = await openLedger(ledgerFile, {
          onAccepted: () => undefined,
          onFailure: () => undefined,
        })
        for (const name of USERS) expect(second.ledger.balance(name)).toBe(model.get(name) ?? 0n)
        expect(second.events).toBe(accepted)
        await second.close()
      },
    ),
    { numRuns: 100 },
  )
}, 30_000)

test('nobody sees an event before it is on disk, nor a refusal because of one', async () => {
  const settled: Outcome[] = []
  const opened = await openLedger(temporaryLedger(), {
    onAccepted: () => undefined,
    onFailure: () => undefined,
  })
  const submit = (proposal: Proposal) =>
    opened.ledger.submit({ proposal }).then((outcome) => settled.push(outcome))
  const all = Promise.all([
    submit({ Type: 'Mint', To: 'a', Amount: 5n, Note: 'n' }),
    submit({ Type: 'Burn', From: 'a', Amount: 6n, Note: 'n', Link: 'l' }),
  ])
  // The batch is decided in the next turn; its write takes several.
  await new Promise(setImmediate)
  expect([settled, opened.ledger.balance('a')]).toEqual([[], 0n])
  await all
  expect([settled[0], opened.ledger.balance('a')]).toEqual(['accepted', 5n])
  await opened.close()
  expect(await opened.ledger.submit({ proposal: { Type: 'Mint', To: 'a', Amount: 5n, Note: 'n' } })).toBe(
    'closed',
  )
})

function isAccepted(outcome: Outcome): boolean {
  return outcome === 'accepted'
}

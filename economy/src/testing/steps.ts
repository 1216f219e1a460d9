import fc from 'fast-check'
import { cooldownMs, type Model, max, type Step, users } from './model.ts'

const stipend = 10_000_000n

const user = fc.constantFrom(...users)
const Amount = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt(0n, 30n) },
  // Moves assets alone.
  { weight: 2, arbitrary: fc.constant(0n) },
  { weight: 1, arbitrary: fc.bigInt(2n ** 53n - 2n, 2n ** 53n + 2n) },
  { weight: 1, arbitrary: fc.bigInt(max - 20n, max) },
)
const Returns = fc.option(
  fc.dictionary(fc.constantFrom('asset-1', 'place-2'), fc.bigInt(1n, 3n), { minKeys: 1 }),
  { nil: undefined, freq: 3 },
)
const key = fc.option(fc.constantFrom('k', 'key 2', '~'), { nil: undefined, freq: 3 })

const proposal: fc.Arbitrary<Omit<Step, 'key'>> = fc.oneof(
  // The ledger recognizes a stipend by its note alone, even without a cooldown.
  fc.record({ To: user, Amount, Note: fc.constantFrom('n', 'Stipend') }).map((body) => ({
    proposal: { Type: 'Mint' as const, ...body },
    feeMillionths: 0,
  })),
  user.map((To) => ({
    proposal: { Type: 'Mint' as const, To, Amount: stipend, Note: 'Stipend' },
    stipendIntervalMs: cooldownMs,
    feeMillionths: 0,
  })),
  fc.record({ body: fc.record({ From: user, Amount }), Returns }).map(({ body, Returns: created }) => ({
    proposal: { Type: 'Burn' as const, ...body, Note: 'n', Link: 'l', ...(created && { Returns: created }) },
    feeMillionths: 0,
  })),
  fc
    .record({
      body: fc.record({ From: user, To: user, Amount }),
      Returns,
      feeMillionths: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999 })),
    })
    .map(({ body, Returns: returned, feeMillionths }) => ({
      proposal: {
        Type: 'Transaction' as const,
        ...body,
        Note: 'n',
        ...(returned && { Returns: returned }),
        ...(feeMillionths > 0 && { Fee: feeMillionths / 1_000_000 }),
      },
      feeMillionths,
    })),
)

export const step: fc.Arbitrary<Step> = fc
  .record({ asked: proposal, key })
  .map(({ asked, key: sent }) => (sent === undefined ? asked : { ...asked, key: sent }))

/** A step, and how many assets it asks for: the generated number, all that the rules allow, or one more. */
export interface AimedStep {
  step: Step
  quantities: 'generated' | 'all' | 'one more'
}

export const aimedStep: fc.Arbitrary<AimedStep> = fc.record({
  step,
  quantities: fc.constantFrom('generated', 'all', 'one more'),
})

/** Returns the step with its quantities in the present state of the model. Random numbers would rarely meet a limit. */
export function aim({ step, quantities }: AimedStep, model: Model): Step {
  const { proposal } = step
  if (quantities === 'generated' || proposal.Type === 'Mint' || !proposal.Returns) return step
  const allowed = (asset: string) =>
    proposal.Type === 'Transaction'
      ? model.holding(proposal.To, asset)
      : max - model.holding(proposal.From, asset)
  const more = quantities === 'all' ? 0n : 1n
  const aimed = Object.entries(proposal.Returns).map(([asset, generated]) => {
    const quantity = allowed(asset) + more
    return [asset, quantity === 0n || quantity > max ? generated : quantity]
  })
  return { ...step, proposal: { ...proposal, Returns: Object.fromEntries(aimed) } }
}

/** Mints for each user. Without money, most of the random steps would be refused. */
export const mintsWith = (Note: string): readonly AimedStep[] =>
  users.map((To) => ({
    step: { proposal: { Type: 'Mint', To, Amount: stipend, Note }, feeMillionths: 0 },
    quantities: 'generated',
  }))

/** Clock steps before a batch: to the end of a cooldown, just beyond it, or any other, sometimes backwards. */
export const clockStepMs = fc.oneof(
  fc.integer({ min: 0, max: 1000 }),
  fc.constantFrom(cooldownMs, cooldownMs + 1, -1),
  fc.integer({ min: -cooldownMs, max: 2 * cooldownMs }),
)

import { requireUser, requireVerifiedEmail, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { accountModerated } from '../../accounts/standing/rules.ts'
import { type Buying, buyAsset } from '../../assets/door.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { shortUnitsText, unitsText } from '../../foundation/money.ts'
import type { RefusalCode } from '../../foundation/problem.ts'
import { problem } from '../../foundation/problem.ts'
import { requireShared } from '../../social/door.ts'
import { changeAppearance, type Dressing, replaceWorn } from '../change-appearance.ts'
import { wearLookInput } from '../input.ts'
import { isMissing, isUnavailable } from './rules.ts'
import { type OfferedLook, viewOfferedLook } from './view.ts'

type Item = OfferedLook['items'][number]

/** Reads balances from the ledger. */
interface Funds {
  economy: { accounts: { read(userId: string): Promise<{ balance: bigint }> } }
}

/** Outcome of buying and putting on a look. */
export interface WornLook {
  /** Ids of the items that were bought. */
  bought: number[]
  /** Items that the look is worn without, each with the code of the refusal. */
  missed: { id: number; name: string; code: RefusalCode }[]
}

/**
 * The sum that the actor has seen is the maximum.
 *
 * @throws Refused `missing`: no such user; `forbidden`: the actor is moderated, or the user does not share what they wear;
 * `invalid`: the balance is too low; `failed`: the ledger cannot be reached; InvalidFields `price`: the sum has risen. Nothing is
 * bought or changed then.
 */
export const wearLook = useCase(
  {
    summary:
      "Buys the items of a user's look that the actor lacks, each once, and puts the look on. Leaves out items that cannot be bought, such as one that was taken off sale before or meanwhile. After a failure of the ledger, it buys no further item.",
    scope: 'money:spend',
    input: wearLookInput,
  },
  async (platform: Buying & Dressing & Funds, actor, { username, price: seen }): Promise<WornLook> => {
    if (actor.standing) throw accountModerated()
    await requireVerifiedEmail(platform, actor, 'Buying')
    const { id: userId } = await requireUser(platform.db, username)
    await requireShared(platform.db, actor, userId, 'inventory')
    const look = await viewOfferedLook(platform.db, actor, userId)
    if (seen !== undefined && look.price > seen)
      throw new InvalidFields({
        price: problem('catalog.price_changed', { price: shortUnitsText(BigInt(look.price)) }),
      })
    await requireFunds(platform, actor, look.price)
    const outcome = await buyMissing(platform, actor, look.items.filter(isMissing))
    for (const { id, name } of look.items.filter(isUnavailable))
      outcome.missed.push({ id, name, code: 'catalog.not_for_sale' })
    const missed = new Set(outcome.missed.map(({ id }) => id))
    const ids = look.items.map(({ id }) => id).filter((id) => !missed.has(id))
    // Without any item of the look, putting it on would only undress the actor.
    if (ids.length > 0 || look.items.length === 0) {
      await changeAppearance(platform, actor, async (db) => (await replaceWorn(db, actor.id, ids)).changed)
    }
    return outcome
  },
)

/** Refuses a look that the actor cannot afford, before any of its items is bought. */
async function requireFunds({ economy }: Funds, actor: Actor, price: number): Promise<void> {
  if (price === 0) return
  const { balance } = await economy.accounts.read(actor.id)
  const missing = BigInt(price) - balance
  if (missing > 0n) throw new Refused('catalog.look_unaffordable', { missing: shortUnitsText(missing) })
}

async function buyMissing(platform: Buying, actor: Actor, items: readonly Item[]): Promise<WornLook> {
  const outcome: WornLook = { bought: [], missed: [] }
  let failed: RefusalCode | undefined
  for (const { id, name, price } of items) {
    const code = failed ?? (await buyOne(platform, actor, id, price))
    if (code === 'economy.unavailable' || code === 'economy.payment_pending') failed = code
    if (code === undefined) outcome.bought.push(id)
    // Another tab has just bought it.
    else if (code !== 'catalog.already_owned') outcome.missed.push({ id, name, code })
  }
  return outcome
}

/** Buys an item for at most this price. Returns the code of the refusal. */
async function buyOne(
  platform: Buying,
  actor: Actor,
  id: number,
  price: number,
): Promise<RefusalCode | undefined> {
  try {
    await buyAsset(platform, actor, { id, price: unitsText(BigInt(price)) })
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.problem.code
    if (error instanceof InvalidFields) return error.problems.price?.code ?? 'input.invalid'
    throw error
  }
}

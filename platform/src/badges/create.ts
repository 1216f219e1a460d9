import type { Clock } from '@baseplate/service/clock'
import { retryOnConflict } from '@baseplate/storage/database/conflict'
import type { Files } from '@baseplate/storage/files'
import { lockUser, requireStorage, requireVerifiedEmail, useCase, type Verifying } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import { takeAssetId } from '../foundation/asset-ids.ts'
import { startOfUnit } from '../foundation/calendar.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import type { Limit } from '../foundation/limits.ts'
import { microPerUnit, shortUnitsText } from '../foundation/money.ts'
import { nameKeyOf } from '../foundation/name-key.ts'
import { problem } from '../foundation/problem.ts'
import { slugOf } from '../foundation/slug.ts'
import { isFilteredName, type TextFilter } from '../foundation/text-filter.ts'
import {
  findPending,
  type NewPayment,
  type PaymentRow,
  type Payments,
  recordPayment,
  type Settling,
} from '../money/door.ts'
import { convertIcon } from '../places/door.ts'
import { maxIconBytes } from '../places/pictures/rules.ts'
import { createBadgeInput } from './input.ts'
import { permitMaking, requireLockedOwn } from './managed.ts'
import { newIcon } from './pictures.ts'
import { type BadgeRow, countBadges, findBadgeNamed } from './queries.ts'
import { badgesPath } from './rules.ts'

interface Creating extends Verifying {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Badges' | 'Moderation' | 'Quota' | 'Registration'>
  payments: Payments
  filterText: TextFilter
  placePictureLimit: Limit
}

type NewBadge = Omit<BadgeRow, 'id' | 'created' | 'open' | 'disabled' | 'award_count'>

/**
 * @returns whether the picture waits for review.
 * @throws InvalidFields; Refused `missing`, `forbidden`, `limited`; `conflict`: the place has too many badges; as `Payments.settle`
 */
export const createBadge = useCase(
  {
    summary:
      'Creates a badge of a game. The first ones of a day are free. The owner pays for each further one. The name is taken before the payment, so that only one of two simultaneous requests pays.',
    scope: 'money:spend',
    permit: permitMaking,
    input: createBadgeInput,
    file: { field: 'icon', maxBytes: maxIconBytes },
  },
  async (platform: Creating, actor, { id: placeId, name, icon: uploaded, price = 0, ...texts }) => {
    await requireVerifiedEmail(platform, actor, 'Creating')
    if (isFilteredName(platform.filterText, name)) throw new InvalidFields({ name: 'input.name_filtered' })
    if (uploaded === undefined) throw new InvalidFields({ icon: 'badges.icon_missing' })
    await platform.placePictureLimit.spend(actor.id)
    const icon = await newIcon(platform, actor, placeId, await convertIcon(uploaded))
    const badge = {
      place_id: placeId,
      name,
      name_key: nameKeyOf(name),
      description: platform.filterText(texts.description),
      ...icon,
    }
    const { id, payment, left } = await retryOnConflict(() => record(platform, actor, badge, price))
    if (left) await platform.payments.settlePending(left)
    else if (payment) await platform.payments.settle(payment)
    return { badge: id, waits: icon.waiting !== null }
  },
)

/** Returns how many badges a maker can create for free today, and what the next one costs in micro-units. */
export async function priceOfNext(
  { db, now, config: { Badges } }: Pick<Creating, 'db' | 'now'> & { config: Pick<Config, 'Badges'> },
  place: { id: number; owner_id: string },
): Promise<{ price: number; free: number; room: number }> {
  const since = startOfUnit('day', now())
  const { ofPlace, sinceThen } = await countBadges(db, { placeId: place.id, ownerId: place.owner_id, since })
  const free = Math.max(0, Badges.FreePerDay - sinceThen)
  const price = free > 0 ? 0 : Math.round(Badges.Price * microPerUnit)
  return { price, free, room: Math.max(0, Badges.PerPlace - ofPlace) }
}

/** Records the badge with its payment, or finds the pending payment of an earlier attempt for the same badge. */
const record = (platform: Creating, actor: Actor, badge: NewBadge, agreed: number) =>
  platform.db.transaction().execute(async (db) => {
    // The maker's badges of today are counted one request after the other.
    await lockUser(db, actor.id)
    const place = await requireLockedOwn(db, actor, badge.place_id)
    const before = await findBadgeNamed(db, place.id, badge.name_key)
    if (before) return { id: before.id, left: await pendingOf(db, before, actor, slugOf(place.name)) }
    const { price, room } = await priceOfNext({ ...platform, db }, place)
    if (room === 0) throw new Refused('badges.too_many', { max: platform.config.Badges.PerPlace })
    if (price > agreed)
      throw new InvalidFields({ price: problem('badges.price', { price: shortUnitsText(BigInt(price)) }) })
    const now = platform.now()
    const id = await takeAssetId(db)
    const open = price === 0 ? 1 : 0
    await db
      .insertInto('badges')
      .values({ ...badge, id, created: now, open })
      .execute()
    await requireStorage(db, platform.config, { ownerId: actor.id, field: 'icon' })
    if (open === 1) return { id }
    const payment = paymentOf({ ...badge, id }, actor, slugOf(place.name), price)
    return { id, payment: await recordPayment(db, payment, now) }
  })

/** Returns the actor's pending payment for the badge. @throws InvalidFields if the name is taken. */
async function pendingOf(db: Db, badge: BadgeRow, actor: Actor, slug: string): Promise<PaymentRow> {
  const payment = badge.open === 0 ? await findPending(db, paymentOf(badge, actor, slug, 0)) : undefined
  if (!payment) throw new InvalidFields({ name: 'badges.name_taken' })
  return payment
}

const paymentOf = (
  { id, place_id, name }: Pick<BadgeRow, 'id' | 'place_id' | 'name'>,
  actor: Actor,
  slug: string,
  amount: number,
): NewPayment => ({
  kind: 'badge',
  subject: `badge:${id}`,
  payer_id: actor.id,
  payee_id: null,
  amount,
  fee: 0,
  note: `Created the badge ${name}`,
  link: `${badgesPath({ id: place_id, slug })}/${id}`,
})

const idOf = ({ subject }: PaymentRow) => Number(subject.slice('badge:'.length))

/** Opens a badge when its payment succeeds, and deletes it when the payment fails. The sweep removes its picture. */
export const badgePayments: Settling = {
  async grant(db, payment) {
    await db.updateTable('badges').set({ open: 1 }).where('id', '=', idOf(payment)).execute()
  },
  async undo(db, payment) {
    await db.deleteFrom('badges').where('id', '=', idOf(payment)).where('open', '=', 0).execute()
  },
}

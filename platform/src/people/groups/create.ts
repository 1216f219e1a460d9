import type { Clock } from '@baseplate/service/clock'
import { retryOnConflict } from '@baseplate/storage/database/conflict'
import { requireVerifiedEmail, useCase, type Verifying } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { newAssetId } from '../../foundation/ids.ts'
import { noInput } from '../../foundation/input.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { isFilteredName, type TextFilter } from '../../foundation/text-filter.ts'
import {
  findPending,
  type NewPayment,
  type PaymentRow,
  type Payments,
  recordPayment,
  type Settling,
} from '../../money/door.ts'
import { createGroupInput } from './input.ts'
import { checkMembershipLimit } from './membership.ts'
import { addMember, findGroup, type GroupRow } from './queries.ts'
import { groupPath, groupPrice } from './rules.ts'

interface Creating extends Verifying {
  db: Db
  now: Clock
  config: Pick<Config, 'Groups' | 'Registration'>
  payments: Payments
  filterText: TextFilter
}

/**
 * @throws InvalidFields `name`; Refused `invalid`: the ledger refused the payment, or the actor is in too many groups;
 * `failed`: the ledger cannot be reached.
 */
export const createGroup = useCase(
  {
    summary:
      'Creates a group for the actor, who pays for it. The name is taken before the payment, so that only one of two simultaneous requests pays.',
    scope: 'money:spend',
    input: createGroupInput,
  },
  async (platform: Creating, actor, { name }): Promise<{ name: string; path: string }> => {
    await requireVerifiedEmail(platform, actor, 'Creating')
    if (isFilteredName(platform.filterText, name)) throw new InvalidFields({ name: 'input.name_filtered' })
    const { payment, pending } = await recordGroup(platform, actor, name)
    if (pending) await platform.payments.settlePending(pending)
    else if (payment) await platform.payments.settle(payment)
    return { name, path: groupPath(name) }
  },
)

export const viewGroupPrice = useCase(
  { summary: 'Returns the price of a new group.', scope: 'money:spend', input: noInput },
  async () => ({ cost: groupPrice }),
)

/** Records the group with its payment, or finds the pending payment of an earlier attempt for the same group. */
const recordGroup = ({ db, now, config }: Creating, actor: Actor, name: string) =>
  retryOnConflict(() =>
    db.transaction().execute(async (trx) => {
      // A conflict with a simultaneous request retries the transaction, which then finds that group here.
      const before = await findGroup(trx, name)
      if (before) return { pending: await pendingOf(trx, before, actor) }
      await checkMembershipLimit(trx, config, actor)
      const group = newGroup(actor, name, now())
      await trx.insertInto('groups').values(group).execute()
      return { payment: await recordPayment(trx, priceOf(group), now()) }
    }),
  )

/** Returns the actor's pending payment for the group. @throws InvalidFields if the name is taken. */
async function pendingOf(db: Db, group: GroupRow, actor: Actor): Promise<PaymentRow> {
  const isUnpaid = group.open === 0 && group.owner_id === actor.id
  const payment = isUnpaid ? await findPending(db, priceOf(group)) : undefined
  if (!payment) throw new InvalidFields({ name: 'groups.name_taken' })
  return payment
}

const newGroup = (owner: Actor, name: string, created: number): GroupRow => ({
  id: newAssetId(),
  name,
  name_key: nameKeyOf(name),
  owner_id: owner.id,
  created,
  member_count: 0,
  open: 0,
  closed_reason: null,
  description: '',
  icon: null,
  icon_size: 0,
  member_games: 0,
})

const priceOf = (group: GroupRow): NewPayment => ({
  kind: 'group',
  subject: `group:${group.id}`,
  payer_id: group.owner_id,
  payee_id: null,
  amount: groupPrice,
  fee: 0,
  note: `Created the group ${group.name}`,
  link: groupPath(group.name),
})

const idOf = ({ subject }: PaymentRow) => Number(subject.slice('group:'.length))

/** Opens a group when its payment succeeds, and deletes it when the payment fails. */
export const groupPayments: Settling = {
  async grant(db, payment, now) {
    await db.updateTable('groups').set({ open: 1 }).where('id', '=', idOf(payment)).execute()
    await addMember(db, idOf(payment), payment.payer_id, now)
  },
  async undo(db, payment) {
    await db.deleteFrom('groups').where('id', '=', idOf(payment)).where('open', '=', 0).execute()
  },
}

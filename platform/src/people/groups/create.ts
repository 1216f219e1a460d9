import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { retryOnConflict } from '../../foundation/database/conflict.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { newAssetId } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { filteredName, isFilteredName, type TextFilter } from '../../foundation/text-filter.ts'
import type { Payments, Settling } from '../../money/payments/payments.ts'
import { findPending, type PaymentRow } from '../../money/payments/queries.ts'
import { type NewPayment, recordPayment } from '../../money/payments/record.ts'
import { createGroupInput, nameTaken } from './input.ts'
import { checkRoom } from './membership.ts'
import { addMember, findGroup, type GroupRow } from './queries.ts'
import { groupPath, groupPrice } from './rules.ts'

interface Creating {
  db: Db
  now: Clock
  config: Pick<Config, 'Groups'>
  payments: Payments
  filterText: TextFilter
}

/**
 * Makes a group of the actor's, who pays for it; answers where it is. Its name is taken before it is paid for, so that of two
 * people at once only one pays.
 *
 * @throws InvalidFields `name`; Refused `invalid`: the ledger said no, in its words, or they are in too many; `failed`: the ledger
 * cannot be reached.
 */
export async function createGroup(
  platform: Creating,
  actor: Actor,
  input: unknown,
): Promise<{ name: string; path: string }> {
  const { name } = parseInput(createGroupInput, input)
  if (isFilteredName(platform.filterText, name)) throw new InvalidFields({ name: filteredName })
  const { payment, left } = await record(platform, actor, name)
  if (left) await platform.payments.settleAgain(left)
  else if (payment) await platform.payments.settle(payment)
  return { name, path: groupPath(name) }
}

/** @returns the payment as it was noted, or that of the same group which an earlier failure left. */
const record = ({ db, now, config }: Creating, actor: Actor, name: string) =>
  retryOnConflict(() =>
    db.transaction().execute(async (transaction) => {
      // Also what somebody else has taken at this very moment: their row is there when this is tried again.
      const before = await findGroup(transaction, name)
      if (before) return { left: await pendingOf(transaction, before, actor) }
      await checkRoom(transaction, config, actor)
      const group = newGroup(actor, name, now())
      await transaction.insertInto('groups').values(group).execute()
      return { payment: await recordPayment(transaction, priceOf(group), now()) }
    }),
  )

const taken = () => new InvalidFields({ name: nameTaken })

/** Whoever asks for the same group again, while the ledger has not said yes or no, goes on with it. */
async function pendingOf(db: Db, group: GroupRow, actor: Actor): Promise<PaymentRow> {
  const mine = group.open === 0 && group.owner_id === actor.id
  const payment = mine ? await findPending(db, priceOf(group)) : undefined
  if (!payment) throw taken()
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

/** What becomes of a group when it is settled. */
export const groupPayments: Settling = {
  async grant(db, payment, now) {
    await db.updateTable('groups').set({ open: 1 }).where('id', '=', idOf(payment)).execute()
    await addMember(db, idOf(payment), payment.payer_id, now)
  },
  async undo(db, payment) {
    await db.deleteFrom('groups').where('id', '=', idOf(payment)).where('open', '=', 0).execute()
  },
}

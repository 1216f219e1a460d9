import type { Clock } from '@baseplate/service/clock'
import { findUserByName } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { prepareMintInput } from './input.ts'
import { permit } from './permit.ts'
import { deleteUnconfirmed } from './queries.ts'
import { confirmableFor } from './rules.ts'

/**
 * Records an amount to mint and its recipient, and returns an id that stands for exactly these values. Nothing is minted before
 * the actor confirms that id (`confirmMint`).
 *
 * @param input `username`, `amount` in units, `note`
 * @throws InvalidFields; Refused `forbidden` below level 5
 */
export async function prepareMint(
  { db, now, filterText }: { db: Db; now: Clock; filterText: TextFilter },
  actor: Actor,
  input: unknown,
): Promise<{ id: string }> {
  permit(actor)
  const { username, amount, note } = parseInput(prepareMintInput, input)
  const recipient = await findUserByName(db, username)
  if (!recipient) throw new InvalidFields({ username: 'accounts.username_unknown' })
  const created = now()
  const mint = {
    id: newTimedId(created),
    administrator_id: actor.id,
    recipient_id: recipient.id,
    amount,
    note: filterText(note),
    created,
  }
  // Well after they expired, so that none is deleted while it is being confirmed.
  await deleteUnconfirmed(db, created - 2 * confirmableFor)
  await db.insertInto('mints').values(mint).execute()
  return { id: mint.id }
}

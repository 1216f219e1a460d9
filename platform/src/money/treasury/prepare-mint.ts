import type { Clock } from '@baseplate/service/clock'
import { findUserByName, useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { prepareMintInput } from './input.ts'
import { deleteUnconfirmed } from './queries.ts'
import { confirmableFor } from './rules.ts'

interface Preparing {
  db: Db
  now: Clock
  filterText: TextFilter
}

/** @throws InvalidFields */
export const prepareMint = useCase(
  {
    summary:
      'Records an amount to mint and its recipient, and returns an id that stands for exactly these values. Nothing is minted before the actor confirms that id (`confirmMint`).',
    scope: 'browser',
    level: permissionLevel.administrator,
    input: prepareMintInput,
  },
  async ({ db, now, filterText }: Preparing, actor, { username, amount, note }): Promise<{ id: string }> => {
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
  },
)

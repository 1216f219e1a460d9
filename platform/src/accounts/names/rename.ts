import { type Clock, day } from '@baseplate/service/clock'
import { isConflict } from '@baseplate/storage/database/conflict'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { recordAction } from '../audit/record-action.ts'
import { requireFreshProof } from '../factors/rules.ts'
import { renameInput } from '../input.ts'
import { findUser, lockUser, requireOwnAccount } from '../queries.ts'
import { type Actor, usernameKey } from '../rules.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { useCase } from '../use-case.ts'
import { isKeptForAnother, keepName, releaseName } from './queries.ts'
import { type NameRules, whyNameRefused } from './why-name-refused.ts'

interface Renaming extends NameRules {
  config: Pick<Config, 'Registration' | 'Usernames'>
  securityNotices: SecurityNotices
}

const taken = { username: 'accounts.username_taken' } as const

/** Returns when the actor may change their name again. Null: at once. */
export async function viewNextRename(
  { db, now, config }: { db: Db; now: Clock; config: Pick<Config, 'Usernames'> },
  actor: Actor,
): Promise<number | null> {
  return nextRename(await requireOwnAccount(db, actor), config.Usernames, now())
}

/** @throws InvalidFields `username`; Refused `forbidden` without a fresh proof, `limited` before the waiting time is over. */
export const rename = useCase(
  {
    summary:
      "Changes the actor's username. The old name leads to the profile for a while, and only the actor can take it back.",
    scope: 'browser',
    proof: true,
    input: renameInput,
  },
  async (platform: Renaming, actor, { username }): Promise<{ username: string }> => {
    const { now, config } = platform
    requireFreshProof(actor, now())
    const problem = await whyNameRefused(platform, username, { userId: actor.id })
    if (problem !== undefined) throw new InvalidFields({ username: problem })
    try {
      await platform.securityNotices.transaction(actor.id, async (trx, tell) => {
        await lockUser(trx, actor.id)
        const user = await findUser(trx, actor.id)
        if (!user) throw new Refused('accounts.gone')
        const time = now()
        const next = nextRename(user, config.Usernames, time)
        if (next !== null)
          throw new Refused('accounts.renamed_recently', { days: config.Usernames.ChangeDays }).retryIn(
            Math.ceil((next - time) / 1000),
          )
        if (user.username === username) throw new InvalidFields({ username: 'accounts.username_unchanged' })
        const username_key = usernameKey(username)
        await trx
          .updateTable('users')
          .set({ username, username_key, renamed: time })
          .where('id', '=', actor.id)
          .execute()
        // Checked after the write, which has waited for a concurrent rename of the name's last user.
        if (await isKeptForAnother(trx, username, { userId: actor.id, now: time }))
          throw new InvalidFields(taken)
        if (user.username_key !== username_key) {
          await releaseName(trx, username)
          const expires = time + config.Usernames.KeepDays * day
          await keepName(trx, { username: user.username, userId: actor.id, expires })
        }
        const subject = `user:${actor.id}` as const
        const before = { username: user.username }
        await recordAction(trx, { actor, action: 'rename', subject, before, after: { username } }, time)
        tell({ event: 'username_changed', values: { username } })
      })
    } catch (error) {
      throw isConflict(error) ? new InvalidFields(taken) : error
    }
    return { username }
  },
)

/** When a user may change their name again. Null: at once. */
function nextRename(
  { renamed }: { renamed: number | null },
  { ChangeDays }: { ChangeDays: number },
  now: number,
): number | null {
  const next = renamed === null ? now : renamed + ChangeDays * day
  return next > now ? next : null
}

import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { requireOwnAccount } from '../queries.ts'
import { useCase } from '../use-case.ts'
import { privacyInput } from './input.ts'
import { privacyOf, storedPrivacy } from './queries.ts'
import type { Privacy } from './rules.ts'

export const viewPrivacy = useCase(
  { summary: 'Returns the privacy settings of the actor.', scope: 'browser', input: noInput },
  async ({ db }: { db: Db }, actor): Promise<Privacy & { postFeed: 'Everybody' | 'Nobody' }> => {
    const user = await requireOwnAccount(db, actor)
    return { ...privacyOf(user), postFeed: user.post_feed === 1 ? 'Everybody' : 'Nobody' }
  },
)

/** @throws InvalidFields */
export const updatePrivacy = useCase(
  { summary: 'Saves the given privacy settings of the actor.', scope: 'browser', input: privacyInput },
  async ({ db }: { db: Db }, actor, { postFeed, ...settings }): Promise<void> => {
    const feed = postFeed === undefined ? {} : { post_feed: postFeed === 'Everybody' ? 1 : 0 }
    const stored = { ...storedPrivacy(settings), ...feed }
    if (Object.keys(stored).length === 0) return
    await db.updateTable('users').set(stored).where('id', '=', actor.id).execute()
  },
)

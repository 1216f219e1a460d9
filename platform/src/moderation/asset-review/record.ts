import { isPart } from '../../assets/door.ts'
import type { Db } from '../../foundation/database.ts'
import { withTakedowns } from './queries.ts'

/** Maximum number of a creator's newest items that the record counts. */
const countedItems = 200

/** Earlier decisions about a creator, for reviewers. */
export interface MakerRecord {
  /** Unix milliseconds. */
  registered: number
  /** Numbers of the newest items: in the catalog, rejected in review, and taken down later. */
  approved: number
  rejected: number
  takenDown: number
  /** Number of moderation actions against the account. */
  actions: number
}

export async function readRecord(db: Db, creatorId: string): Promise<MakerRecord | null> {
  const user = await db.selectFrom('users').select('created').where('id', '=', creatorId).executeTakeFirst()
  if (!user) return null
  const items = await withTakedowns(db)
    .where('assets.creator_id', '=', creatorId)
    .where((eb) => eb.not(isPart(db, eb.ref('assets.id'))))
    .select(['assets.visibility', 'takedown.rejected'])
    .orderBy('assets.created', 'desc')
    .limit(countedItems)
    .execute()
  const { count } = await db
    .selectFrom('moderation_actions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', creatorId)
    .executeTakeFirstOrThrow()
  const moderated = items.filter(({ visibility }) => visibility === 'Moderated')
  const rejected = moderated.filter((item) => item.rejected === 1).length
  return {
    registered: user.created,
    approved: items.filter(({ visibility }) => visibility === 'Visible').length,
    rejected,
    takenDown: moderated.length - rejected,
    actions: Number(count),
  }
}

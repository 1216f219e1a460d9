import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { createSpelling, namesKnown, type Spelling } from '../../foundation/spelling.ts'
import { isListed } from '../visible.ts'

/** Corrects searches for items by the words of the most sold items' names. */
export const createAssetSpelling = ({ db, now }: { db: Db; now: Clock }): Spelling =>
  createSpelling(now, async () => {
    const rows = await db
      .selectFrom('assets')
      .select('name_key')
      .where(isListed)
      .orderBy('sold', 'desc')
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .limit(namesKnown)
      .execute()
    return rows.map(({ name_key }) => name_key)
  })

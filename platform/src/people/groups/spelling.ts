import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { createSpelling, namesKnown, type Spelling } from '../../foundation/spelling.ts'
import { listLargest } from './queries.ts'

/** Corrects searches for groups by the words of the largest groups' names. */
export const createGroupSpelling = ({ db, now }: { db: Db; now: Clock }): Spelling =>
  createSpelling(now, async () =>
    (await listLargest(db, { limit: namesKnown })).map(({ name }) => nameKeyOf(name)),
  )

import { type Clock, minute } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { namesKnown, type Spelling, Vocabulary } from '../../foundation/spelling.ts'
import { published } from '../queries.ts'

/** Maximum number of names that are added to the vocabulary at once. */
const newNamesRead = 5_000

/** Interval at which the vocabulary is rebuilt. Until then, it lacks the new names of renamed places. */
const rebuiltEvery = 10 * minute

/** Corrects searches for places by the words of their names. */
export function createPlaceSpelling({ db, now }: { db: Db; now: Clock }): Spelling {
  let known: { vocabulary: Vocabulary; builtAt: number; last: { published: number; id: number } } | undefined

  const build = async () => {
    const newest = await db
      .selectFrom('places')
      .select([published, 'id'])
      .where('listed', '=', 1)
      .orderBy('published', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const names = await db
      .selectFrom('places')
      .select('name_key')
      .where('listed', '=', 1)
      .orderBy('popularity', 'desc')
      .orderBy('id', 'desc')
      .limit(namesKnown)
      .execute()
    const vocabulary = new Vocabulary()
    vocabulary.add(names.map(({ name_key }) => name_key))
    return { vocabulary, builtAt: now(), last: newest ?? { published: 0, id: 0 } }
  }

  /** Adds the names of places that were published since the last call. */
  const addNew = async (to: NonNullable<typeof known>) => {
    const added = await db
      .selectFrom('places')
      .select(['name_key', published, 'id'])
      .where('listed', '=', 1)
      .where((eb) => eb(eb.refTuple('published', 'id'), '>', eb.tuple(to.last.published, to.last.id)))
      .orderBy('published')
      .orderBy('id')
      .limit(newNamesRead)
      .execute()
    to.last = added.at(-1) ?? to.last
    to.vocabulary.add(added.map(({ name_key }) => name_key))
  }

  return {
    async correct(key) {
      if (!known || now() - known.builtAt >= rebuiltEvery) known = await build()
      else await addNew(known)
      return known.vocabulary.correct(key)
    },
  }
}

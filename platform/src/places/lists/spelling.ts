import type { Db } from '../../database.ts'
import { type Clock, minute } from '../../foundation/clock.ts'
import { namesKnown, type Spelling, Vocabulary } from '../../foundation/spelling.ts'

/** Maximum number of names that are added to the vocabulary at once. */
const newNamesRead = 5_000

/** Interval at which the vocabulary is rebuilt. Until then, it lacks the new names of renamed places. */
const rebuiltEvery = 10 * minute

/** Corrects searches for places by the words of their names. */
export function createPlaceSpelling({ db, now }: { db: Db; now: Clock }): Spelling {
  let known: { vocabulary: Vocabulary; builtAt: number; last: { created: number; id: number } } | undefined

  const build = async () => {
    const newest = await db
      .selectFrom('places')
      .select(['created', 'id'])
      .where('private_server', '=', 0)
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const names = await db
      .selectFrom('places')
      .select('name_key')
      .where('private_server', '=', 0)
      .orderBy('popularity', 'desc')
      .orderBy('id', 'desc')
      .limit(namesKnown)
      .execute()
    const vocabulary = new Vocabulary()
    vocabulary.add(names.map(({ name_key }) => name_key))
    return { vocabulary, builtAt: now(), last: newest ?? { created: 0, id: 0 } }
  }

  /** Adds the names of places that were created since the last call. */
  const addNew = async (to: NonNullable<typeof known>) => {
    const created = await db
      .selectFrom('places')
      .select(['name_key', 'created', 'id'])
      .where('private_server', '=', 0)
      .where((eb) => eb(eb.refTuple('created', 'id'), '>', eb.tuple(to.last.created, to.last.id)))
      .orderBy('created')
      .orderBy('id')
      .limit(newNamesRead)
      .execute()
    to.last = created.at(-1) ?? to.last
    to.vocabulary.add(created.map(({ name_key }) => name_key))
  }

  return {
    async correct(key) {
      if (!known || now() - known.builtAt >= rebuiltEvery) known = await build()
      else await addNew(known)
      return known.vocabulary.correct(key)
    },
  }
}

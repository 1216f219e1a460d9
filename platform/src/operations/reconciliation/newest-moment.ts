import type { Db } from '../../database.ts'

/** The latest time, in Unix milliseconds, at which somebody is known to have been here; 0: nobody ever was. */
export async function newestMoment(db: Db): Promise<number> {
  const { used } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.max('last_used').as('used'))
    .executeTakeFirstOrThrow()
  const { created } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.max('created').as('created'))
    .executeTakeFirstOrThrow()
  return Math.max(Number(used ?? 0), Number(created ?? 0))
}

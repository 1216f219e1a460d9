import type { Db } from '../foundation/database.ts'

/** Returns the latest known activity of any user in Unix milliseconds; 0 without any. */
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

import type { Db } from '../../foundation/database.ts'

interface PasskeyView {
  id: string
  name: string
  created: number
  /** Null: never. */
  lastUsed: number | null
}

export const listPasskeys = (db: Db, userId: string): Promise<PasskeyView[]> =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created', 'last_used as lastUsed'])
    .where('user_id', '=', userId)
    .orderBy('created')
    .orderBy('id')
    .execute()

/** Lists the passkeys of an account, in the form that browsers expect. */
export const listCredentials = async (db: Db, userId: string) => {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'transports'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ id, transports }) => ({ id, transports: splitTransports(transports) }))
}

export const splitTransports = (stored: string) => stored.split(',').filter((transport) => transport !== '')

import type { Db } from '../foundation/database.ts'

/** Number of accounts that are read at once. */
const pageSize = 1_000

interface Listed {
  username: string
  permissionLevel: number
  created: number
}

/** Lists all accounts from a level on, by username, for the operator. */
export async function* listUsers(db: Db, level: number): AsyncGenerator<Listed> {
  let after = ''
  while (true) {
    const page = await db
      .selectFrom('users')
      .select(['username', 'username_key', 'permission_level as permissionLevel', 'created'])
      .where('permission_level', '>=', level)
      .where('username_key', '>', after)
      .orderBy('username_key')
      .limit(pageSize)
      .execute()
    for (const { username_key, ...user } of page) {
      after = username_key
      yield user
    }
    if (page.length < pageSize) return
  }
}

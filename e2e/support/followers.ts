import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Product } from './processes.ts'

/**
 * Gives a user this many followers, `Follower_0` and so on, each later than the one before. They have no passwords, which
 * registering them would hash.
 */
export function addFollowers(
  { dataDirectory }: Pick<Product, 'dataDirectory'>,
  username: string,
  count: number,
): void {
  const database = new DatabaseSync(join(dataDirectory, 'baseplate.sqlite'), { timeout: 5_000 })
  try {
    const user = database.prepare('select id from users where username = ?').get(username)
    if (typeof user?.id !== 'string') throw new Error(`there is no ${username}`)
    const register = database.prepare(`
      insert into users (id, username, username_key, password_hash, permission_level, description,
        description_updated, created)
      values (?, ?, ?, '', 1, '', 0, 0)`)
    const follow = database.prepare(
      'insert into follows (follower_id, followed_id, created) values (?, ?, ?)',
    )
    database.exec('begin immediate')
    for (let number = 0; number < count; number++) {
      const name = `Follower_${number}`
      register.run(`follower${number}`, name, name.toLowerCase())
      follow.run(`follower${number}`, user.id, number)
    }
    database.exec('commit')
  } finally {
    database.close()
  }
}

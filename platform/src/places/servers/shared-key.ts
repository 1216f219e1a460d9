import { isPostgres } from '@baseplate/storage/database/dialect'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { sha256 } from '../../foundation/ids.ts'
import { findSecret, setSecret } from '../../installation/door.ts'

const secretName = 'gameservers-key-hash'

type Parts = { db: Db; config: Pick<Config, 'Gameservers'> }

const hashOf = ({ Gameservers }: Parts['config']): string =>
  sha256(`Gameservers.Key ${Gameservers.Key ?? ''}`)

/**
 * Whether `Gameservers.Key` is that of the site that started last. A game server that one machine starts has that machine's key, and
 * its requests reach all.
 */
export async function hasSharedServerKey({ db, config }: Parts): Promise<boolean> {
  if (!isPostgres(db)) return true
  const shared = await findSecret(db, secretName)
  return shared === undefined || shared === hashOf(config)
}

/** Tells other machines which `Gameservers.Key` this site has. Returns whether the site before it had another one. */
export async function shareServerKey(parts: Parts): Promise<boolean> {
  if (!isPostgres(parts.db)) return false
  const differs = !(await hasSharedServerKey(parts))
  await setSecret(parts.db, secretName, hashOf(parts.config))
  return differs
}

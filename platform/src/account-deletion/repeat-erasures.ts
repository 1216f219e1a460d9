import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  eraseAgain,
  erasedIdHash,
  listErasedHashes,
  listUserIdsAfter,
} from '../accounts/departures/queries.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { syncFolder } from '../foundation/local-files/receive.ts'

type Configured = Pick<Config, 'Backup'>

/** Returns the folder with a file for each erased account. Archives lie beside it, so a restore leaves it alone. */
const listOf = ({ Backup: { Folder } }: Configured): string | undefined =>
  Folder?.startsWith('/') ? join(Folder, 'erased-accounts') : undefined

/** Notes outside the database that an account is erased, for a backup that is restored later. */
export async function noteErasure(config: Configured, userId: string): Promise<void> {
  const list = listOf(config)
  if (list === undefined) return
  await mkdir(list, { recursive: true, mode: 0o700 })
  await writeFile(join(list, erasedIdHash(userId)), '', { flush: true })
  await syncFolder(list)
}

const usersPerPart = 1_000

/** Begins the erasure of accounts that a restored backup has brought back. */
export async function repeatErasures({
  db,
  now,
  config,
}: {
  db: Db
  now: Clock
  config: Configured
}): Promise<void> {
  const list = listOf(config)
  const noted = list === undefined ? [] : await readdir(list).catch(noneWhenMissing)
  const unknown = new Set(noted).difference(new Set(noted.length === 0 ? [] : await listErasedHashes(db)))
  if (unknown.size === 0) return
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: string[] = await listUserIdsAfter(db, after, usersPerPart)
    const restored = ids.filter((id) => unknown.has(erasedIdHash(id)))
    if (restored.length > 0) await eraseAgain(db, restored, now())
    after = ids.at(-1)
  }
}

function noneWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}

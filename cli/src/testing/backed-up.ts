import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { createPlace } from '@baseplate/platform/places/create'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { registerPerson } from '@baseplate/platform/testing/people'
import {
  createPostgresDatabase,
  type DatabaseKind,
  openTestPlatform,
} from '@baseplate/platform/testing/platforms'
import { onTestFinished } from 'vitest'
import { backUp } from '../backup/backup.ts'
import { verify } from '../backup/verify.ts'

export const quiet = { show() {}, end() {} }
export const forever = new AbortController().signal

/** Starts a platform with a place, a ledger and a script, and backs it up. */
export async function backedUpPlatform(kind: DatabaseKind = 'SQLite') {
  const platform = await openTestPlatform(kind)
  const { dataDirectory } = platform.config
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPlace(platform, maker, { name: 'A place', description: '' })
  const file = randomBytes(700_000)
  const upload = (bytes: Uint8Array) => updatePlaceFile(platform, maker, id, [bytes])
  await upload(file)
  await mkdir(join(dataDirectory, 'economy'))
  await writeFile(join(dataDirectory, 'economy', 'ledger'), 'Mint {"To":"a","Amount":3000000}\nMint {"To"')
  await mkdir(join(dataDirectory, 'scripts'))
  await writeFile(join(dataDirectory, 'scripts', 'an operator’s own.lua'), 'print(1)')
  await platform.files.write('exports/one', [file], file.length)
  const folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const archive = join(folder, 'archive.tar')
  const target: Config = { ...platform.config, dataDirectory: join(folder, 'restored') }
  if (kind === 'PostgreSQL') {
    const { url, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    target.databaseUrl = url
  }
  const backedUp = await backUp(platform.config, archive, forever, quiet)
  return { platform, id, file, upload, archive, backedUp, target, folder }
}

/** Returns the faults of each check of `verify`. */
export async function verdicts(config: Config): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for await (const { what, faults } of verify(config, quiet)) found[what] = faults
  return found
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '@baseplate/platform/config/load'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDirectory } from './site-lock.ts'

test('keeps a second site out of a data directory with SQLite, and none out of PostgreSQL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = parseConfig({}, { BASEPLATE_DATA: folder }, folder)
  const release = await lockDataDirectory(config)
  await expect(lockDataDirectory(config)).rejects.toThrow(`is in use by the site of process ${process.pid}`)
  const shared = await lockDataDirectory({ ...config, databaseUrl: 'postgres://localhost/x' })
  shared()
  release()
  const again = await lockDataDirectory(config)
  again()
})

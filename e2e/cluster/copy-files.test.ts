import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openObjectStorage } from '../../cli/src/backup/indexed-files.ts'
import { copyFiles } from '../../cli/src/commands/copy-files.ts'
import { hasObjectStore, newFilesUrl } from '../support/object-store.ts'

/** Opens a platform with three local files, and its object storage, which has none yet. */
async function open() {
  const platform = await openTestPlatform('PostgreSQL', {}, { FILES_URL: newFilesUrl() })
  const objects = await openObjectStorage(platform.config)
  if (!objects) throw new Error('FILES_URL is not in the configuration')
  onTestFinished(objects.close)
  await mkdir(join(platform.config.dataDirectory, 'scripts'))
  for (const name of ['a', 'b', 'c'])
    await writeFile(join(platform.config.dataDirectory, `scripts/${name}.lua`), name)
  const printed = vi.spyOn(process.stdout, 'write')
  onTestFinished(() => {
    process.exitCode = undefined
  })
  return {
    platform,
    /** Copies the files into object storage. Returns what the command prints. */
    async copy() {
      printed.mockClear()
      await copyFiles(platform.config, true)
      return printed.mock.calls.map(([text]) => String(text)).join('')
    },
    async emptyBucket() {
      for await (const keys of objects.list()) for (const key of keys) await objects.remove(key)
    },
  }
}

describe.skipIf(!hasObjectStore)('files copy to-storage', () => {
  test('copies files again whose objects are gone', async () => {
    const { copy, emptyBucket } = await open()
    expect(await copy()).toContain('3 files copied and verified, 0 were there already.')
    expect(await copy()).toContain('0 files copied and verified, 3 were there already.')
    await emptyBucket()
    expect(await copy()).toContain('3 files copied and verified, 0 were there already.')
  })

  test('reports a lost file that was newer than the local one', async () => {
    const { platform, copy, emptyBucket } = await open()
    await copy()
    await platform.files.write('scripts/a.lua', [Buffer.from('newer')], 10)
    await emptyBucket()
    const said = await copy()
    expect(said).toContain('2 files copied and verified, 0 were there already.')
    expect(said).toContain('FAULT  scripts/a.lua is newer in object storage, and its object is gone')
    expect(process.exitCode).toBe(1)
  })
})

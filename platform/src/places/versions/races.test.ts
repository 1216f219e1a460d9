import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPlace } from '../create.ts'
import { readPlaceFile } from '../servers/read-file.ts'
import { updatePlaceFile } from './update-file.ts'

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')

describe.each(databases)('processes that store and remove the same content on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind, { Places: { Versions: 3 } })
    const maker = await registerPerson(platform, 'Maker')
    const newPlace = async () => (await createPlace(platform, maker, { name: 'A place' })).id
    const at = (...names: string[]) => join(platform.config.dataDirectory, ...names)
    return {
      platform,
      one: await newPlace(),
      other: await newPlace(),
      at,
      contents: async () => (await readdir(at('place-files'))).sort(),
      store: (place: number, content: string) =>
        updatePlaceFile(platform, maker, place, [Buffer.from(content)]),
      read: async (place: number) => text((await readPlaceFile(platform, place, { actor: maker })).stream()),
    }
  }

  test('keeps a content whose last version is removed while the same content arrives', async () => {
    const { platform, one, store, read, at, contents } = await start()
    await store(one, 'first')
    const { transaction } = platform.db
    // Another process removes the content after this one has stored it, and before its version is recorded.
    const spy = vi.spyOn(platform.db, 'transaction').mockImplementationOnce(() => {
      rmSync(at('place-files', hashOf('again')))
      return transaction.call(platform.db)
    })
    await store(one, 'again')
    expect(spy).toHaveBeenCalled()
    expect(await contents()).toEqual([hashOf('first'), hashOf('again')].sort())
    expect(await read(one)).toBe('again')
  })

  test('keeps a content that a place gets while its last version is removed', async () => {
    const { platform, one, other, store, read, contents } = await start()
    const { removeUnless } = platform.files
    await store(one, 'shared')
    platform.files.removeUnless = async (name, isWanted) => {
      platform.files.removeUnless = removeUnless
      await store(other, 'shared')
      // The other process has seen the content, and this one removes it.
      await removeUnless(name, isWanted)
    }
    for (const text of ['a', 'b', 'c']) await store(one, text)
    expect(await read(other)).toBe('shared')
    expect(await contents()).toContain(hashOf('shared'))
  })
})

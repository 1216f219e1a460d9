import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { readPlaceFile } from '../servers/read-file.ts'
import { viewPlaceSettings } from '../settings.ts'
import { readVersion } from './read-version.ts'
import { restoreVersion } from './restore.ts'
import { sweepPlaceFiles } from './sweep.ts'
import { updatePlaceFile } from './update-file.ts'

async function* broken() {
  yield Buffer.from('the first half')
  throw new Error('the connection was cut')
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(databases)('versions of a place file on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind, { Places: { Versions: 3 } })
    const maker = await registerPerson(platform, 'Maker')
    const at = (...names: string[]) => join(platform.config.dataDirectory, ...names)
    const contents = async () => (await readdir(at('place-files')).catch(() => [])).sort()
    const newPlace = async () => {
      const { id } = await createPublishedPlace(platform, maker, { name: 'A place' })
      const versions = async () => (await viewPlaceSettings(platform, maker, { id })).versions
      return {
        id,
        versions,
        store: (source: string | AsyncIterable<Uint8Array>) =>
          updatePlaceFile(platform, maker, id, typeof source === 'string' ? [Buffer.from(source)] : source),
        restore: (version: number) => restoreVersion(platform, maker, { id, version: String(version) }),
        read: async () =>
          (await buffer((await readPlaceFile(platform, id, { actor: maker })).stream())).toString(),
        readVersion: async (version: number) =>
          (await buffer((await readVersion(platform, maker, { id, version })).file.stream())).toString(),
        numbers: async () => (await versions()).map(({ version }) => version),
      }
    }
    return { platform, maker, at, contents, newPlace, ...(await newPlace()) }
  }

  test('keeps the latest versions with their size, time and author', async () => {
    const { platform, store, versions, contents, readVersion } = await start()
    const times = []
    for (const text of ['one', 'two', 'three', 'four']) {
      platform.pass(1000)
      times.push(platform.now())
      await store(text)
    }
    expect(await versions()).toEqual(
      [
        [4, 'four', times[3]],
        [3, 'three', times[2]],
        [2, 'two', times[1]],
      ].map(([version, text, created]) => ({
        version,
        size: String(text).length,
        sha256: hashOf(String(text)),
        created,
        username: 'Maker',
        restoredFrom: null,
        gameName: null,
        gameVersion: null,
      })),
    )
    expect(await contents()).toEqual([hashOf('two'), hashOf('three'), hashOf('four')].sort())
    expect(await readVersion(2)).toBe('two')
    await expect(readVersion(1)).rejects.toMatchObject({ reason: 'missing' })
  })

  test('restores a version as a new one, and stores equal contents once', async () => {
    const { at, id, store, restore, read, versions, numbers, contents } = await start()
    await store('one')
    await store('two')
    await restore(1)
    expect(await read()).toBe('one')
    expect((await versions())[0]).toMatchObject({ version: 3, sha256: hashOf('one'), restoredFrom: 1 })
    await store('one')
    await restore(3)
    expect(await numbers()).toEqual([3, 2, 1])
    expect(await contents()).toEqual([hashOf('one'), hashOf('two')].sort())
    // The played file is a link to its content.
    expect((await stat(at('places', String(id)))).ino).toBe(
      (await stat(at('place-files', hashOf('one')))).ino,
    )
    await expect(restore(9)).rejects.toMatchObject({ reason: 'missing' })
    expect(await read()).toBe('one')
  })

  test('keeps a shared content until no place has it', async () => {
    const { store, newPlace, contents } = await start()
    const other = await newPlace()
    await Promise.all([store('template'), other.store('template')])
    expect(await contents()).toEqual([hashOf('template')])
    for (const text of ['a', 'b', 'c']) await store(text)
    expect(await other.read()).toBe('template')
    expect(await contents()).toContain(hashOf('template'))
    for (const text of ['a', 'b', 'c']) await other.store(text)
    expect(await contents()).toEqual(['a', 'b', 'c'].map(hashOf).sort())
  })

  test('leaves exactly the recorded contents after concurrent uploads and restores', async () => {
    const { platform, newPlace, contents } = await start()
    const places = await Promise.all([newPlace(), newPlace()])
    for (const place of places) await place.store('first')
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        places.flatMap(({ store, restore, numbers }) => [
          store(`${round % 3}`),
          store(`${(round + 1) % 3}`),
          numbers()
            .then(([, second]) => (second ? restore(second) : undefined))
            .catch(() => {}),
        ]),
      )
    }
    const recorded = new Set<string>()
    for (const { versions, read } of places) {
      const [newest, ...older] = await versions()
      expect(hashOf(await read())).toBe(newest?.sha256)
      for (const version of [newest, ...older]) if (version) recorded.add(version.sha256)
    }
    await sweepPlaceFiles(platform)
    expect(await contents()).toEqual([...recorded].sort())
  })

  test('lets a download finish after its version was deleted', async () => {
    const { platform, maker, id, store } = await start()
    await store('served')
    const { file } = await readVersion(platform, maker, { id, version: 1 })
    for (const text of ['a', 'b', 'c']) await store(text)
    await expect(readVersion(platform, maker, { id, version: 1 })).rejects.toMatchObject({
      reason: 'missing',
    })
    expect((await buffer(file.stream())).toString()).toBe('served')
  })

  test('changes nothing when an upload is interrupted or the disk is full', async () => {
    const { platform, at, store, read, numbers, contents } = await start()
    await store('old')
    await expect(store(broken())).rejects.toThrow('the connection was cut')
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const { receive } = platform.files
    platform.files.receive = (source, maxBytes, use) =>
      receive(source, maxBytes, (received) => use({ ...received, share: () => Promise.reject(full) }))
    await expect(store('newer')).rejects.toMatchObject({ reason: 'full' })
    platform.files.receive = receive
    expect(await read()).toBe('old')
    expect(await numbers()).toEqual([1])
    expect(await contents()).toEqual([hashOf('old')])
    expect(await readdir(at('incoming'))).toEqual([])
  })

  test('repairs differences between rows and files that a crash left', async () => {
    const { platform, at, id, store, read, contents } = await start()
    await store('noted')
    // The files of an upload whose transaction was not committed.
    await writeFile(at('place-files', hashOf('lost')), 'lost')
    await rm(at('places', String(id)))
    await writeFile(at('places', String(id)), 'lost')
    // The row of a content whose file was removed.
    await platform.db
      .insertInto('place_files')
      .values({ sha256: hashOf('gone'), size: 4 })
      .execute()
    await sweepPlaceFiles(platform)
    expect(await read()).toBe('noted')
    expect(await contents()).toEqual([hashOf('noted')])
    expect(await platform.db.selectFrom('place_files').select('sha256').execute()).toEqual([
      { sha256: hashOf('noted') },
    ])
  })

  test('replaces the played file even if size and time are equal', async () => {
    const { id, at, store, restore } = await start()
    for (const text of ['one', 'two']) {
      await store(text)
      await utimes(at('place-files', hashOf(text)), 1, 1)
    }
    await restore(1)
    expect(await readFile(at('places', String(id)), 'utf8')).toBe('one')
  })

  test('serves no file after an interrupted first upload', async () => {
    const { platform, at, id, store, read, newPlace } = await start()
    await mkdir(at('places'), { recursive: true })
    await writeFile(at('places', String(id)), 'half noted')
    const other = await newPlace()
    await other.store('kept')
    await sweepPlaceFiles(platform)
    await expect(read()).rejects.toThrow('File not found')
    expect(await other.read()).toBe('kept')

    const { receive } = platform.files
    platform.files.receive = (source, maxBytes, use) =>
      receive(source, maxBytes, (received) =>
        use({
          ...received,
          async share(name) {
            await received.share(name)
            throw new Error('the database went away')
          },
        }),
      )
    await expect(store('not noted')).rejects.toThrow('the database went away')
    platform.files.receive = receive
    await expect(read()).rejects.toThrow('File not found')
  })

  test('refuses other users who restore or read versions', async () => {
    const { platform, id, store } = await start()
    const other = await registerPerson(platform, 'Other')
    await store('mine')
    await expect(readVersion(platform, other, { id, version: 1 })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await expect(restoreVersion(platform, other, { id, version: '1' })).rejects.toMatchObject({
      reason: 'forbidden',
    })
  })
})

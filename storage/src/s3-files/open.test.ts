import { text } from 'node:stream/consumers'
import { testFiles } from '@baseplate/platform/testing/files-contract'
import { openMemoryObjects } from '@baseplate/platform/testing/memory-objects'
import { databases, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { storedNames } from '@baseplate/platform/testing/stored-names'
import { day, hour, minute } from '@baseplate/service/clock'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { forgetObjects, listUnusedObjects } from './file-index.ts'
import { openS3Files } from './open.ts'

describe.each(databases)('files whose names are in %s', (kind) => {
  async function start() {
    const { db } = await openTestPlatform(kind)
    const objects = openMemoryObjects()
    const files = openS3Files(db, objects)
    return {
      db,
      objects,
      files,
      write: (name: string, content: string) => files.write(name, [Buffer.from(content)], 100),
      read: async (name: string) => {
        const file = await files.open(name)
        return file && text(file.stream())
      },
      /** Makes every mark of an unused object older. */
      age: (ms: number) =>
        db
          .updateTable('stored_objects')
          .set({ unused_since: sql<number>`unused_since - ${sql.lit(ms)}` })
          .execute(),
      unused: async () =>
        (
          await db
            .selectFrom('stored_objects')
            .select('object_key')
            .where('unused_since', 'is not', null)
            .execute()
        ).length,
    }
  }

  testFiles(async () => (await start()).files)

  test('a sweep removes an object once it has had no name for a day', async () => {
    const { files, objects, write, read, age } = await start()
    await write('places/1', 'old')
    await files.share('places/1', 'places/2')
    await write('places/1', 'new')
    await files.remove('places/2')
    expect(objects.stored.size).toBe(2)
    await age(day - hour)
    await files.sweep()
    expect(objects.stored.size).toBe(2)
    await age(2 * hour)
    await files.sweep()
    expect([...objects.stored.values()].map(String)).toEqual(['new'])
    expect(await read('places/1')).toBe('new')
  })

  test('an object with a name is never unused, and loses a mark that it got before', async () => {
    const { db, files, objects, write, read, age, unused } = await start()
    await write('places/1', 'kept')
    // Its last name is taken away and given back.
    await files.removeUnless('places/1', async () => true)
    expect(await unused()).toBe(1)
    await age(2 * day)
    expect(await listUnusedObjects(db, { forMs: day, time: Date.now() }, 10)).toEqual([])
    expect(await unused()).toBe(0)
    await files.removeUnless('places/1', async () => true)
    await age(2 * day)
    await files.sweep()
    expect(objects.stored.size).toBe(1)
    expect(await read('places/1')).toBe('kept')
    await expect(forgetObjects(db, [...objects.stored.keys()])).rejects.toThrow()
  })

  test('lists at most the requested number of unused objects', async () => {
    const { db, write, age } = await start()
    for (const content of ['one', 'two', 'three']) await write('places/1', content)
    await age(2 * day)
    const list = (limit: number) => listUnusedObjects(db, { forMs: day, time: Date.now() }, limit)
    expect([await list(1), await list(5)].map(({ length }) => length)).toEqual([1, 2])
  })

  test('a sweep removes more objects than one batch has', async () => {
    const { files, objects, write, age } = await start()
    for (let count = 0; count < 103; count++) await write('places/1', `${count}`)
    await age(2 * day)
    await files.sweep()
    expect([...objects.stored.values()].map(String)).toEqual(['102'])
  })

  test('an upload that fails leaves no object, and one that a crash left is swept', async () => {
    const { db, files, objects, age } = await start()
    const failed = files.receive([Buffer.from('content')], 100, async () => {
      throw new Error('not recorded')
    })
    await expect(failed).rejects.toThrow('not recorded')
    expect(objects.stored.size).toBe(0)
    const { remove } = objects
    objects.remove = () => Promise.reject(new Error('the process was killed'))
    await files.receive([Buffer.from('left')], 100, async () => undefined)
    objects.remove = remove
    expect(objects.stored.size).toBe(1)
    await age(2 * day)
    await files.sweep()
    expect(objects.stored.size).toBe(0)
    expect(await db.selectFrom('stored_objects').selectAll().execute()).toEqual([])
  })

  test('shares the bytes of an object between its names', async () => {
    const { files, objects, write, read } = await start()
    await write('place-files/a', 'shared')
    await write('places/1', 'earlier')
    await files.share('place-files/a', 'places/1')
    expect(objects.stored.size).toBe(2)
    const [one, other] = [await files.open('place-files/a'), await files.open('places/1')]
    expect([one?.etag, one?.modified]).toEqual([other?.etag, other?.modified])
    await write('place-files/a', 'replaced')
    expect(await read('places/1')).toBe('shared')
  })

  test('reads a small object once, and a large one as often as it is asked for', async () => {
    const { files, objects, write, read } = await start()
    await write('assets/small', 'small')
    await Promise.all([read('assets/small'), read('assets/small')])
    expect(await read('assets/small')).toBe('small')
    const large = Buffer.alloc(256 * 1024 + 1, 'x')
    await files.write('assets/large', [large], large.length)
    for (const _ of [1, 2]) expect((await read('assets/large'))?.length).toBe(large.length)
    expect([...objects.reads.values()]).toEqual([1, 2])
  })

  test('names the address of the object for a download', async () => {
    const { files, objects, write } = await start()
    await write('places/1', 'x')
    const file = await files.open('places/1')
    const [key] = objects.stored.keys()
    expect(await file?.address?.({ contentType: 'text/plain' }, 60)).toBe(
      `memory:${key}?type=text/plain&seconds=60`,
    )
  })

  test('lists the files of a folder beyond one batch, without those in folders below it', async () => {
    const { db, files, write } = await start()
    await write('next/one', '12345')
    await write('next/below/two', 'x')
    const [{ object_key: key } = { object_key: '' }] = await db
      .selectFrom('stored_files')
      .selectAll()
      .execute()
    const names = Array.from({ length: 600 }, (_, index) => `many/${1_000 + index}`)
    const rows = names.map((name) => ({ name, object_key: key, modified: 1, used: minute }))
    await db.insertInto('stored_files').values(rows).execute()
    expect(await storedNames(files, 'next')).toEqual(['one'])
    expect(await storedNames(files, 'many')).toEqual(names.map((name) => name.slice('many/'.length)))
    const usage = (await Array.fromAsync(files.usage('many'))).flat()
    expect(usage).toHaveLength(600)
    expect(usage.at(-1)).toEqual({ name: '1599', bytes: 5, used: minute })
  })
})

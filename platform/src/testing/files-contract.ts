import { text } from 'node:stream/consumers'
import { minute } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { TooLarge } from '@baseplate/storage/received-file'
import { expect, test } from 'vitest'
import { storedNames } from './stored-names.ts'

async function* parts(...texts: string[]) {
  for (const part of texts) yield Buffer.from(part)
}

/** Declares the tests that every driver of `Files` passes. Each test opens files that are empty. */
export function testFiles(open: () => Promise<Files>): void {
  testReading(open)
  testStoring(open)
  testNames(open)
  testRemoving(open)
}

async function read(files: Files, name: string, range?: { start: number; end: number }) {
  const file = await files.open(name)
  return file && text(file.stream(range))
}

function testReading(open: () => Promise<Files>): void {
  test('reads a written file as a whole and in ranges', async () => {
    const files = await open()
    const written = await files.write('places/1', parts('hello ', 'world'), 11)
    expect(written).toEqual({
      size: 11,
      // printf 'hello world' | sha256sum
      sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    })
    expect(await read(files, 'places/1')).toBe('hello world')
    expect(await read(files, 'places/1', { start: 4, end: 6 })).toBe('o w')
    const file = await files.open('places/1')
    expect(file?.size).toBe(11)
    expect(Math.abs((file?.modified ?? 0) - Date.now())).toBeLessThan(minute)
    await file?.close()
  })

  test('reads an empty file', async () => {
    const files = await open()
    await files.write('places/1', [], 11)
    expect(await read(files, 'places/1')).toBe('')
  })

  test('serves an open file unchanged while it is replaced and removed', async () => {
    const files = await open()
    await files.write('places/1', parts('old'), 100)
    const [first, second] = [await files.open('places/1'), await files.open('places/1')]
    await files.write('places/1', parts('newer'), 100)
    expect(first && (await text(first.stream()))).toBe('old')
    expect(await read(files, 'places/1')).toBe('newer')
    await files.remove('places/1')
    expect(second && (await text(second.stream()))).toBe('old')
    expect(await files.open('places/1')).toBeUndefined()
  })

  test('changes the etag with the content, and not with a use', async () => {
    const files = await open()
    const etag = async () => {
      const file = await files.open('asset-cache/1')
      await file?.close()
      return file?.etag
    }
    await files.write('asset-cache/1', parts('one'), 100)
    const first = await etag()
    expect(first).toMatch(/^"[!-~]+"$/)
    await files.touch('asset-cache/1', 1_000)
    expect(await etag()).toBe(first)
    expect(await Array.fromAsync(files.usage('asset-cache'))).toEqual([
      [{ name: '1', bytes: 3, used: 1_000 }],
    ])
    await files.write('asset-cache/1', parts('two'), 100)
    expect(await etag()).not.toBe(first)
  })
}

function testStoring(open: () => Promise<Files>): void {
  test('stores nothing of a source that is too large or fails, and keeps the earlier file', async () => {
    const files = await open()
    await files.write('places/1', parts('kept'), 10)
    await expect(files.write('places/1', parts('hello ', 'world'), 10)).rejects.toBeInstanceOf(TooLarge)
    async function* broken() {
      yield Buffer.from('the first half')
      throw new Error('the connection was cut')
    }
    await expect(files.write('places/1', broken(), 100)).rejects.toThrow('the connection was cut')
    await expect(files.write('places/2', broken(), 100)).rejects.toThrow('the connection was cut')
    expect(await read(files, 'places/1')).toBe('kept')
    expect(await storedNames(files, 'places')).toEqual(['1'])
  })

  test('reads ranges of a received file before it is stored', async () => {
    const files = await open()
    const texts = await files.receive(parts('shared'), 100, async ({ read: readRange, store }) => {
      const found = []
      for (const range of [
        { start: 0, end: 5 },
        { start: 2, end: 3 },
      ])
        found.push(Buffer.concat(await Array.fromAsync(readRange(range))).toString())
      await store('places/1')
      return found
    })
    expect(texts).toEqual(['shared', 'ar'])
  })

  test('keeps a received file under every name that it was given', async () => {
    const files = await open()
    const result = await files.receive(parts('shared'), 100, async ({ share, size }) => {
      await share('place-files/a')
      await files.remove('place-files/a')
      await share('place-files/a')
      return size
    })
    expect(result).toBe(6)
    expect(await read(files, 'place-files/a')).toBe('shared')
    expect(await files.share('place-files/a', 'places/1')).toBe(true)
    expect(await files.share('place-files/none', 'places/1')).toBe(false)
    await files.remove('place-files/a')
    expect(await read(files, 'places/1')).toBe('shared')
    await expect(
      files.receive(parts('not kept'), 100, async () => {
        throw new Error('not recorded')
      }),
    ).rejects.toThrow('not recorded')
  })
}

function testNames(open: () => Promise<Files>): void {
  test('reads nothing of a source for a name that no file can have', async () => {
    const files = await open()
    let isRead = false
    async function* source() {
      isRead = true
      yield Buffer.from('content')
    }
    await expect(files.write('../places/1', source(), 100)).rejects.toThrow('not the name of a stored file')
    expect(isRead).toBe(false)
  })

  test('rejects a bad name for a received file, and keeps nothing', async () => {
    const files = await open()
    const store = files.receive(parts('content'), 100, ({ store }) => store('places/../../secret'))
    await expect(store).rejects.toThrow()
    expect(await Array.fromAsync(files.walk('places'))).toEqual([])
  })

  test('finds names by folder and prefix, in batches', async () => {
    const files = await open()
    for (const name of ['next/1.a.x', 'next/1.b.x', 'next/10.a.x', 'next2/1.a.x'])
      await files.write(name, parts('x'), 1)
    expect(await storedNames(files, 'next')).toEqual(['1.a.x', '1.b.x', '10.a.x'])
    expect(await Array.fromAsync(files.walk('next', '1.a.'))).toEqual([['1.a.x']])
    expect(await Array.fromAsync(files.walk('none'))).toEqual([])
    expect(await files.existing(['next/1.a.x', 'next/1', 'none/1.a.x'])).toEqual(new Set(['next/1.a.x']))
    expect(await files.exists('next/1.a.x')).toBe(true)
    expect(await files.exists('next')).toBe(false)
  })

  test.each(['../secret', '/etc/passwd', 'places/../../x', 'places//1', '', 'places/.hidden', 'a\0b'])(
    'rejects the name %j',
    async (name) => {
      const files = await open()
      await expect(files.open(name)).rejects.toThrow('not the name of a stored file')
      await expect(files.write(name, parts('x'), 1)).rejects.toThrow('not the name of a stored file')
    },
  )
}

function testRemoving(open: () => Promise<Files>): void {
  test('removes only a file that was not written lately', async () => {
    const files = await open()
    await files.write('places/1', parts('x'), 1)
    await files.removeUntouched('places/1', Date.now() - minute)
    expect(await files.exists('places/1')).toBe(true)
    await files.removeUntouched('places/1', Date.now() + minute)
    expect(await files.exists('places/1')).toBe(false)
    await files.removeUntouched('places/1', Date.now() + minute)
  })

  test('removes a file unless it is wanted, and never a newer one', async () => {
    const files = await open()
    await files.write('place-files/a', parts('old'), 10)
    await files.removeUnless('place-files/a', async () => true)
    expect(await read(files, 'place-files/a')).toBe('old')
    await files.removeUnless('place-files/a', async () => {
      expect(await files.exists('place-files/a')).toBe(false)
      await files.write('place-files/a', parts('newer'), 10)
      return true
    })
    expect(await read(files, 'place-files/a')).toBe('newer')
    await files.removeUnless('place-files/a', async () => false)
    expect(await files.exists('place-files/a')).toBe(false)
    await files.removeUnless('place-files/a', async () => true)
    expect(await files.exists('place-files/a')).toBe(false)
  })

  test('a sweep keeps every file that has a name', async () => {
    const files = await open()
    await files.write('places/1', parts('kept'), 10)
    await files.sweep()
    expect(await read(files, 'places/1')).toBe('kept')
  })
}

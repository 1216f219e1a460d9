import { describe, expect, test } from 'vitest'
import { checkPlaceFile } from './check.ts'
import { buildZip, bytesOf, type Packed, smallGame } from './testing/build-zip.ts'

const refusalOf = (...files: Packed[]) =>
  checkPlaceFile(bytesOf(buildZip(files))).then(
    () => 'accepted',
    ({ code, values }: { code: string; values: unknown }) => ({ code, values }),
  )
const withGame = (...files: Packed[]) => refusalOf(...smallGame, ...files)

describe('a hostile place file', () => {
  test.each([
    '/etc/passwd',
    '../world/worldmods/baseplate/init.lua',
    'mods/../../x',
    'mods/./x',
    'mods//x',
    'mods\\x',
    'C:/x',
    'c:x',
    'a\nb',
    'a\u0085b',
    'x'.repeat(256),
    `${'y/'.repeat(500)}z`,
    '',
    '/',
  ])('is refused for the name %j', async (path) => {
    expect(await withGame({ path })).toMatchObject({ code: 'bad_name' })
  })

  test('has its control characters replaced in the message, and long names cut', async () => {
    const path = `a\u001b[2J${'x'.repeat(300)}`
    expect(await withGame({ path })).toEqual({
      code: 'bad_name',
      values: { file: `a\uFFFD[2J${'x'.repeat(195)}` },
    })
  })

  test.each([
    ['the same', ['a', 'a'], 'a', 'a'],
    ['the same but for case', ['A', 'a'], 'a', 'A'],
    ['the same but for the form of an accent', ['e\u0301', 'é'], 'é', 'e\u0301'],
    ['in folders that are the same but for case', ['a/x', 'A/y'], 'A/y', 'a'],
    ['a file and a folder', ['a', 'a/x'], 'a', 'a/'],
  ])('is refused for names that are %s', async (_, paths, file, other) => {
    expect(await withGame(...paths.map((path) => ({ path })))).toEqual({
      code: 'same_name',
      values: { file, other },
    })
  })

  test.each([
    ['link', 0o120777],
    ['device', 0o020666],
    ['pipe', 0o010644],
    ['socket', 0o140644],
  ])('is refused for a %s', async (_, mode) => {
    expect(await withGame({ path: 'a', content: '/etc/passwd', mode })).toEqual({
      code: 'link',
      values: { file: 'a' },
    })
  })

  test('is refused for an encrypted file', async () => {
    expect(await withGame({ path: 'a', content: 'x', flags: 1 })).toMatchObject({ code: 'encrypted' })
  })

  test('is refused for another compression', async () => {
    expect(await withGame({ path: 'a', content: 'x', method: 14 })).toMatchObject({ code: 'compression' })
  })

  test.each([
    ['a size that is too small', { size: 1 }],
    ['a size that is too large', { size: 100 }],
    ['a wrong checksum', { crc: 1 }],
    ['another name in its own header', { localPath: 'mods/baseplate/init.lua' }],
    ['the bytes of another file', { offset: 0 }],
    ['bytes after the end', { offset: 1_000_000 }],
  ])('is refused for %s', async (_, lie) => {
    expect(await withGame({ path: 'a', content: 'some text', ...lie })).toEqual({
      code: 'damaged',
      values: { file: 'a' },
    })
  })

  test('is refused for entries that overlap', async () => {
    // One entry contains another entry, as in bombs that unpack to far more than their size.
    const inner = buildZip([{ path: 'b', content: 'x' }])
    const outer = { path: 'a', content: inner, method: 0 }
    const overlapping = { path: 'b', content: 'x', offset: 30 + outer.path.length }
    expect(await refusalOf(outer, overlapping, ...smallGame)).toEqual({
      code: 'damaged',
      values: { file: 'b' },
    })
  })

  test('is refused for stored bytes that differ from their size', async () => {
    expect(await withGame({ path: 'a', content: 'abc', method: 0, size: 2 })).toMatchObject({
      code: 'damaged',
    })
  })

  test('is refused for a folder with content', async () => {
    expect(await withGame({ path: 'a/', content: 'x' })).toEqual({ code: 'damaged', values: { file: 'a/' } })
  })

  test('is refused for a declared size of more than 500 MB', async () => {
    expect(await withGame({ path: 'a', content: 'x', size: 500_000_000 })).toEqual({
      code: 'too_large_unpacked',
      values: { max: 500 },
    })
  })

  test('is refused for a bomb that declares a small size, before it is unpacked', async () => {
    const bomb = { path: 'a', content: Buffer.alloc(50_000_000), size: 10 }
    const zip = buildZip([...smallGame, bomb])
    const before = process.memoryUsage().arrayBuffers
    await expect(checkPlaceFile(bytesOf(zip))).rejects.toMatchObject({ code: 'damaged' })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  test('does not occupy the site with settings files that are slow to parse', async () => {
    const line = `a=b${' '.repeat(60_000)}c\n`
    const blocks = 'a = """\nb\n'.repeat(5_000)
    const mods = Array.from({ length: 400 }, (_, at) => [
      { path: `mods/m${at}/mod.conf`, content: at % 2 ? line : blocks },
      { path: `mods/m${at}/init.lua` },
    ])
    expect(await withGame(...mods.flat())).toBe('accepted')
  })
})

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { zipOf, zipOfType } from '../testing/archives.ts'
import { makeHome } from '../testing/served.ts'
import { unpack } from './unpack.ts'

const accepted = { entries: 10, bytes: 1_000, portableNames: true }

/** Unpacks an archive into an empty folder. Returns the folder. */
async function unpacked(archive: Uint8Array, some: Partial<typeof accepted> = {}): Promise<string> {
  const home = makeHome()
  const file = join(home, 'place.zip')
  writeFileSync(file, archive)
  const folder = join(home, 'unpacked')
  try {
    await unpack(file, folder, { ...accepted, ...some })
  } catch (error) {
    expect(readdirSync(home)).toEqual(['place.zip'])
    throw error
  }
  return folder
}

/** Replaces a number of two or four bytes after a signature in an archive. */
function forged(archive: Uint8Array, signature: string, offset: number, value: number): Uint8Array {
  const bytes = Buffer.from(archive)
  const at = bytes.indexOf(signature, 0, 'latin1') + offset
  bytes.writeUInt32LE(value, at)
  return bytes
}

const [centralHeader, localHeader] = ['PK\x01\x02', 'PK\x03\x04']

test('unpacks files into their folders', async () => {
  const folder = await unpacked(zipOf({ 'game.conf': 'title = Tower', 'mods/tower/init.lua': 'print(1)' }))
  expect(readFileSync(join(folder, 'game.conf'), 'utf8')).toBe('title = Tower')
  expect(readFileSync(join(folder, 'mods/tower/init.lua'), 'utf8')).toBe('print(1)')
})

test.each([
  '../evil',
  'mods/../../evil',
  '/tmp/evil',
  './evil',
  'mods//evil',
  'C:\\evil',
  'mods\\..\\evil',
  // Names without such a letter are read in an encoding that has no control characters.
  'mods/é\nevil',
  'mods/é\0evil',
  '..',
])('refuses the name %j and leaves nothing', async (name) => {
  await expect(unpacked(zipOf({ 'game.conf': '', [name]: 'x' }))).rejects.toThrow(/evil|"\.\."|: \.\./)
  expect(existsSync('/tmp/evil')).toBe(false)
})

test.each([
  ['link', 0o120000],
  ['device', 0o020000],
  ['pipe', 0o010000],
  ['socket', 0o140000],
])('refuses a %s', async (_what, type) => {
  await expect(unpacked(zipOfType('mods/x', type, '/etc/passwd'))).rejects.toThrow(
    '"mods/x" is no regular file',
  )
})

test('accepts as many files as the limit says, and no more', async () => {
  const files = (count: number) =>
    zipOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, ''])))
  expect(readdirSync(await unpacked(files(10)))).toHaveLength(10)
  await expect(unpacked(files(11))).rejects.toThrow('it has more than 10 files')
})

test('accepts as many bytes as the limit says, and no more', async () => {
  const file = (bytes: number) => zipOf({ a: 'x'.repeat(bytes - 1), b: 'x' })
  await unpacked(file(1_000))
  await expect(unpacked(file(1_001))).rejects.toThrow('it is larger than 0.001 MB when it is unpacked')
})

test('refuses an archive that says it is smaller than it is', async () => {
  const bomb = zipOf({ bomb: '0'.repeat(10_000_000) })
  expect(bomb.length).toBeLessThan(100_000)
  const lying = forged(forged(bomb, centralHeader, 24, 10), localHeader, 22, 10)
  await expect(unpacked(lying, { bytes: 20_000_000 })).rejects.toThrow('"bomb" is damaged')
})

test('refuses a damaged file', async () => {
  const archive = zipOf({ 'game.conf': 'title = Tower' })
  await expect(unpacked(forged(archive, centralHeader, 16, 7))).rejects.toThrow('"game.conf" is damaged')
})

test('refuses files that are not archives', async () => {
  await expect(unpacked(Buffer.from('<roblox></roblox>'))).rejects.toThrow('it is no valid ZIP archive')
  await expect(unpacked(Buffer.alloc(0))).rejects.toThrow('it is no valid ZIP archive')
  const archive = zipOf({ 'game.conf': 'title = Tower' })
  await expect(unpacked(archive.subarray(0, -30))).rejects.toThrow('it is no valid ZIP archive')
})

test('refuses an encrypted file', async () => {
  const archive = zipOf({ 'game.conf': 'title = Tower' })
  // Bit 0 of the flags, which share four bytes with the method of compression.
  const flags = Buffer.from(archive).readUInt32LE(
    Buffer.from(archive).indexOf(centralHeader, 0, 'latin1') + 8,
  )
  await expect(unpacked(forged(archive, centralHeader, 8, flags | 1))).rejects.toThrow('is encrypted')
})

test('refuses a second file of the same name', async () => {
  const twice = Buffer.from(zipOf({ 'mods/a': 'one', 'mods/b': 'two' }))
  const twin = Buffer.from(twice.toString('latin1').replaceAll('mods/b', 'mods/a'), 'latin1')
  await expect(unpacked(twin)).rejects.toThrow('"mods/a" and "mods/a" are the same name')
})

test('accepts names that differ in their case only in worlds', async () => {
  const archive = zipOf({ 'notes/a': 'one', 'notes/A': 'two' })
  await expect(unpacked(archive)).rejects.toThrow('"notes/A" and "notes/a" are the same name')
  const folder = await unpacked(archive, { portableNames: false })
  expect(readFileSync(join(folder, 'notes/A'), 'utf8')).toBe('two')
})

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { contentOf } from '../../testing/assets.ts'
import { registerPerson } from '../../testing/people.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { assetType } from '../types.ts'
import { replaceAssetFile } from './replace-asset-file.ts'
import { storeAsset } from './store-asset.ts'

async function start() {
  const platform = await openTestPlatform('SQLite')
  const creator = await registerPerson(platform, 'Creator')
  const store = async (content: string | Uint8Array) => {
    const source = [Buffer.from(content as string)]
    return (await storeAsset(platform, creator, { type: assetType.hat, name: 'A hat' }, source)).id
  }
  return { platform, store }
}

describe('large files', () => {
  const line = '<Content><url>http://www.roblox.com/asset/?id=1818</url></Content>\n'

  test('rewrites an XML file of 3 MB in a stream, whole or in part', async () => {
    const { platform, store } = await start()
    const xml = `<roblox>\n${line.repeat(3_000_000 / line.length)}</roblox>`
    const expected = xml.replaceAll('http://www.roblox.com/asset', `${platform.config.baseUrl}/asset`)
    const id = await store(xml)
    const whole = await platform.assetFiles.read(id)
    expect(whole.bytes).toBeUndefined()
    expect(whole.size).toBe(expected.length)
    expect(whole.md5).toBe(createHash('md5').update(expected).digest('hex'))
    expect((await contentOf(whole)) === expected).toBe(true)
    for (const [from, to] of [
      [0, 0],
      [1_000_000, 2_000_000],
      [expected.length - 1, expected.length - 1],
    ] as const) {
      const some = await platform.assetFiles.read(id)
      if (some.bytes) throw new Error('too small a file')
      expect((await text(some.stream({ start: from, end: to }))) === expected.slice(from, to + 1)).toBe(true)
    }
  })

  // A file handle that is never closed ends the process when it is collected.
  test.runIf(process.platform === 'linux')('closes a file that is read in part or not at all', async () => {
    const { platform, store } = await start()
    const id = await store(`<roblox>\n${line.repeat(20_000)}</roblox>`)
    for (const leave of [
      (stream: Readable) => text(stream),
      async (stream: Readable) => stream.destroy(),
      (stream: Readable) => once(stream.resume(), 'data').then(() => stream.destroy()),
    ]) {
      const some = await platform.assetFiles.read(id)
      if (some.bytes) throw new Error('too small a file')
      await leave(some.stream({ start: 0, end: 0 }))
      const whole = await platform.assetFiles.read(id)
      if (whole.bytes) throw new Error('too small a file')
      await leave(whole.stream())
    }
    await expect.poll(() => openFilesIn(platform.config.dataDirectory)).toEqual([])
  })

  test('sends a binary file byte for byte', async () => {
    const { platform, store } = await start()
    const bytes = Buffer.concat([
      Buffer.from('<roblox!\x89\xff\r\n\x1a\n', 'latin1'),
      Buffer.from(line),
      randomBytes(1_000_000),
    ])
    const asset = await platform.assetFiles.read(await store(bytes))
    if (asset.bytes) throw new Error('too small a file')
    expect(asset.md5).toBe(createHash('md5').update(bytes).digest('hex'))
    expect(Buffer.concat(await asset.stream().toArray()).equals(bytes)).toBe(true)
  })

  test('serves an open file whole while it is replaced', async () => {
    const { platform, store } = await start()
    const id = await store('a'.repeat(600_000))
    const before = await platform.assetFiles.read(id)
    await replaceAssetFile(platform, id, [Buffer.from('b'.repeat(700_000))])
    const after = await platform.assetFiles.read(id)
    expect(await contentOf(before)).toMatch(/^a{600000}$/)
    expect(await contentOf(after)).toMatch(/^b{700000}$/)
    expect(before.md5).not.toBe(after.md5)
  })
})

/** Lists the open files in `assets/` of this process, from the links in `/proc`. */
function openFilesIn(dataDirectory: string): string[] {
  const assets = join(dataDirectory, 'assets')
  return readdirSync('/proc/self/fd')
    .map((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`)
      } catch {
        // The file was closed since the folder was listed.
        return ''
      }
    })
    .filter((path) => path.startsWith(assets))
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replaceHostReferences } from './host-references.ts'

const replace = replaceHostReferences(['www.roblox.com', 'roblox.com'], 'https://play.example')

async function rewritten(parts: readonly (string | Uint8Array)[], using = replace): Promise<string> {
  const out: Buffer[] = []
  async function* source() {
    for (const part of parts) yield Buffer.from(part as string)
  }
  for await (const chunk of using(source())) out.push(chunk)
  return Buffer.concat(out).toString()
}

test.each([
  ['http://www.roblox.com/asset/?id=1', 'https://play.example/asset/?id=1'],
  ['https://www.roblox.com/asset?id=1', 'https://play.example/asset?id=1'],
  [
    '<url>http://roblox.com/asset/?id=1&amp;version=2</url>',
    '<url>https://play.example/asset/?id=1&amp;version=2</url>',
  ],
  ['www.roblox.com/asset/?id=1', 'https://play.example/asset/?id=1'],
  ['roblox.com/asset', 'https://play.example/asset'],
  ['//www.roblox.com/asset/', 'https://play.example/asset/'],
  ['HTTP://WWW.Roblox.COM/Asset/Default.ashx?ID=1', 'https://play.example/asset/Default.ashx?ID=1'],
  ['"roblox.com/asset" \'roblox.com/asset\'', '"https://play.example/asset" \'https://play.example/asset\''],
  ['http://www.roblox.com//asset/?id=1', 'https://play.example/asset/?id=1'],
  ['http:&#x2F;&#47;www.roblox&#46;com&#x0002f;asset/?id=1', 'https://play.example/asset/?id=1'],
  ['http://www.r%6Fblox.com/%61sset/?id=1', 'https://play.example/asset/?id=1'],
  ['&#104;ttp://www.roblox.com/asse&#84;?id=1', 'https://play.example/asset?id=1'],
  ['a http://www.roblox.com/asset. b', 'a https://play.example/asset. b'],
  [
    'http://www.roblox.com/asset/?id=1;http://www.roblox.com/asset/?id=2',
    'https://play.example/asset/?id=1;https://play.example/asset/?id=2',
  ],
])('replaces %s', async (text, expected) => expect(await rewritten([text])).toBe(expected))

test.each([
  'http://notroblox.com/asset/?id=1',
  'http://www.notroblox.com/asset/?id=1',
  'http://my-roblox.com/asset/?id=1',
  'http://evil.roblox.com/asset/?id=1',
  'http://www.roblox.com.evil.example/asset/?id=1',
  'http://www.roblox.com/assets/1',
  'http://www.roblox.com/asset-list',
  'http://www.roblox.com/asset_list',
  'http://www.roblox.com/asset.php',
  'http://www.roblox.com/Game/asset/?id=1',
  'http://www-roblox.com/asset/?id=1',
  'http://wwwXroblox.com/asset/?id=1',
  'http://example.com/www.roblox.com/asset/?id=1',
  'ftp://www.roblox.com/asset/?id=1',
  'xhttp://www.roblox.com/asset/?id=1',
  'somebody@roblox.com/asset',
  'http://büroblox.com/asset/?id=1',
  'büroblox.com/asset/?id=1',
  'üroblox.com/asset/?id=1',
  'rbxasset://textures/face.png',
  'http:&#47;&#47;my&#45;roblox.com/asset/?id=1',
  'http://example.com&#47;www.roblox.com/asset/?id=1',
])('leaves %s alone', async (text) => expect(await rewritten([text])).toBe(text))

test('inserts the address literally', async () => {
  const odd = replaceHostReferences(['roblox.com'], 'http://x/$&$1')
  expect(await rewritten(['a roblox.com/asset b'], odd)).toBe('a http://x/$&$1/asset b')
})

test('matches dots in host names literally, and nothing without hosts', async () => {
  const one = replaceHostReferences(['a.b'], 'http://x')
  expect(await rewritten(['a.b/asset axb/asset'], one)).toBe('http://x/asset axb/asset')
  expect(await rewritten(['roblox.com/asset'], replaceHostReferences([], 'http://x'))).toBe(
    'roblox.com/asset',
  )
})

test('gives the same result for any chunks of a file', async () => {
  const piece = fc.constantFrom(
    'http://www.roblox.com/asset/?id=1',
    'https://roblox.com/asset',
    '//roblox.com/asset',
    'www.roblox.com/asset"',
    'http://www.roblox.com/assets',
    'notroblox.com/asset',
    'http://',
    'www.',
    'roblox.com',
    '/asset',
    '/',
    'ü',
    ' ',
    '日本',
    '<a>',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 30 }),
      fc.array(fc.nat(400), { maxLength: 20 }),
      async (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(''))
        const at = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]
        const parts = at.slice(1).map((end, index) => bytes.subarray(at[index], end))
        expect(await rewritten(parts)).toBe(await rewritten([bytes]))
      },
    ),
    { numRuns: 500 },
  )
})

test('replaces ten megabytes of references in a stream', async () => {
  const line = Buffer.from(
    '<Content name="Texture"><url>http://www.roblox.com/asset/?id=1818</url></Content>\n',
  )
  let count = 0
  let longest = 0
  async function* source() {
    const chunk = Buffer.concat(Array.from({ length: 1_000 }, () => line))
    for (let sent = 0; sent < 10_000_000; sent += chunk.length) yield chunk
  }
  for await (const chunk of replace(source())) {
    longest = Math.max(longest, chunk.length)
    count += chunk.toString('latin1').split('https://play.example/asset').length - 1
  }
  expect(count).toBe(Math.ceil(10_000_000 / (line.length * 1_000)) * 1_000)
  expect(longest).toBeLessThan(200_000)
})

import { expect, test } from 'vitest'
import { readOutline } from './outline.ts'

const read = (body: string) => readOutline(Buffer.from(`<roblox>${body}</roblox>`), 'roblox')

test('cuts class names and addresses that are too long to read', async () => {
  const { classes, addresses } = await read(
    `<Item class="${'A'.repeat(5_000)}"><url>http://example/${'b'.repeat(5_000)}</url></Item>`,
  )
  expect(classes).toEqual([{ name: 'A'.repeat(100), count: 1 }])
  expect(addresses).toEqual([`http://example/${'b'.repeat(485)}`])
})

test('reports an address whole when the parser delivers it in parts', async () => {
  // The document is parsed in pieces of 128 Ki characters: this address lies across two of them.
  const padding = ' '.repeat(128 * 1024 - 40)
  const { addresses } = await read(
    `<Item class="Hat"></Item>${padding}<url>http://example/asset?id=1234567</url>`,
  )
  expect(addresses).toEqual(['http://example/asset?id=1234567'])
})

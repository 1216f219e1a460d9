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

test('reports an address whole when it is written in parts', async () => {
  const { addresses } = await read(
    '<Item class="Hat"><url> http://example/<![CDATA[asset?id=1]]></url></Item>',
  )
  expect(addresses).toEqual(['http://example/asset?id=1'])
})

test.each([
  '<Content name="MeshContent"><uri>rbxassetid://1101</uri></Content>',
  '<Content name="MeshId">rbxassetid://1101</Content>',
  '<Content name="MeshId"><url>rbxassetid://<x/>1101</url></Content>',
])('reports the address in %s', async (content) => {
  const { addresses } = await read(`<Item class="Hat"><Properties>${content}</Properties></Item>`)
  expect(addresses).toEqual(['rbxassetid://1101'])
})

import { expect, test } from 'vitest'
import { readObjects } from './objects.ts'
import { partsOf } from './parts.ts'

const described = (content: string) =>
  Buffer.from(
    `<roblox><Item class="Decal"><Properties><string name="Name">${content}</string></Properties></Item></roblox>`,
    'latin1',
  )

test.each([
  ['a reference to a control character', 'Hat&#16;', 'Hat\ufffd'],
  ['a hexadecimal reference to one', 'Hat&#x1B;', 'Hat\ufffd'],
  ['a control character', 'Hat\x10', 'Hat\ufffd'],
  ['a NUL', 'Hat\0', 'Hat\ufffd'],
  ['a control character in CDATA', '<![CDATA[Hat\x0c]]>', 'Hat\ufffd'],
  ['a Latin-1 letter', 'Caf\xe9', 'Café'],
  ['a Latin-1 letter in CDATA', '<![CDATA[Caf\xe9]]>', 'Café'],
  ['bytes as references', 'Caf&#195;&#169;', 'CafÃ©'],
  ['a reference beyond Unicode', 'Hat&#1114112;', 'Hat\ufffd'],
  ['a reference to half a character', 'Hat&#xD800;', 'Hat\ufffd'],
  ['a bare ampersand', 'Hat & Co', 'Hat & Co'],
])('reads a document with %s as clients do', async (_kind, content, name) => {
  const [object] = await readObjects(described(content))
  expect(object?.properties.get('Name')).toBe(name)
})

test('reads references that the end of a chunk divides', async () => {
  const chunk = 128 * 1024
  for (let before = chunk - 110; before < chunk - 70; before++) {
    const [object] = await readObjects(described(`${'a'.repeat(before)}&#16;&#x26;&#38;`))
    expect(object?.properties.get('Name')).toBe(`${'a'.repeat(before)}\ufffd&&`)
  }
})

test('names the line and the column where a document is broken', async () => {
  const document = Buffer.from('<roblox>\n<Item class="Hat">\n  </Wrong>\n</roblox>')
  await expect(readObjects(document)).rejects.toMatchObject({
    fault: { kind: 'broken', line: 3, column: 10 },
  })
})

const file = (name: string, address: string) => `<Content name="${name}"><uri>${address}</uri></Content>`
const meshPart = (content: string, children = '') =>
  Buffer.from(`<roblox><Item class="MeshPart"><Properties>${content}</Properties>${children}</Item></roblox>`)

test('reads the mesh and the picture of a part of newer studios', async () => {
  const document = meshPart(
    file('MeshContent', 'rbxassetid://1101') + file('TextureContent', 'rbxassetid://1102'),
  )
  expect(partsOf(await readObjects(document))).toMatchObject([
    { shape: { assetId: 1101 }, coverings: [{ picture: { assetId: 1102 } }] },
  ])
})

test.each(['ColorMap', 'ColorMapContent'])('covers a mesh with the %s of its surface', async (name) => {
  const surface = `<Item class="SurfaceAppearance"><Properties>${file(name, 'rbxassetid://1103')}</Properties></Item>`
  const document = meshPart(
    file('MeshId', 'rbxassetid://1101') + file('TextureID', 'rbxassetid://1'),
    surface,
  )
  expect(partsOf(await readObjects(document))).toMatchObject([
    { coverings: [{ picture: { assetId: 1103 } }] },
  ])
})

test.each([
  'http://www.roblox.com/asset/?id= 1101',
  'http://www.roblox.com/asset/?id=%201101',
  'http://www.roblox.com/ASSET/?ID=1101',
  'http://www.roblox.com/Asset/Default.ashx?id=1101',
  'http://www.roblox.com/asset/default.ashx?version=1&amp;id=1101',
  'http://www.roblox.com//asset//?id=1101',
  'RbxAssetId://1101',
  'rbxassetid:// 1101',
])('understands the reference %s', async (address) => {
  expect(partsOf(await readObjects(meshPart(file('MeshId', address))))).toMatchObject([
    { shape: { assetId: 1101 } },
  ])
})

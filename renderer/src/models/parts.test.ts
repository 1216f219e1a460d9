import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotAModel } from './document.ts'
import { hatPartsOf } from './hat-parts.ts'
import { readObjects } from './objects.ts'
import { partsOf } from './parts.ts'
import { hatDocument, item, modelDocument } from './write-document.ts'

const parts = async (...items: string[]) => partsOf(await readObjects(modelDocument(...items)))
const part = async (properties: Parameters<typeof item>[1], ...children: string[]) => {
  const [found, ...more] = await parts(item('Part', properties, ...children))
  expect(more).toEqual([])
  return found
}

const size = [2, 4, 6]

test('reads the size, placement and colour of parts at any depth of a model', async () => {
  const turned = [1, 2, 3, 0, 0, 1, 0, 1, 0, -1, 0, 0]
  const [first, second] = await parts(
    item('Model', {}, item('Folder', {}, item('Part', { size, CFrame: turned, BrickColor: 23 }))),
    item('WedgePart', { size, Color3uint8: '4294901760' }),
  )
  // JSON turns negative zeros into zeros.
  expect(JSON.parse(JSON.stringify(first))).toEqual({
    shape: 'block',
    size,
    hex: '#0d69ac',
    coverings: [],
    placement: {
      offset: [1, 2, 3],
      rotation: [
        [0, 0, 1],
        [0, 1, 0],
        [-1, 0, 0],
      ],
    },
  })
  expect(second).toMatchObject({ shape: 'wedge', hex: '#ff0000', placement: { offset: [0, 0, 0] } })
})

test('reads the shape of a part, or that of its mesh with scale and offset', async () => {
  expect(await part({ size, shape: 0 })).toMatchObject({ shape: 'ball', size: [2, 2, 2] })
  expect(await part({ size, shape: 2 })).toMatchObject({ shape: 'cylinder', size })
  const mesh = (type: number) =>
    item('SpecialMesh', { MeshType: type, Scale: [1, 0.5, 2], Offset: [0, 1, 0] })
  const placed = { size: [2, 2, 12], placement: { offset: [0, 1, 0] } }
  for (const [type, shape] of ['head', 'block', 'wedge', 'ball', 'cylinder'].entries())
    expect(await part({ size }, mesh(type)), shape).toMatchObject({ shape, ...placed })
  expect(await part({ size }, item('CylinderMesh', {}))).toMatchObject({ shape: 'post', size })
})

test('finds meshes and pictures in assets, in every form of reference, and in the document', async () => {
  const mesh = (MeshId: { url: string } | { binary: string }, more = {}) =>
    part({ size }, item('SpecialMesh', { MeshType: 5, MeshId, Scale: [1, 2, 3], ...more }))
  for (const url of [
    'http://www.example.com/asset/?id=7',
    '/asset?version=2&amp;id=7',
    '/asset?id=7&amp;id=8',
    '/Asset/Default.ashx/?id=7',
    'http:&#x2F;&#x2F;www.example.com/%61sset?i%64=%37',
    'rbxassetid://7',
  ])
    expect(await mesh({ url })).toMatchObject({ shape: { assetId: 7 }, size: [1, 2, 3] })
  const textured = { TextureId: { url: 'rbxassetid://8' }, VertexColor: [1, 0.5, 0] }
  expect(await mesh({ url: 'rbxassetid://7' }, textured)).toMatchObject({
    coverings: [{ side: 'all', picture: { assetId: 8 }, tint: '#ff8000' }],
  })
  const text = 'version 1.01\n0\n'
  const inside = { shape: { bytes: Buffer.from(text) } }
  expect(await mesh({ url: text })).toMatchObject(inside)
  expect(await mesh({ binary: Buffer.from(text).toString('base64') })).toMatchObject(inside)
  // A file that only clients have has no substitute.
  expect(await mesh({ url: 'rbxasset://fonts/hat.mesh' })).toBeUndefined()
})

test('scales the mesh of a MeshPart to its size', async () => {
  const [found] = await parts(
    item('MeshPart', { size, InitialSize: [1, 2, 2], MeshId: { url: 'rbxassetid://7' } }),
  )
  expect(found).toMatchObject({ shape: { assetId: 7 }, size: [2, 2, 3] })
})

test('reads decals on the sides of blocks', async () => {
  const decal = (Face: number) => item('Decal', { Face, Texture: { url: `rbxassetid://${Face}` } })
  expect(await part({ size }, decal(5), decal(1))).toMatchObject({
    coverings: [
      { side: 'front', picture: { assetId: 5 } },
      { side: 'top', picture: { assetId: 1 } },
    ],
  })
})

test('reads the opacity of parts, meshes and decals', async () => {
  const Texture = { url: 'rbxassetid://1' }
  expect(
    await part({ size, Transparency: 0.25 }, item('Decal', { Texture, Transparency: 0.5 })),
  ).toMatchObject({ opacity: 0.75, coverings: [{ opacity: 0.5 }] })
  const hat = item('SpecialMesh', { MeshId: { url: 'rbxassetid://7' }, TextureId: Texture })
  expect(await part({ size, Transparency: 0.25 }, hat)).toMatchObject({ coverings: [{ opacity: 0.75 }] })
  // Out of range, and not a number.
  expect((await part({ size, Transparency: -3 }))?.opacity).toBeUndefined()
  expect((await part({ size, Transparency: 'glass' }))?.opacity).toBeUndefined()
  // Decals stay visible on an invisible part.
  const decal = item('Decal', { Texture })
  expect(await part({ size, Transparency: 1 }, decal)).toMatchObject({ opacity: 0, coverings: [{}] })
  expect(await parts(item('Part', { size, Transparency: 1 }, hat))).toEqual([])
})

test('leaves out invisible parts', async () => {
  expect(
    await parts(item('Part', { size, Transparency: 1 }), item('Script', {}), item('UnionOperation', {})),
  ).toEqual([])
})

test('attaches a hat half a stud above the centre of the head, with its other parts around the handle', async () => {
  const place = async (...items: string[]) =>
    hatPartsOf(await readObjects(modelDocument(...items))).map(({ placement }) => placement.offset)
  const handle = item('Part', { Name: 'Handle', CFrame: [10, 20, 30, 1, 0, 0, 0, 1, 0, 0, 0, 1], size })
  const feather = item('Part', { Name: 'Feather', CFrame: [10, 21, 30, 1, 0, 0, 0, 1, 0, 0, 0, 1], size })
  expect(await place(item('Hat', {}, feather, handle))).toEqual([
    [0, 1.5, 0],
    [0, 0.5, 0],
  ])
  const held = [0, -0.25, 0.5]
  const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  expect(await place(item('Accoutrement', { AttachmentPoint: [...held, ...upright] }, handle))).toEqual([
    [0, 0.75, -0.5],
  ])
  expect(await place(item('Hat', { AttachmentPos: held }, handle))).toEqual([[0, 0.75, -0.5]])
  // The hat faces left, so a point behind its handle ends up to the right of the head.
  const turned = { AttachmentPos: held, AttachmentForward: [-1, 0, 0], AttachmentRight: [0, 0, -1] }
  const [[x = 0, y = 0, z = 0] = []] = await place(item('Hat', turned, handle))
  expect([x, y, z].map((length) => Math.round(length * 100) / 100)).toEqual([0.5, 0.75, 0])
  expect(await place(item('Hat', {}))).toEqual([])
})

test('reads finite parts from hostile documents, or refuses them', async () => {
  const number = fc.oneof(fc.double(), fc.constantFrom(0, -1, 1e308), fc.integer())
  const numbers = fc.oneof(
    fc.array(number, { minLength: 3, maxLength: 3 }),
    fc.array(number, { minLength: 12, maxLength: 12 }),
  )
  const value = fc.oneof(
    fc.string().map((text) => text.replace(/[<&\p{C}]/gu, '')),
    number,
    numbers,
  )
  const names = ['Name', 'size', 'CFrame', 'shape', 'MeshType', 'MeshId', 'Scale', 'Offset', 'Color3uint8']
  const properties = fc.dictionary(
    fc.constantFrom(...names, 'BrickColor', 'Transparency', 'VertexColor', 'AttachmentPoint', 'AttachmentUp'),
    value,
  )
  const classes = ['Part', 'Hat', 'SpecialMesh', 'MeshPart', 'Decal', 'WedgePart', '__proto__', 'constructor']
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc
      .tuple(
        fc.constantFrom(...classes),
        properties,
        fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
      )
      .map(([className, has, children]) => item(className, has, ...children)),
  }))
  const cut = fc.tuple(fc.array(tree, { maxLength: 3 }), fc.option(fc.nat(3_000), { freq: 4 }))
  await fc.assert(
    fc.asyncProperty(cut, async ([items, length]) => {
      const document = modelDocument(...items).subarray(0, length ?? undefined)
      const objects = await readObjects(document).catch((error: Error) => {
        expect(error).toBeInstanceOf(NotAModel)
        return []
      })
      for (const { size, placement, hex } of [...partsOf(objects), ...hatPartsOf(objects)]) {
        const { offset, rotation } = placement
        for (const length of [...size, ...offset, ...rotation.flat()])
          expect(Number.isFinite(length)).toBe(true)
        expect(hex).toMatch(/^#[0-9a-f]{6}$/)
      }
    }),
    { numRuns: 150 },
  )
})

test('refuses a document made to exhaust the parser', async () => {
  const deep = Buffer.from(`<roblox>${'<Item class="Part">'.repeat(300)}`)
  await expect(readObjects(deep)).rejects.toThrow(new NotAModel('This model is too large', { kind: 'size' }))
  const many = modelDocument('<Item class="Part"/>'.repeat(50_001))
  await expect(readObjects(many)).rejects.toThrow('This model has more than 50000 objects')
  const entities = Buffer.from(`<!DOCTYPE roblox [<!ENTITY a "b">]>${hatDocument({ url: '&a;' })}`)
  await expect(readObjects(entities)).rejects.toThrow('Model files have no document type')
})

import { item, modelDocument } from '@baseplate/renderer/models/write-document'
import { expect, test } from 'vitest'
import { startCreations } from '../../testing/creations.ts'
import { errorsOf } from '../../testing/errors.ts'
import { assetType } from '../types.ts'
import { prepare } from './prepare.ts'
import { sourceOf } from './rules.ts'
import { templateOf } from './templates.ts'
import { tryHat, tryModel } from './try-model.ts'

const { hat, audio, model } = assetType

test('the template of each type can be uploaded as it is', async () => {
  const { platform } = await startCreations('SQLite')
  for (const type of Object.values(assetType).filter(sourceOf)) {
    const found = templateOf(type, 'game')
    if (!found) throw new Error(`type ${type} has no template`)
    const Client = { ...platform.config.Client, DocumentRoot: 'game' }
    await prepare({ ...platform, config: { Client } }, type, found.bytes)
  }
  expect(templateOf(audio, 'game')).toBeUndefined()
})

test('a model is previewed with its parts where the document places them, and other files are refused', async () => {
  const { platform, maker } = await startCreations('SQLite')
  const at = (y: number) => ({ CFrame: [0, y, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], size: [2, 1, 2] })
  const parts = [item('Part', { Name: 'Low', ...at(1) }), item('Part', { Name: 'High', ...at(5) })]
  const document = Buffer.from(modelDocument(item('Model', { Name: 'Tower' }, ...parts)))
  const shown = await tryModel(platform, maker, { asset: document })
  expect(shown.parts.map(({ placement }) => placement.offset[1])).toEqual([1, 5])
  const house = await tryModel(platform, maker, { asset: templateOf(model, 'roblox')?.bytes })
  expect(house.parts.map(({ size }) => size[0])).toEqual([8, 10, 3])
  expect(await errorsOf(tryModel(platform, maker, { asset: Buffer.from('no model') }))).toEqual({
    asset: 'This isn’t an XML model file',
  })
})

test('a hat is tried on before it is created, and a broken one is refused', async () => {
  const { platform, maker } = await startCreations('SQLite')
  const template = templateOf(hat, 'roblox')?.bytes
  expect(await tryHat(platform, maker, { asset: template })).toMatchObject({
    parts: [{ size: [1.4, 0.6, 1.4] }],
  })
  expect(await errorsOf(tryHat(platform, maker, { asset: Buffer.from('<roblox></roblox>') }))).toEqual({
    asset: 'There is nothing in this model',
  })
  expect(await errorsOf(tryHat(platform, maker, {}))).toEqual({
    asset: expect.any(String),
  })
})

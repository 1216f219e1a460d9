import { expect, test } from 'vitest'
import { startCreations } from '../../testing/creations.ts'
import { errorsOf } from '../../testing/errors.ts'
import { assetType } from '../types.ts'
import { prepare } from './prepare.ts'
import { templateOf } from './templates.ts'
import { tryHat } from './try-hat.ts'

const { tShirt, shirt, pants, decal, face, hat, animation } = assetType

test('the template of each type can be uploaded as it is', async () => {
  for (const type of [tShirt, shirt, pants, decal, face, hat]) {
    const found = templateOf(type)
    if (!found) throw new Error(`type ${type} has no template`)
    await prepare(type, found.bytes, 'roblox')
  }
  expect(templateOf(animation)).toBeUndefined()
})

test('a hat is tried on before it is created, and a broken one is refused', async () => {
  const { platform, maker } = await startCreations('SQLite')
  const template = templateOf(hat)?.bytes
  expect(await tryHat(platform, maker, template)).toMatchObject({ parts: [{ size: [1.4, 0.6, 1.4] }] })
  expect(await errorsOf(tryHat(platform, maker, Buffer.from('<roblox></roblox>')))).toEqual({
    asset: 'There is nothing in this model',
  })
  expect(await errorsOf(tryHat(platform, maker, undefined))).toEqual({ asset: expect.any(String) })
})

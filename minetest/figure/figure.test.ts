import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeFigure } from './figure.ts'
import { drawFirstSkin } from './first-skin.ts'
import { clips } from './poses.ts'

const modFile = (name: string) => readFile(new URL(`../mod/${name}`, import.meta.url))

const pixelsOf = (png: Uint8Array) => sharp(png).ensureAlpha().raw().toBuffer()

test('the mod has the model and the skin that `node minetest/figure/write.ts` writes', async () => {
  expect((await modFile('models/baseplate_figure.b3d')).equals(encodeFigure())).toBe(true)
  const committed = await pixelsOf(await modFile('textures/baseplate_skin.png'))
  expect(committed.equals(await pixelsOf(await drawFirstSkin()))).toBe(true)
})

test('the mod plays the frames of each movement', async () => {
  const source = (await modFile('figure.lua')).toString()
  const played = [...source.matchAll(/(\w+) = \{ x = (\d+), y = (\d+) \}/g)].map(
    ([, name = '', from, to]) => [name.replace('_mine', 'Mine'), Number(from), Number(to)],
  )
  expect(played.toSorted()).toEqual(
    Object.entries(clips)
      .map(([name, { from, to }]) => [name, from, to])
      .toSorted(),
  )
})

import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { mosaic } from '../../testing/mosaics.ts'
import { alikeWithin, hammingDistance, hashPicture } from './picture-hash.ts'

const hashOf = async (picture: Sharp) => hashPicture(await picture.toBuffer(), 4_000_000)

const distance = async (a: Sharp, b: Sharp) => hammingDistance(await hashOf(a), await hashOf(b))

test('finds a picture again after scaling, compression, and small changes', async () => {
  const picture = () => mosaic(7).png()
  expect(await hashOf(picture())).toMatch(/^[0-9a-f]{48}$/)
  const mark = await sharp({ create: { width: 70, height: 25, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const large = sharp(await picture().toBuffer())
  const copies = {
    smaller: mosaic(7, { width: 120, height: 90 }).png(),
    compressed: mosaic(7).jpeg({ quality: 30 }),
    brighter: large.clone().modulate({ brightness: 1.1 }).png(),
    marked: large
      .clone()
      .composite([{ input: mark, left: 5, top: 5 }])
      .png(),
  }
  for (const [how, copy] of Object.entries(copies))
    expect(await distance(picture(), copy), how).toBeLessThanOrEqual(alikeWithin)
})

test('tells other pictures apart', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6])
    expect(await distance(mosaic(7).png(), mosaic(seed).png())).toBeGreaterThan(2 * alikeWithin)
})

test('gives plain pictures no hash, because all of them would be alike', async () => {
  for (const background of ['#fff', '#36a'])
    expect(await hashOf(sharp({ create: { width: 90, height: 90, channels: 3, background } }).png())).toBe('')
})

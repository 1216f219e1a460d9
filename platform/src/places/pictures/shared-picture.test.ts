import sharp from 'sharp'
import { expect, test } from 'vitest'
import { nearestPictureSize, readSize, sharedPictureSize, writeSize } from './rules.ts'
import { createSharedPictures } from './shared-picture.ts'

test('converts an AVIF in each size once, and keeps it', async () => {
  const pictures = createSharedPictures()
  const create = { width: 270, height: 270, channels: 4, background: '#c0403080' } as const
  const icon = await sharp({ create }).avif().toBuffer()
  let reads = 0
  const read = async () => {
    reads++
    return icon
  }
  const wanted = [
    { size: sharedPictureSize },
    { size: { width: 48, height: 48 } },
    { size: { width: 48, height: 48 }, format: 'png' },
  ] as const
  for (const turn of [1, 2])
    for (const each of wanted) {
      const { format, width, height } = await sharp(await pictures('icon', 'anna', each, read)).metadata()
      const asked = { format: 'jpeg', ...each }
      expect([turn, format, { width, height }]).toEqual([turn, asked.format, asked.size])
    }
  expect(reads).toBe(wanted.length)
})

test.each([
  [50, 50, '48x48'],
  [100, 100, '100x100'],
  [420, 420, '352x352'],
  [160, 100, '160x90'],
  [420, 230, '480x270'],
  [1280, 720, '1200x630'],
])('a client that asks for %i by %i pixels gets %s', (width, height, size) => {
  const nearest = nearestPictureSize({ width, height })
  expect(writeSize(nearest)).toBe(size)
  expect(readSize(size)).toEqual(nearest)
})

test.each(['', '1x1', '100', '100x100x', '99999x99999'])('a picture has no size %j', (text) => {
  expect(readSize(text)).toEqual(sharedPictureSize)
})

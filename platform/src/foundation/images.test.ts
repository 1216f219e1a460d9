import { crc32, deflateSync } from 'node:zlib'
import { NotAnImage } from '@baseplate/renderer/image-file'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { reencode } from './images.ts'

const limits = { maxPixels: 1_000_000, previewWidth: 320 }

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#2f7f8680' } })

test.each([
  ['png', 'png'],
  ['jpeg', 'jpeg'],
  ['webp', 'png'],
  ['gif', 'png'],
] as const)('re-encodes %s as %s', async (sent, kept) => {
  const { picture, preview } = await reencode(await drawn(800, 400).toFormat(sent).toBuffer(), limits)
  expect(picture).toMatchObject({ format: kept, width: 800, height: 400 })
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: kept, width: 800, height: 400 })
  expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 })
})

test('gives a small picture a preview of its own size', async () => {
  const { preview } = await reencode(await drawn(20, 10).png().toBuffer(), limits)
  expect(await sharp(preview).metadata()).toMatchObject({ width: 20, height: 10 })
})

test('removes metadata and bytes hidden after the image', async () => {
  const photo = await drawn(30, 10)
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(photo.includes('Exif')).toBe(true)
  const { picture } = await reencode(Buffer.concat([photo, Buffer.from('<script>')]), limits)
  expect(picture).toMatchObject({ width: 10, height: 30 })
  const bytes = Buffer.from(picture.bytes)
  expect(bytes.includes('Exif')).toBe(false)
  expect(bytes.includes('<script>')).toBe(false)
})

test('decodes and keeps only the first frame of an animation', async () => {
  const frames = ['#c03030', '#30c030', '#3030c0'].map((background) =>
    sharp({ create: { width: 30, height: 20, channels: 4, background } })
      .png()
      .toBuffer(),
  )
  const animation = sharp(await Promise.all(frames), { join: { animated: true } })
  for (const format of ['gif', 'webp'] as const) {
    const bytes = await animation.clone().toFormat(format).toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(3)
    // All frames together exceed this limit.
    const { picture } = await reencode(bytes, { ...limits, maxPixels: 700 })
    expect(picture).toMatchObject({ format: 'png', width: 30, height: 20 })
    const { dominant } = await sharp(picture.bytes).stats()
    expect([dominant.r > 150, dominant.g < 100, dominant.b < 100]).toEqual([true, true, true])
  }
})

/** Builds a PNG file of a few kilobytes that claims this many pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), body.length + 4)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 1000)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('refuses a small file with gigabytes of pixels before decoding it', async () => {
  const file = bomb(60_000, 60_000)
  expect(file.length).toBeLessThan(20_000)
  const before = process.memoryUsage().rss
  await expect(reencode(file, limits)).rejects.toThrow(
    'Images have at most 1 million pixels; this one has 60000x60000',
  )
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})

test.each([
  ['nothing', Buffer.alloc(0), 'There is no image'],
  ['text', Buffer.from('hello'), 'This is not a PNG, JPEG, WebP or GIF image'],
  [
    'SVG',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
    'This is not a PNG, JPEG, WebP or GIF image',
  ],
  ['a video’s format', await drawn(16, 16).avif().toBuffer(), 'This is not a PNG, JPEG, WebP or GIF image'],
  ['half of one', (await drawn(300, 300).png().toBuffer()).subarray(0, 200), 'This image is damaged'],
  ['too few rows', bomb(900, 1001), 'This image is damaged'],
])('%s is no image', async (_name, bytes, message) => {
  const failure = reencode(bytes, limits)
  await expect(failure).rejects.toBeInstanceOf(NotAnImage)
  await expect(failure).rejects.toThrow(message)
})

const jpegWithoutEnd = async () => {
  const photo = await drawn(200, 100).jpeg().toBuffer()
  return photo.subarray(0, photo.lastIndexOf(Buffer.from([0xff, 0xd9])))
}

test('accepts a JPEG that lacks only its end marker', async () => {
  const { picture } = await reencode(await jpegWithoutEnd(), limits)
  expect(picture).toMatchObject({ format: 'jpeg', width: 200, height: 100 })
})

test('refuses a JPEG whose last lines are missing', async () => {
  const photo = await jpegWithoutEnd()
  await expect(reencode(photo.subarray(0, photo.length - 40), limits)).rejects.toThrow(
    'This image is damaged',
  )
})

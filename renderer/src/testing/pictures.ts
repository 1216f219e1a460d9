import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { EncodedFile, EncodedPicture, Hat } from '../drawing.ts'
import { type Face, lathe, meshText } from '../models/write-mesh.ts'
import { encodePng } from '../png.ts'
import { upright } from '../space.ts'
import { template, templateSize } from '../template.ts'
import type { Pixels } from '../texture.ts'

/**
 * Largest difference between a picture and its golden file. Rounding differs between machines and shifts edges slightly. `pixels` is
 * the share of pixels that may differ by more than `difference` of 255; `average` limits the mean difference.
 */
const tolerance = { pixels: 0.002, difference: 10, average: 0.3 }

/** Compares a picture with its golden file. `UPDATE_GOLDENS=1` replaces the file; review the new picture. */
export async function expectGolden(name: string, picture: Uint8Array | undefined) {
  if (!picture) throw new Error('nothing was drawn')
  const file = new URL(`../goldens/${name}.png`, import.meta.url)
  if (process.env.UPDATE_GOLDENS) await writeFile(file, picture)
  const drawn = await pixelsOf(picture)
  const golden = await pixelsOf(await readFile(file))
  expect([drawn.width, drawn.height]).toEqual([golden.width, golden.height])
  let total = 0
  const changed = new Set<number>()
  for (const [at, value] of drawn.rgba.entries()) {
    const difference = Math.abs(value - (golden.rgba[at] ?? 0))
    total += difference
    if (difference > tolerance.difference) changed.add(at >> 2)
  }
  expect(changed.size / (drawn.rgba.length / 4), `${name}: share of pixels`).toBeLessThan(tolerance.pixels)
  expect(total / drawn.rgba.length, `${name}: average`).toBeLessThan(tolerance.average)
}

export async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(4)
  return { width: info.width, height: info.height, rgba: data }
}

type Paint = readonly [red: number, green: number, blue: number, alpha: number]

/** Returns a picture from a function that gives the colour of each pixel. */
export function painted(
  width: number,
  height: number,
  paint: (x: number, y: number) => Paint,
): EncodedPicture {
  const rgba = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++) rgba.set(paint(at % width, Math.floor(at / width)), at * 4)
  return { name: 'asset 1', bytes: encodePng({ width, height, rgba }) }
}

/** A green ring on a transparent background. */
export const badge = painted(256, 256, (x, y) => {
  const distance = Math.hypot(x - 128, y - 128)
  return distance > 60 && distance < 100 ? [30, 110, 60, 255] : [0, 0, 0, 0]
})

export const stripes = painted(256, 256, (x, y) =>
  (x + y) % 64 < 32 ? [226, 72, 61, 255] : [255, 207, 63, 255],
)

export const plain = { Head: 24, Torso: 23, LeftArm: 24, RightArm: 24, LeftLeg: 119, RightLeg: 119 }

export const mesh = (faces: Face[]): EncodedFile => ({ name: 'asset 2', bytes: meshText(faces) })

export const partyHat = lathe([
  [0, 1.25],
  [0.06, 1.16],
  [0.63, 0, 'sharp'],
  [0.58, 0, 'sharp'],
  [0, 1.1],
])

export const topHat = lathe([
  [0, 1],
  [0.5, 1, 'sharp'],
  [0.52, 0.98],
  [0.5, 0.12, 'sharp'],
  [0.92, 0.06],
  [0.95, 0.02],
  [0.92, -0.02],
  [0.5, 0, 'sharp'],
  [0.46, 0.4],
])

export const at = (x: number, y: number, z: number) => ({ rotation: upright, offset: [x, y, z] as const })

/** Returns a hat of one mesh that sits on top of a head. */
export const hat = (file: EncodedFile, hex: string, pictures: EncodedFile[] = [], up = 0.5): Hat => ({
  name: 'asset 9',
  parts: [
    {
      shape: 0,
      size: [1, 1, 1],
      placement: at(0, up, 0),
      hex,
      coverings: pictures.map((_, picture) => ({ side: 'all', picture })),
    },
  ],
  meshes: [file],
  pictures,
})

/** Returns clothing with one colour per template region, a dark corner at the top left of each, and transparent gaps. */
export function clothing(brightness: number): EncodedPicture {
  const regions = Object.values(template).flatMap((sides) => Object.values(sides))
  return painted(templateSize.width, templateSize.height, (x, y) => {
    const index = regions.findIndex(
      (at) => x >= at.x && y >= at.y && x < at.x + at.width && y < at.y + at.height,
    )
    const region = regions[index]
    if (!region) return [0, 0, 0, 0]
    if (x - region.x < 20 && y - region.y < 20) return [20, 20, 20, 255]
    const hue = (index * 360) / regions.length
    const channel = (turn: number) => brightness * (0.6 + 0.4 * Math.cos(((hue + turn) * Math.PI) / 180))
    return [channel(0), channel(120), channel(240), 255]
  })
}

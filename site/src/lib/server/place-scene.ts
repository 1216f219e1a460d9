import { between, type Chance, chanceFrom, oneOf } from '#lib/components/chance.ts'

/** A colour of a picture, and the path data drawn in it. */
export interface Layer {
  fill: string
  d: string
}

/** Flat colours from the sky to the front that suit light and dark themes. */
type Paints = readonly [sky: string, light: string, far: string, near: string, front: string]

const paints: readonly [Paints, ...Paints[]] = [
  ['#ffd9a8', '#fff4d6', '#f59a62', '#d9603f', '#6d2b3d'],
  ['#bfe3ea', '#fff6dc', '#6fb7b7', '#2f7f86', '#173f4d'],
  ['#2a3a5c', '#ffd27a', '#4a5f8f', '#24304f', '#141c33'],
  ['#f7c9c4', '#fff0e2', '#e58a8f', '#a94e6b', '#4f2547'],
  ['#d7e8b4', '#fffbe0', '#93bd6c', '#4f8a52', '#1f4a3c'],
  ['#143d4a', '#ff9b5c', '#1f6470', '#12303f', '#0b1e29'],
  ['#f4e3bd', '#ffffff', '#e0b15c', '#a8752f', '#4b3421'],
  ['#c9d2f2', '#fff3cf', '#8c9be0', '#5560b4', '#28285e'],
]

const round = (value: number) => Math.round(value * 10) / 10
const box = (x: number, y: number, width: number, height: number) =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
const disc = (x: number, y: number, radius: number) => {
  const [left, r] = [round(x - radius), round(radius)]
  return `M${left} ${round(y)}a${r} ${r} 0 1 1 ${r * 2} 0a${r} ${r} 0 1 1 ${-r * 2} 0z`
}

/** Draws a brick with studs, standing on the ground line. */
function brick(x: number, top: number, width: number, ground: number): string {
  const studs = Math.max(1, Math.round(width / 16))
  const pitch = width / studs
  let d = box(x, top, width, ground - top)
  for (let index = 0; index < studs; index++) {
    d += box(x + pitch * (index + 0.22), top - 5, pitch * 0.56, 5.5)
  }
  return d
}

function towers(chance: Chance, width: number, lowest: number, highest: number): string {
  let d = ''
  let x = between(chance, -12, 0)
  while (x < width) {
    const studs = oneOf(chance, [1, 2, 2, 3])
    d += brick(x, between(chance, highest, lowest), studs * 16, 180)
    x += studs * 16 + oneOf(chance, [0, 0, 0, 8, 20])
  }
  return d
}

function hills(chance: Chance, width: number, top: number): string {
  let d = ''
  for (let x = between(chance, -30, 20); x < width + 40; x += between(chance, 60, 110)) {
    const radius = between(chance, 60, 110)
    d += disc(x, top + radius + between(chance, -12, 18), radius)
  }
  return d
}

const tree = (x: number, ground: number, size: number) =>
  box(x - 2, ground - size * 2, 4, size * 2) + disc(x, ground - size * 2.6, size)

function trees(chance: Chance, width: number): string {
  let d = ''
  for (let x = between(chance, 10, 40); x < width; x += between(chance, 30, 76)) {
    const size = between(chance, 9, 17)
    d += tree(x, 166, size)
  }
  return d
}

/** Draws floating plates: studs above, a bowl of ground below, some with a tree. */
function islands(chance: Chance, width: number, from: number, to: number): string {
  let d = ''
  for (let x = between(chance, -24, 16); x < width - 10; x += between(chance, 96, 150)) {
    const [top, size] = [between(chance, from, to), oneOf(chance, [64, 80, 96])]
    d += brick(x, top, size, top + 12)
    d += `M${round(x + 6)} ${round(top + 11)}h${size - 12}a${size / 2 - 6} ${round(size * 0.26)} 0 0 1 ${12 - size} 0z`
    if (chance() < 0.6) d += tree(x + between(chance, 16, size - 16), top, between(chance, 8, 13))
  }
  return d
}

/** Draws steps up to a middle, like a pyramid. */
function steps(chance: Chance, width: number, lowest: number, highest: number): string {
  const [middle, count] = [between(chance, width * 0.3, width * 0.7), 5]
  let d = ''
  for (let step = 0; step < count; step++) {
    const half = 24 + (count - 1 - step) * between(chance, 20, 28)
    const top = lowest + ((highest - lowest) * step) / (count - 1)
    d += brick(middle - half, top, half * 2, 180)
  }
  return d
}

/** Draws windows, some of them dark. */
function windows(chance: Chance, width: number): string {
  let d = ''
  for (let x = 6; x < width; x += 12) {
    for (let y = 134; y < 160; y += 12) {
      if (chance() < 0.16) d += box(x, y, 4.5, 6)
    }
  }
  return d
}

const baseplate = (width: number) => brick(0, 166, width, 184)

/** Draws a small world of bricks for a place without a picture. The same seed draws the same picture. */
export function sceneOf(seed: string, width: number): { sky: string; layers: Layer[] } {
  const chance = chanceFrom(`place ${seed}`)
  const [sky, light, far, near, front] = oneOf(chance, paints)
  const sun = disc(
    between(chance, width * 0.18, width * 0.82),
    between(chance, 42, 78),
    between(chance, 20, 36),
  )
  return {
    sky,
    layers: [
      { fill: light, d: sun },
      ...oneOf(chance, [town, land, air, climb])(chance, width, [far, near, front, light]),
    ],
  }
}

type Scene = (chance: Chance, width: number, fills: readonly [string, string, string, string]) => Layer[]

const town: Scene = (chance, width, [far, near, front, light]) => [
  { fill: far, d: towers(chance, width, 124, 62) },
  { fill: near, d: towers(chance, width, 128, 100) },
  { fill: light, d: windows(chance, width) },
  { fill: front, d: baseplate(width) },
]

const land: Scene = (chance, width, [far, near, front]) => [
  { fill: far, d: hills(chance, width, 88) },
  { fill: near, d: hills(chance, width, 122) },
  { fill: front, d: trees(chance, width) + baseplate(width) },
]

const air: Scene = (chance, width, [far, near, front]) => [
  { fill: far, d: islands(chance, width, 50, 80) },
  { fill: near, d: islands(chance, width, 96, 124) },
  { fill: front, d: baseplate(width) },
]

const climb: Scene = (chance, width, [far, near, front]) => [
  { fill: far, d: hills(chance, width, 104) },
  { fill: near, d: steps(chance, width, 150, 66) },
  { fill: front, d: trees(chance, width * 0.3) + baseplate(width) },
]

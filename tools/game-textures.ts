/**
 * Draws the textures of the games in `minetest/games`, and stores them there as PNG: `node tools/game-textures.ts`. The
 * pictures are made of code only, so that no media of others have to be shipped, and each run draws the same pixels.
 */
import { join, resolve } from 'node:path'
import sharp from 'sharp'

/** A colour as `#rrggbb` or `#rrggbbaa`. Undefined: transparent. */
type Colour = string | undefined
type Paint = (x: number, y: number) => Colour

/** Width and height of a texture that has one frame. */
const side = 16

const folder = resolve(import.meta.dirname, '../minetest/games')

function bytesOf(colour: Colour): number[] {
  if (!colour) return [0, 0, 0, 0]
  return [...Buffer.from(colour.slice(1).padEnd(8, 'f'), 'hex')]
}

async function draw(file: string, paint: Paint, { width = side, height = side } = {}): Promise<void> {
  const pixels: number[] = []
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.push(...bytesOf(paint(x, y)))
  const picture = sharp(Buffer.from(pixels), { raw: { width, height, channels: 4 } })
  await picture.png({ compressionLevel: 9, palette: true }).toFile(join(folder, file))
}

/** Returns the same number from 0 to 1 for the same pixel, without a visible pattern. */
function grain(x: number, y: number): number {
  const mixed = Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453
  return mixed - Math.floor(mixed)
}

const oneOf =
  (...colours: [string, ...string[]]): Paint =>
  (x, y) =>
    colours[Math.floor(grain(x, y) * colours.length)]

/** A tile with a light edge at the top left and a dark one at the bottom right. Games colour it with `^[multiply:`. */
const tile: Paint = (x, y) => {
  if (x === 0 || y === 0) return '#ffffff'
  if (x === side - 1 || y === side - 1) return '#b4b4b4'
  return grain(x, y) > 0.8 ? '#dcdcdc' : '#e6e6e6'
}

const grass = oneOf('#6cb84a', '#74c252', '#62ab43', '#7fcb5c')
const soil = oneOf('#8a6238', '#7d5832', '#946b3f', '#70502d')
const grassSide: Paint = (x, y) => (y < 3 + Math.round(grain(x, 1) * 2) ? grass(x, y) : soil(x, y))
const asphalt = oneOf('#55585f', '#5a5d64', '#505359', '#5f636a')

/** Four frames of a turning coin, one below the other. */
const coin: Paint = (x, y) => {
  const radius = [6, 4.5, 1.5, 4.5][Math.floor(y / side)] ?? 6
  const across = (x - 7.5) / radius
  const down = ((y % side) - 7.5) / 6
  const distance = Math.hypot(across, down)
  if (distance > 1.05) return undefined
  if (distance > 0.78) return '#c98a12'
  return across + down < -0.45 ? '#fff3a8' : '#ffd84a'
}

const gem: Paint = (x, y) => {
  const distance = Math.abs(x - 7.5) / 6 + Math.abs(y - 7.5) / 7
  if (distance > 1.05) return undefined
  if (distance > 0.82) return '#1f6f9c'
  return x + y < 14 ? '#c4f1ff' : '#56c3ec'
}

const flag: Paint = (x, y) => {
  if (x === 3 || x === 4) return '#e8e2d2'
  const wave = Math.round(Math.sin(x / 2))
  return x > 4 && x < 15 && y > 1 + wave && y < 9 + wave ? (x + y < 14 ? '#ff6a5a' : '#e0483a') : undefined
}

const chequers: Paint = (x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? '#f4f4f4' : '#26282c')
const kerb: Paint = (x, y) => ((x + y) % 16 < 8 ? '#e2483d' : '#f6f3ee')
const boost: Paint = (x, y) => {
  const position = (y + Math.abs(x - 7.5)) % 8
  return position < 3 ? '#ffd23f' : asphalt(x, y)
}

const brick: Paint = (x, y) => {
  const row = y >> 2
  const isJoint = y % 4 === 3 || (x + (row % 2) * 4) % 8 === 7
  return isJoint ? '#c9beb0' : oneOf('#a8503c', '#b15a44', '#9e4936')(x >> 1, y)
}

const planks: Paint = (x, y) => {
  if (y % 4 === 3) return '#8a6136'
  return oneOf('#c4935a', '#bd8b52', '#cb9c64')(x >> 2, y)
}

const stone = oneOf('#8f9299', '#989ba2', '#868990', '#9fa2a8')
const path = oneOf('#d8c79a', '#d1bf90', '#dfd0a6', '#cab685')
const leaves: Paint = (x, y) =>
  grain(x, y) > 0.86 ? undefined : oneOf('#3f8f3c', '#4a9d45', '#378235')(x, y)
const glass: Paint = (x, y) => {
  if (x === 0 || y === 0 || x === side - 1 || y === side - 1) return '#dff3fa'
  return x - y === 3 || x - y === 4 ? '#f5fcff' : undefined
}
const lamp: Paint = (x, y) =>
  x === 0 || y === 0 || x === 15 || y === 15 ? '#b98a2e' : oneOf('#fff4c2', '#ffeeaa')(x, y)
const skin = oneOf('#e8b88e', '#e2b086')
const sleeve = oneOf('#4a80d8', '#4477cc')
const hand: Paint = (x, y) => (x < 5 || x > 10 || y < 2 ? undefined : (y < 9 ? skin : sleeve)(x, y))
const spark: Paint = (x, y) => (Math.abs(x - 3.5) + Math.abs(y - 3.5) < 4 ? '#ffe98a' : undefined)

/** The textures of each game, by the folder of its mod. */
const textures: Record<string, Record<string, Paint>> = {
  'coin-tower/mods/tower': { tile, grass, soil, grass_side: grassSide, flag, hand },
  'race/mods/race': { asphalt, kerb, grass, soil, chequers, boost, tile, leaves, hand },
  'plot/mods/plot': {
    grass,
    soil,
    grass_side: grassSide,
    path,
    tile,
    brick,
    planks,
    stone,
    leaves,
    glass,
    lamp,
    hand,
  },
  'template/mods/first_game': { grass, soil, gem, hand },
}

for (const [mod, pictures] of Object.entries(textures)) {
  const prefix = `${mod}/textures/${mod.slice(mod.lastIndexOf('/') + 1)}`
  for (const [name, paint] of Object.entries(pictures)) await draw(`${prefix}_${name}.png`, paint)
}
await draw('coin-tower/mods/tower/textures/tower_coin.png', coin, { height: 4 * side })
await draw('coin-tower/mods/tower/textures/tower_spark.png', spark, { width: 8, height: 8 })

import sharp from 'sharp'
import type { Chance } from './chance.ts'
import { item } from './clothes.ts'
import { hat } from './hats.ts'
import { models } from './models.ts'
import type { Progress } from './progress.ts'
import { scene } from './scenes.ts'
import { type ClothesKind, games, type ItemKind } from './words.ts'
import type { Scale } from './world.ts'

/** An item before it is created; pictures are PNG. */
export type Drawn = { name: string } & (
  | { kind: ClothesKind; picture: Uint8Array }
  /** The picture textures the mesh of the shape. */
  | { kind: 'hat'; picture: Uint8Array; shape: string }
  | { kind: 'model'; file: Uint8Array }
)

export interface Pictures {
  /** Icons of the games, in their order, as PNG. */
  icons: Uint8Array[]
  items: Drawn[]
}

/** Number of items of each kind at scale 1. */
const counts: Record<ItemKind, number> = {
  shirt: 125,
  pants: 95,
  tShirt: 84,
  decal: 40,
  hat: 50,
  model: models.length,
}

const png = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 4 }).toBuffer()

async function drawItem(kind: ItemKind, index: number): Promise<Drawn> {
  if (kind === 'model') {
    const { name, file } = models[index] ?? {}
    if (!name || !file) throw new Error(`there is no model ${index}`)
    return { kind, name, file }
  }
  if (kind === 'hat') {
    const { name, shape, svg } = hat(index)
    return { kind, name, shape, picture: await png(svg) }
  }
  const { name, svg } = item(kind, index)
  return { kind, name, picture: await png(svg) }
}

/** Draws all pictures of the demo world. Call it before the platform opens, which forbids the image library to read SVG. */
export async function drawPictures(chance: Chance, progress: Progress, scale: Scale): Promise<Pictures> {
  const kinds = Object.keys(counts) as ItemKind[]
  const countOf = (kind: ItemKind) => Math.ceil(counts[kind] * scale)
  const gameCount = Math.ceil(games.length * scale)
  const step = progress.startSection(
    'Drawing pictures',
    gameCount + kinds.reduce((sum, kind) => sum + countOf(kind), 0),
  )
  const icons: Uint8Array[] = []
  for (let index = 0; index < gameCount; index++) {
    icons.push(await png(scene(index, chance)))
    step()
  }
  const items: Drawn[] = []
  for (const kind of kinds) {
    for (let index = 0; index < countOf(kind); index++) {
      items.push(await drawItem(kind, index))
      step()
    }
  }
  // Mixes the kinds, as people would create them.
  return { icons, items: chance.some(items, items.length) }
}

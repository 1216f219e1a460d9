import sharp from 'sharp'
import type { Chance } from './chance.ts'
import { item } from './clothes.ts'
import type { Progress } from './progress.ts'
import { scene } from './scenes.ts'
import { games, type ItemKind } from './words.ts'
import type { Scale } from './world.ts'

/** Something for the catalog that is not there yet. */
export interface Drawn {
  kind: ItemKind
  name: string
  /** PNG */
  picture: Uint8Array
}

export interface Pictures {
  /** Of the games, in their order; PNG. */
  icons: Uint8Array[]
  items: Drawn[]
}

/** How many of each kind there are in a whole world. */
const counts: Record<ItemKind, number> = { shirt: 140, pants: 110, tShirt: 100, decal: 50 }

const png = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 4 }).toBuffer()

/**
 * Everything that people of the demo world draw. Before the platform opens: it forbids the library to read SVG, which the
 * drawings are written in.
 */
export async function drawPictures(chance: Chance, progress: Progress, scale: Scale): Promise<Pictures> {
  const kinds = Object.keys(counts) as ItemKind[]
  const countOf = (kind: ItemKind) => Math.ceil(counts[kind] * scale)
  const gameCount = Math.ceil(games.length * scale)
  const step = progress.begin(
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
      const { name, svg } = item(kind, index)
      items.push({ kind, name, picture: await png(svg) })
      step()
    }
  }
  // As they would come: not one kind after the other.
  return { icons, items: chance.some(items, items.length) }
}

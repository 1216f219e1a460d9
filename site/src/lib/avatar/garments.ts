import type { Part } from '@baseplate/renderer/figure'
import type { Clothes } from './Figure.svelte'
import { type DrawableSheet, loadSheet } from './sheets.ts'

/** An item that a figure can wear. */
export interface Garment {
  id: number
  type: number
}

/** Loaded items, as the figure draws them. */
export interface Garments {
  clothes: Clothes
  hats: Part<DrawableSheet>[]
}

export const bare: Garments = { clothes: {}, hats: [] }

const hatType = 8
const partOf: Readonly<Record<number, keyof Clothes>> = { 18: 'face', 2: 'tShirt', 11: 'shirt', 12: 'pants' }

/** Maximum number of loaded items that are kept. The oldest ones go first. */
const maxKept = 60

const sheets = new Map<number, Promise<DrawableSheet | undefined>>()
const hats = new Map<number, Promise<Part<DrawableSheet>[]>>()

/** Loads items for the figure. An item that cannot be shown is left out, as in rendered pictures. */
export async function loadGarments(items: readonly Garment[]): Promise<Garments> {
  const [dressed, worn] = await Promise.all([
    Promise.all(
      items.flatMap(({ id, type }) => {
        const part = partOf[type]
        return part ? [sheetOf(id).then((sheet) => [part, sheet] as const)] : []
      }),
    ),
    Promise.all(items.flatMap(({ id, type }) => (type === hatType ? [hatOf(id)] : []))),
  ])
  return { clothes: Object.fromEntries(dressed), hats: worn.flat() }
}

const sheetOf = (id: number) =>
  remember(sheets, id, () => loadSheet(`/character/texture/${id}`).catch(() => undefined))

const hatOf = (id: number) =>
  remember(hats, id, async () => {
    const { loadHat } = await import('./hats.ts')
    return loadHat(`/character/hat/${id}`).catch(() => [])
  })

/** Items are tried on again and again, so that loading each of them once saves most of the waiting. */
function remember<T>(known: Map<number, Promise<T>>, id: number, load: () => Promise<T>): Promise<T> {
  const found = known.get(id) ?? load()
  known.delete(id)
  known.set(id, found)
  if (known.size > maxKept) known.delete(known.keys().next().value ?? 0)
  return found
}

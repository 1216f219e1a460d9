import { assetType } from '@baseplate/platform/assets/types'
import type { Part } from '@baseplate/renderer/figure'
import type { Clothes } from './Figure.svelte'
import { type DrawableSheet, loadSheet } from './sheets.ts'

/** An item that a figure can wear. */
export interface Garment {
  id: number
  type: number
  /** Changes with the item's file, where that can be replaced while the page is open. */
  version?: string
}

/** Loaded items, as the figure draws them. */
export interface Garments {
  clothes: Clothes
  hats: Part<DrawableSheet>[]
}

export const bare: Garments = { clothes: {}, hats: [] }

/** The part of the figure that an asset type covers. */
export const partOf: Readonly<Record<number, keyof Clothes>> = {
  [assetType.face]: 'face',
  [assetType.tShirt]: 'tShirt',
  [assetType.shirt]: 'shirt',
  [assetType.pants]: 'pants',
}

/** Maximum number of loaded pictures, and of loaded hats, that are kept. The least recently used ones go first. */
const maxKept = 60

const sheets = new Map<string, Promise<DrawableSheet | undefined>>()
const hats = new Map<string, Promise<Part<DrawableSheet>[]>>()

/** Loads items for the figure. An item that cannot be shown is left out, as in rendered pictures. */
export async function loadGarments(items: readonly Garment[]): Promise<Garments> {
  const [dressed, worn] = await Promise.all([
    Promise.all(
      items.flatMap((item) => {
        const part = partOf[item.type]
        return part ? [sheetOf(item).then((sheet) => [part, sheet] as const)] : []
      }),
    ),
    Promise.all(items.flatMap((item) => (item.type === assetType.hat ? [hatOf(item)] : []))),
  ])
  return { clothes: Object.fromEntries(dressed), hats: worn.flat() }
}

const fileOf = ({ id, version }: Garment) => (version === undefined ? String(id) : `${id}?version=${version}`)

const sheetOf = (item: Garment) =>
  remember(sheets, fileOf(item), (file) => loadSheet(`/character/texture/${file}`).catch(() => undefined))

const hatOf = (item: Garment) =>
  remember(hats, fileOf(item), async (file) => {
    const { loadHat } = await import('./hats.ts')
    return loadHat(`/character/hat/${file}`).catch(() => [])
  })

/** Caches loaded items, because players try the same ones on repeatedly. */
function remember<T>(
  known: Map<string, Promise<T>>,
  file: string,
  load: (file: string) => Promise<T>,
): Promise<T> {
  const found = known.get(file) ?? load(file)
  known.delete(file)
  known.set(file, found)
  if (known.size > maxKept) known.delete(known.keys().next().value ?? '')
  return found
}

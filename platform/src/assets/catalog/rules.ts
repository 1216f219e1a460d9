import { nameKeyOf } from '../../foundation/name-key.ts'

export const assetsPerPage = 50

/** Maximum number of results of a search or a filter over all pages. */
export const maxFound = 1_000

/** Returns the number of pages. An empty catalog has one. */
export const pagesOf = (assets: number) => Math.max(1, Math.ceil(assets / assetsPerPage))

interface Ranked {
  id: number
  name: string
  sold: number
}

/**
 * Sorts search results: the exact name, then names that begin with the text, names with a word that does, and all others. Equal
 * matches are sorted by sales.
 */
export function rank<Asset extends Ranked>(assets: readonly Asset[], key: string): Asset[] {
  return assets
    .map((asset) => {
      const name = nameKeyOf(asset.name)
      return { asset, name, fit: fitOf(name, key) }
    })
    .sort(
      (one, other) =>
        one.fit - other.fit ||
        other.asset.sold - one.asset.sold ||
        (one.name < other.name ? -1 : Number(one.name > other.name)) ||
        one.asset.id - other.asset.id,
    )
    .map(({ asset }) => asset)
}

function fitOf(name: string, key: string): number {
  const at = name.indexOf(key)
  if (at === 0) return name === key ? 0 : 1
  return /[\p{L}\p{N}]/u.test(name.charAt(at - 1)) ? 3 : 2
}

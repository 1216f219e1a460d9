import { type Clock, minute } from '@baseplate/service/clock'
import type { CatalogSort } from '../input.ts'

/** A list of the catalog: its order, and its type unless it has all types. */
export interface List {
  sort: CatalogSort
  type?: number | undefined
}

/** A known row of a list: its number, and its position as the values of the sorted columns. */
export interface Anchor {
  row: number
  position: readonly number[]
}

/**
 * Remembers known rows of the catalog's long lists. A database reaches the 500,000th row of an index by stepping over all rows
 * before it. From the nearest known row, it takes a few steps.
 */
export interface PageAnchors {
  /** Returns the last known row up to this one. */
  nearest(list: List, row: number): Anchor | undefined
  add(list: List, anchor: Anchor): void
}

/** Maximum age of anchors. A newly listed asset shifts all rows after it, so page numbers are wrong for this long. */
const maxAgeMs = minute

/** Rows between two anchors: few enough that a database steps over them in less time than a query takes. */
const rowsPerAnchor = 1_000

export function createPageAnchors(now: Clock, step = rowsPerAnchor): PageAnchors {
  const lists = new Map<string, { expires: number; anchors: Map<number, Anchor> }>()
  const stepOf = (row: number) => Math.floor(row / step)

  const anchorsOf = ({ sort, type }: List): Map<number, Anchor> => {
    const name = `${sort} ${type ?? ''}`
    let known = lists.get(name)
    if (!known || known.expires <= now()) {
      known = { expires: now() + maxAgeMs, anchors: new Map() }
      lists.set(name, known)
    }
    return known.anchors
  }

  return {
    nearest(list, row) {
      const anchors = anchorsOf(list)
      for (let at = stepOf(row); at > 0; at--) {
        const anchor = anchors.get(at)
        if (anchor && anchor.row <= row) return anchor
      }
      return undefined
    },
    // The first anchor of each step is stored, which bounds their number.
    add(list, anchor) {
      const anchors = anchorsOf(list)
      const at = stepOf(anchor.row)
      if (at > 0 && !anchors.has(at)) anchors.set(at, anchor)
    },
  }
}

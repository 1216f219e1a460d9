import { type Clock, minute } from '../../foundation/clock.ts'
import type { CatalogSort } from '../input.ts'

/** A list of the catalog: in which order, of which type; no type: of all. */
export interface List {
  sort: CatalogSort
  type?: number | undefined
}

/** A row of a list: how many are before it, and what it stands there by. */
export interface Start {
  row: number
  position: readonly number[]
}

/**
 * Which rows stand where in the long lists of the catalog, from those who looked at them before. Databases come to the 500,000th
 * row of an index by passing all that are before it; from the nearest row that is known, it is a few steps.
 */
export interface PageAnchors {
  /** The last row that is known, up to this one. */
  before(list: List, row: number): Start | undefined
  keep(list: List, start: Start): void
}

/** What is listed anew moves all that stand behind it, so what is known is forgotten: numbers of pages are so old at most. */
const freshForMs = minute

/** Databases pass over so many rows in less time than they take to be asked. */
const stepLength = 1_000

export function createPageAnchors(now: Clock, step = stepLength): PageAnchors {
  const lists = new Map<string, { until: number; starts: Map<number, Start> }>()
  const stepOf = (row: number) => Math.floor(row / step)

  const startsOf = ({ sort, type }: List): Map<number, Start> => {
    const name = `${sort} ${type ?? ''}`
    let known = lists.get(name)
    if (!known || known.until <= now()) {
      known = { until: now() + freshForMs, starts: new Map() }
      lists.set(name, known)
    }
    return known.starts
  }

  return {
    before(list, row) {
      const starts = startsOf(list)
      for (let at = stepOf(row); at > 0; at--) {
        const start = starts.get(at)
        if (start && start.row <= row) return start
      }
      return undefined
    },
    // One for each step, the first that comes: there are so few of them, however many pages are looked at.
    keep(list, start) {
      const starts = startsOf(list)
      const at = stepOf(start.row)
      if (at > 0 && !starts.has(at)) starts.set(at, start)
    },
  }
}

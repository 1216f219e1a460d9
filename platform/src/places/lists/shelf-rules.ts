/** One row of cards on a wide screen. */
export const placesPerShelf = 5

/** Number of genres that get a shelf of their own. */
export const shownGenres = 3

/** Leaves out each shelf whose places are all on the shelves before it, which is common on a platform with few places. */
export function dropRepeated<Shelf extends { ids: readonly number[] }>(shelves: readonly Shelf[]): Shelf[] {
  const shown = new Set<number>()
  return shelves.filter(({ ids }) => {
    const isNew = ids.some((id) => !shown.has(id))
    for (const id of ids) shown.add(id)
    return isNew
  })
}

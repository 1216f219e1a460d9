export const tagLimits = { count: 5, min: 2, max: 20 } as const

/** Splits a column that `tagsColumn` joined. */
export const tagsOf = (column: string): string[] => (column === '' ? [] : column.split(','))

/** Joins tags for storage. A filtered tag may contain commas, which would split it. */
export const tagsColumn = (tags: readonly string[]): string =>
  tags.map((text) => text.replaceAll(',', ' ')).join()

/** Whether a place may have a genre: one on the operator's list, none, or the one that it has already. */
export const isAllowedGenre = (genre: string, genres: readonly string[], current: string): boolean =>
  genre === '' || genre === current || genres.includes(genre)

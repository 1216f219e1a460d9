import { resolve } from 'node:path'

/** Games of the project. Makers begin with the template, and the demo world has the others. */
export const ownGames = ['coin-tower', 'race', 'plot', 'template'] as const

export type OwnGame = (typeof ownGames)[number]

/** Returns the folder of a game of the project. */
export const folderOf = (game: OwnGame): string => resolve(import.meta.dirname, '../games', game)

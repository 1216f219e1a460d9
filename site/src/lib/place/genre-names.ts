import { compareNames } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'

/** The genres that ship with the platform. An operator's own genres are shown as they are written. */
const names = {
  Adventure: 'genres.adventure',
  Building: 'genres.building',
  Fighting: 'genres.fighting',
  Horror: 'genres.horror',
  'Obstacle course': 'genres.obstacle_course',
  Puzzle: 'genres.puzzle',
  Racing: 'genres.racing',
  'Role-playing': 'genres.role_playing',
  Shooter: 'genres.shooter',
  Simulation: 'genres.simulation',
  Social: 'genres.social',
  Sports: 'genres.sports',
  Strategy: 'genres.strategy',
  Survival: 'genres.survival',
} as const

const isShipped = (genre: string): genre is keyof typeof names => Object.hasOwn(names, genre)

/** Returns the name of a genre in the reader's language. */
export const genreName = (genre: string): string => (isShipped(genre) ? t(names[genre]) : genre)

/** Returns the genre that has this name in the reader's language: the inverse of `genreName`. */
export const genreNamed = (name: string): string =>
  Object.keys(names).find((genre) => genreName(genre) === name) ?? name

/**
 * Orders genres by their names in the reader's language, if they have the order of the shipped list. An operator's own list keeps
 * its order.
 */
export function orderGenres(genres: readonly string[]): readonly string[] {
  const shipped = Object.keys(names).filter((genre) => genres.includes(genre))
  const isShippedOrder = genres.length === shipped.length && genres.every((genre, i) => genre === shipped[i])
  return isShippedOrder ? genres.toSorted((a, b) => compareNames(genreName(a), genreName(b))) : genres
}

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

/** Returns the genre that has this name in the reader's language: the opposite of `genreName`. */
export const genreNamed = (name: string): string =>
  Object.keys(names).find((genre) => genreName(genre) === name) ?? name

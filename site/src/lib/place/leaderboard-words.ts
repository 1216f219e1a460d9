import type { ShownLeaderboard } from '@baseplate/platform/game-data/door'
import type { PlainKey } from '@baseplate/texts/keys'

type Period = ShownLeaderboard['period']

/** Names of the present periods. */
export const presentNames = {
  none: 'leaderboards.period.none',
  day: 'leaderboards.period.day',
  week: 'leaderboards.period.week',
  month: 'leaderboards.period.month',
} as const satisfies Record<Period, PlainKey>

/** Names of the periods before. */
export const beforeNames = {
  day: 'leaderboards.before.day',
  week: 'leaderboards.before.week',
  month: 'leaderboards.before.month',
} as const satisfies Record<Exclude<Period, 'none'>, PlainKey>

/** Which scores a page lists. */
export const showNames = {
  best: 'leaderboards.show.best',
  around: 'leaderboards.show.around',
  friends: 'leaderboards.show.friends',
} as const satisfies Record<string, PlainKey>

/** Returns the address of a leaderboard. Parameters that are undefined are left out. */
export function leaderboardAddress(
  { id, slug }: { id: number; slug: string },
  {
    store,
    ...query
  }: { store: string; show?: string | undefined; period?: string | undefined; remove?: number },
): string {
  const parameters = new URLSearchParams({ store })
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value))
  return `/place/${id}/${slug}/leaderboards?${parameters}`
}

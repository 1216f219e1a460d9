import type { PlaceView } from '@baseplate/platform/places/door'

/** The live part of a place's page: players, servers and votes. */
export type Activity = Pick<
  PlaceView,
  'playerCount' | 'players' | 'friends' | 'servers' | 'likeCount' | 'dislikeCount'
>

/** Returns the current activity of a place, or undefined if the request fails. */
export async function fetchActivity(
  { id, slug }: Pick<PlaceView, 'id' | 'slug'>,
  privateTicket: string | undefined,
): Promise<Activity | undefined> {
  const query = privateTicket ? `?${new URLSearchParams({ privateServer: privateTicket })}` : ''
  try {
    const response = await fetch(`/place/${id}/${slug}/activity${query}`)
    return response.ok && !response.redirected ? ((await response.json()) as Activity) : undefined
  } catch {
    return undefined
  }
}

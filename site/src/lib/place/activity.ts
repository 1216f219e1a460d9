import type { PlaceView } from '@baseplate/platform/places/view'

/** What changes on a place's page while people look at it: who plays, how its servers are, and its votes. */
export type Activity = Pick<PlaceView, 'players' | 'friends' | 'servers' | 'likeCount' | 'dislikeCount'>

/** Returns the present activity of a place; undefined when the server does not tell. */
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

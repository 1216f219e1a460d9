import { parseInput } from '@baseplate/platform/foundation/input'
import { followInput } from '@baseplate/platform/places/input'
import type { PlayerEvent } from '@baseplate/platform/places/lists/count-follower'
import { queryOf } from '#lib/server/request-url.ts'
import { heartbeatEvent, streamEvents } from '#lib/server/server-sent-events.ts'
import type { RequestHandler } from './$types'

/** Streams the player counts of public places (`places=123456789,234567890`): first all of them, then each change. */
export const GET: RequestHandler = (event) => {
  const { platform, address } = event.locals
  const { places } = parseInput(followInput, queryOf(event))
  return streamEvents(event, platform.playerCounts.follow(places, address, event.request.signal), write)
}

const write = (event: PlayerEvent): string =>
  event.type === 'heartbeat' ? heartbeatEvent : `event: players\ndata: ${JSON.stringify(event.counts)}\n\n`

import { parseInput } from '@baseplate/platform/foundation/input'
import { followInput, type PlayerEvent } from '@baseplate/platform/places/door'
import { handles } from '#lib/server/operation.ts'
import { queryOf } from '#lib/server/request-url.ts'
import { heartbeatEvent, streamEvents } from '#lib/server/server-sent-events.ts'
import type { RequestEvent, RequestHandler } from './$types'

const following = {
  summary:
    'Streams the player counts of public places (`places=123456789,234567890`): first all of them, then each change.',
  scope: 'read',
  input: followInput,
} as const

export const GET: RequestHandler = handles(following, (event: RequestEvent) => {
  const { platform, address } = event.locals
  const { places } = parseInput(followInput, queryOf(event))
  return streamEvents(event, platform.playerCounts.follow(places, address, event.request.signal), write)
})

const write = (event: PlayerEvent): string =>
  event.type === 'heartbeat' ? heartbeatEvent : `event: players\ndata: ${JSON.stringify(event.counts)}\n\n`

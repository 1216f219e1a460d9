import { findPlace, parsePlaceId } from '@baseplate/platform/places/door'
import { maySee } from '@baseplate/platform/places/rules'
import { textResponse } from '../../replies.ts'
import { type ClassicCall, getOrPost } from '../call.ts'

/** Calls of clients and game servers that take a player to another place. */
export const teleportCalls: readonly ClassicCall[] = [
  {
    paths: ['/universes/validate-place-join'],
    methods: getOrPost,
    credential: 'none',
    source: 'servers',
    // The launcher and the ticket of the player decide in the end. A private place is none that others lead to.
    respond: async ({ platform }, c) => {
      const id = parsePlaceId(c.req.query('destinationplaceid') ?? '')
      const place = id === undefined ? undefined : await findPlace(platform.db, id)
      const isOpen = place !== undefined && maySee(null, place)
      return textResponse(String(isOpen), 200, { 'Content-Type': 'application/json' })
    },
  },
]

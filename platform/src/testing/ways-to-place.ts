import type { StoredFile } from '@baseplate/storage/stored-file'
import { expect } from 'vitest'
import type { Refused } from '../foundation/errors.ts'
import { viewProfile } from '../people/profiles/view.ts'
import { listPlaces } from '../places/lists/list.ts'
import { readIcon } from '../places/pictures/read.ts'
import { hostPlace, servePlace } from '../places/servers/host.ts'
import { readPlaceFile } from '../places/servers/read-file.ts'
import { startServer } from '../places/servers/start-server.ts'
import { joinPlace } from '../places/sessions/join.ts'
import { viewPlaceSettings } from '../places/settings.ts'
import { viewPlace } from '../places/view.ts'
import { voteOnPlace } from '../places/votes/vote.ts'
import { searchAll } from '../search/search-all.ts'
import { notThere, type startWithPlace } from './place-world.ts'

const address = '192.0.2.1'

type Started = Awaited<ReturnType<typeof startWithPlace>>

/** Tries lists that show the place and entries to it, and returns whether each does. */
async function waysTo({ platform, id, maker, player }: Started) {
  const { serverTicket, privateTicket } = await viewPlaceSettings(platform, maker, { id })
  const outcome = async (attempt: Promise<unknown>) =>
    attempt.then(
      () => true,
      ({ reason, message }: Refused) => {
        expect({ reason, message }).toEqual(notThere)
        return false
      },
    )
  const listed = async (input: Record<string, unknown>) =>
    (await listPlaces(platform, null, input)).places.length > 0
  const profile = await viewProfile(platform, player, { username: 'Maker' })
  platform.pass(1_001)
  return {
    playing: await listed({ sort: 'playing' }),
    rated: await listed({ sort: 'rated' }),
    new: await listed({ sort: 'new' }),
    beginning: await listed({ q: 'brick' }),
    part: await listed({ q: 'race' }),
    search: (await searchAll(platform, player, { q: 'brick' })).places.length > 0,
    profile: profile.places.length > 0,
    page: await outcome(viewPlace(platform, player, { id, privateServer: privateTicket })),
    vote: await outcome(voteOnPlace.like(platform, player, { id })),
    join: await outcome(joinPlace(platform, player, { id, privateTicket })),
    start: await outcome(startServer(platform, player, { id }, { address })),
    host: await outcome(hostPlace(platform, serverTicket)),
    serve: await outcome(servePlace(platform, id, { ticket: serverTicket })),
    file: await outcome(closing(readPlaceFile(platform, id, { ticket: serverTicket }))),
    icon: await outcome(closing(readIcon(platform, null, { id }).then(({ file }) => file))),
  }
}

const closing = async (opening: Promise<StoredFile>) => (await opening).close()

/** Returns the names of the open, or of the closed ways to the place. */
export const waysThatAre = async (started: Started, open: boolean) =>
  Object.entries(await waysTo(started))
    .filter(([, way]) => way === open)
    .map(([name]) => name)

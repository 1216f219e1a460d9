import { SvelteMap } from 'svelte/reactivity'
import { openEventStream } from '#lib/live/event-stream.ts'
import { type SharedConnection, shareConnection } from '#lib/live/share-connection.ts'

/** Player counts by place id. */
type Counts = Record<string, number>

/** Maximum number of places that the server reports over one connection. */
const maxFollowed = 200

/** Lists that appear within this time, in this tab and others, share one request. */
const gatherMs = 100

/** Counts received since the page was rendered. */
const received = new SvelteMap<number, number>()

/** The place ids of each list on the page. */
const lists = new Set<readonly number[]>()

/** Place ids of this tab's connection, for all tabs: those of this tab, then those of the latest request. */
let followed: number[] = []

let connection: SharedConnection | undefined

/** Returns the player count of the page or of the stream, whichever is newer. */
export const playersIn = (placeId: number, onPage: number): number => received.get(placeId) ?? onPage

/** Forgets received counts, because a newly loaded page has newer ones. */
export const forgetReceived = (placeIds: readonly number[]): void => {
  for (const id of placeIds) received.delete(id)
}

/** Follows the player counts of public places. Returns a function that stops it. All tabs share one connection. */
export function followPlayers(placeIds: readonly number[]): () => void {
  if (placeIds.length === 0) return () => {}
  lists.add(placeIds)
  forgetReceived(placeIds)
  if (connection) connection.restart()
  else connection = openConnection()
  return () => {
    lists.delete(placeIds)
    // The lists of the next page appear at the same moment.
    setTimeout(() => {
      if (lists.size > 0) return
      connection?.close()
      connection = undefined
      followed = []
    })
  }
}

interface Followed {
  id: number
  privateServer?: boolean
  takenDown?: boolean
  published?: boolean
  archived?: boolean
}

/** Follows the player counts of the places that a component shows. Only places that lists show have a stream. */
export function followPlaces(places: () => readonly Followed[]): void {
  // A string, so that it stays equal when the same places are loaded again.
  const followed = $derived(
    places()
      .filter(
        ({ privateServer, takenDown, published = true, archived }) =>
          !privateServer && !takenDown && published && !archived,
      )
      .map(({ id }) => id)
      .join(),
  )
  $effect(() => followPlayers(followed === '' ? [] : followed.split(',').map(Number)))
}

const shown = () => [...lists].flat()

function openConnection(): SharedConnection {
  return shareConnection<Counts, number[]>({
    name: 'players',
    open(places, receive) {
      followed = [...new Set([...shown(), ...places, ...followed])].slice(0, maxFollowed)
      let events: { close(): void } | undefined
      const begin = setTimeout(() => {
        events = openEventStream(() => `/games/live?places=${followed}`, {
          players: (counts) => receive(counts as Counts),
        })
      }, gatherMs)
      return {
        close() {
          clearTimeout(begin)
          events?.close()
        },
      }
    },
    receive(counts) {
      const here = new Set(shown())
      for (const [id, count] of Object.entries(counts))
        if (here.has(Number(id))) received.set(Number(id), count)
    },
    position: shown,
    // A page is older than the connection, so a tab with lists always needs all counts, in one short message.
    isBehind: (places) => places.length > 0,
  })
}

import { SvelteMap } from 'svelte/reactivity'
import { openEventLine } from '#lib/live/event-line.ts'
import { type SharedLine, shareLine } from '#lib/live/share-line.ts'

/** How many play in places, by their ids. */
type Counts = Record<string, number>

/** As many as the server tells over one line. */
const maxAsked = 200

/** What begins within this time, in this tab and others, begins together. */
const gatherMs = 100

/** What this tab has heard since its page was made. */
const heard = new SvelteMap<number, number>()

/** What each list on the page shows. */
const lists = new Set<readonly number[]>()

/** What the line that this tab holds tells: what its tabs have asked for, the last first. */
let asked: number[] = []

let line: SharedLine | undefined

/** Of what the page says and what was heard since, the later. */
export const playersIn = (placeId: number, onPage: number): number => heard.get(placeId) ?? onPage

/** The page was made anew, and knows better than what was heard before. */
export const forgetHeard = (placeIds: readonly number[]): void => {
  for (const id of placeIds) heard.delete(id)
}

/**
 * Follows how many play in public places that the page shows, from now on; answers how to stop. All tabs share one line.
 */
export function followPlayers(placeIds: readonly number[]): () => void {
  if (placeIds.length === 0) return () => {}
  lists.add(placeIds)
  forgetHeard(placeIds)
  if (line) line.move()
  else line = openLine()
  return () => {
    lists.delete(placeIds)
    // The next page's lists come in the same moment.
    setTimeout(() => {
      if (lists.size > 0) return
      line?.close()
      line = undefined
      asked = []
    })
  }
}

const shown = () => [...lists].flat()

function openLine(): SharedLine {
  return shareLine<Counts, number[]>({
    name: 'players',
    open(places, hear) {
      asked = [...new Set([...shown(), ...places, ...asked])].slice(0, maxAsked)
      let events: { close(): void } | undefined
      const begin = setTimeout(() => {
        events = openEventLine(() => `/games/live?places=${asked}`, {
          players: (counts) => hear(counts as Counts),
        })
      }, gatherMs)
      return {
        close() {
          clearTimeout(begin)
          events?.close()
        },
      }
    },
    hear(counts) {
      const here = new Set(shown())
      for (const [id, count] of Object.entries(counts)) if (here.has(Number(id))) heard.set(Number(id), count)
    },
    position: shown,
    // A page that comes was made before its line: it is told all there is, which is one short message.
    isBehind: (places) => places.length > 0,
  })
}

import type { Server } from '@baseplate/platform/places/servers/admin/rules'
import { formatTime } from '#lib/texts/format.ts'

export const kindWords: Record<Server['kind'], string> = {
  dedicated: 'Dedicated',
  selfhosted: 'Maker’s own',
}

export const stateWords: Record<Server['state'], string> = {
  starting: 'Starting',
  ready: 'Running',
  stopping: 'Ending',
  failed: 'Failed',
  silent: 'Silent',
}

/** Maximum number of players that are named; further ones are counted. */
const namedMax = 5

/** Describes how closing a server affects its players. */
export function closingWords(players: readonly string[]): string {
  const [first] = players
  if (first === undefined) return 'Nobody plays there now.'
  if (players.length === 1) return `${first} plays there now and is put out of the game.`
  const named = players.slice(0, players.length > namedMax ? namedMax : -1).join(', ')
  const rest = players.length > namedMax ? `${players.length - namedMax} more` : players.at(-1)
  return `${named} and ${rest} play there now and are put out of the game.`
}

/** Explains why the list of dedicated servers may be out of date; undefined while it is current. */
export function awayWords(
  orchestrator: 'there' | 'away' | 'none',
  toldAt: number | null,
): string | undefined {
  if (orchestrator === 'there') return undefined
  if (orchestrator === 'none') return 'No orchestrator is set up here: no dedicated servers can be started.'
  const told =
    toldAt === null
      ? 'It has told nothing yet: servers that were heard of are listed all the same.'
      : `Of dedicated servers, this is what it told last, on ${formatTime(new Date(toldAt))}.`
  return `The orchestrator cannot be reached: no server can be started or closed. ${told}`
}

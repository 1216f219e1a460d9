import type { PlaceServer } from '@baseplate/platform/places/servers/rules'

/** Label and action of the Play button. */
export interface PlayState {
  label: 'Play' | 'Starting…' | 'This game is full' | 'Offline'
  /** A reason, or a step to take first. */
  note?: string
  action: 'join' | 'start'
  disabled?: true
}

/**
 * Returns the state of the Play button.
 *
 * @param full no seat is left for the viewer
 * @param hasFile whether a dedicated server has a file to run
 */
export function playState(
  server: PlaceServer,
  { full, hasFile }: { full: boolean; hasFile: boolean },
): PlayState {
  if (full) return { label: 'This game is full', action: 'join', disabled: true }
  if (server.kind === 'selfhosted') {
    const note = 'Offline: nothing is heard of its maker’s server'
    // Some self-hosted servers cannot report their presence, so joining stays possible.
    return { label: 'Play', action: 'join', ...(server.state !== 'ready' && { note }) }
  }
  if (server.state === 'ready') return { label: 'Play', action: 'join' }
  if (!hasFile) {
    return { label: 'Offline', note: 'Its maker has not uploaded it yet', action: 'start', disabled: true }
  }
  if (server.state === 'starting') return { label: 'Starting…', action: 'start' }
  return { label: 'Play', note: 'Play starts its server first', action: 'start' }
}

/** Explains why a server could not be started, and what to do. */
export function startTrouble(reason: string | undefined): string {
  const why = reason ? `The server could not be started: ${reason}.` : 'The server could not be started.'
  return `${why} Try again in a moment. If it goes on, tell the maker of the game, who can read why in its log.`
}

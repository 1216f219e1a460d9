import type { PlaceServer } from '@baseplate/platform/places/servers/rules'
import type { PlainKey } from '@baseplate/texts/keys'
import { formatServerFailure } from '@baseplate/texts/server-failure'
import { t, texts } from '#lib/texts/t.ts'

/** Label and action of the Play button. */
interface PlayState {
  label: PlainKey
  /** A reason, or a step to take first. */
  note?: PlainKey
  action: 'join' | 'start'
  disabled?: true
}

interface PlayedPlace {
  /** Whether a server has a file to run. */
  hasFile: boolean
  /** False: the game is a draft. */
  published: boolean
  archived: boolean
}

/**
 * Returns the state of the Play button.
 *
 * @param full whether no seat is left for the viewer
 * @param own whether the viewer created the game
 */
export function playState(
  server: PlaceServer,
  { hasFile, published, archived }: PlayedPlace,
  { full, own = false }: { full: boolean; own?: boolean },
): PlayState {
  const closed = { action: 'join', disabled: true } as const
  if (archived) return { label: 'places.play.archived', note: 'places.play.note_archived', ...closed }
  if (!published) {
    const note = own ? 'places.play.note_own_draft' : 'places.play.note_draft'
    return { label: 'places.play.draft', note, ...closed }
  }
  if (full) return { label: 'places.play.full', action: 'join', disabled: true }
  if (server.kind === 'selfhosted') {
    // Some self-hosted servers cannot report their presence, so joining stays possible.
    const note = own ? 'places.play.note_no_own_signal' : 'places.play.note_no_signal'
    return { label: 'places.play.play', action: 'join', ...(server.state !== 'ready' && { note }) }
  }
  if (server.state === 'ready') return { label: 'places.play.play', action: 'join' }
  if (!hasFile) {
    return {
      label: 'places.play.offline',
      note: 'places.play.note_no_file',
      action: 'start',
      disabled: true,
    }
  }
  if (server.state === 'starting') return { label: 'places.play.starting', action: 'start' }
  return { label: 'places.play.play', note: 'places.play.note_starts', action: 'start' }
}

/** Explains why a server could not be started, and what to do. */
export const startProblem = (reason: string | undefined): string =>
  reason
    ? t('places.play.failed_because', { reason: formatServerFailure(reason, texts()) })
    : t('places.play.failed')

/** Adds what to do to the message of a refused start. Messages of several sentences end with a full stop and say it. */
export const startRefusal = (message: string): string =>
  message.endsWith('.') ? message : t('places.play.try_again', { problem: message })

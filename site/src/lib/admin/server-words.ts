import type { Server } from '@baseplate/platform/places/door'
import type { PlainKey } from '@baseplate/texts/keys'
import { formatList, formatTime } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'

export const kindTexts = {
  dedicated: 'operations.servers.kinds.dedicated',
  selfhosted: 'operations.servers.kinds.selfhosted',
} as const satisfies Record<Server['kind'], PlainKey>

export const headingTexts = {
  dedicated: 'operations.servers.headings.dedicated',
  selfhosted: 'operations.servers.headings.selfhosted',
} as const satisfies Record<Server['kind'], PlainKey>

export const stateTexts = {
  starting: 'operations.servers.states.starting',
  ready: 'operations.servers.states.ready',
  stopping: 'operations.servers.states.stopping',
  failed: 'operations.servers.states.failed',
  silent: 'operations.servers.states.silent',
} as const satisfies Record<Server['state'], PlainKey>

/** Maximum number of players that are named; further ones are counted. */
const namedMax = 5

/** Describes how closing a server affects its players. */
export function closingWords(players: readonly string[]): string {
  const named = players.slice(0, namedMax)
  const count = players.length - named.length
  const rest = count > 0 ? [t('operations.servers.more_players', { count })] : []
  return t('operations.servers.close_about', {
    count: players.length,
    players: formatList([...named, ...rest]),
  })
}

/** Explains why the list of dedicated servers may be out of date; undefined while it is current. */
export function whyOutdated(
  orchestrator: 'reachable' | 'unreachable' | 'none',
  listedAt: number | null,
): string | undefined {
  if (orchestrator === 'reachable') return undefined
  if (orchestrator === 'none') return t('operations.servers.no_orchestrator')
  return listedAt === null
    ? t('operations.servers.unreachable')
    : t('operations.servers.unreachable_since', { when: formatTime(new Date(listedAt)) })
}

import type { PlaceView } from '@baseplate/platform/places/door'
import { t } from '#lib/texts/t.ts'

/** The parts of a place that its URLs need. */
export interface PlaceAddress {
  id: number
  slug: string
  /** The ticket of a private place. */
  privateTicket?: string | undefined
}

/** The part of a place's view that starting its game needs. */
export type Playable = Pick<
  PlaceView,
  'servers' | 'hasFile' | 'published' | 'archived' | 'scheme' | 'orbiterURL'
>

/** A request failed. The message is for the player. */
export class PlayFailed extends Error {
  /** Code of the refusal. */
  readonly code: string | undefined
  /** Whether asking again would be refused again. */
  readonly isFinal: boolean

  constructor(message: string, { code, isFinal = false }: { code?: string | undefined; isFinal?: boolean }) {
    super(message)
    this.code = code
    this.isFinal = isFinal
  }
}

/** The session has ended, so the player has to sign in first. */
export class SignedOut extends Error {}

/** Returns the address of the place's page. */
export const pageOf = ({ id, slug, privateTicket }: PlaceAddress): string =>
  `/place/${id}/${slug}${privateTicket ? `?${new URLSearchParams({ privateServer: privateTicket })}` : ''}`

/** Reads the place from its page. @throws PlayFailed, SignedOut */
export const readPlayable = async (place: PlaceAddress): Promise<Playable> =>
  (await ask(pageOf(place))).json() as Promise<Playable>

/** Asks for a join ticket. @throws PlayFailed, SignedOut */
export async function requestTicket(place: PlaceAddress): Promise<string> {
  const { ticket } = (await (await act(place, 'join')).json()) as { ticket: string }
  return ticket
}

/** Starts the place's dedicated server. @throws PlayFailed, SignedOut */
export async function startServer(place: PlaceAddress): Promise<void> {
  await act(place, 'start')
}

/** Returns whether the viewer is playing in the place, by the heartbeats of their client. */
export async function isPlayingIn(placeId: number): Promise<boolean> {
  try {
    const { place } = (await (await ask('/playing')).json()) as { place: number | null }
    return place === placeId
  } catch {
    return false
  }
}

/** Joins the line of a full game, or renews the position in it. @throws PlayFailed, SignedOut */
export const askInLine = async (place: PlaceAddress): Promise<{ ticket: string } | { position: number }> =>
  (await act(place, 'join', { wait: 'true' })).json() as Promise<{ ticket: string } | { position: number }>

/** Leaves the line. If the request fails, the server forgets the player soon. */
export async function leaveLine(place: PlaceAddress): Promise<void> {
  await act(place, 'leaveline').catch(() => {})
}

const act = (
  { id, slug, privateTicket }: PlaceAddress,
  action: 'join' | 'start' | 'leaveline',
  fields: Record<string, string> = {},
): Promise<Response> =>
  ask(`/place/${id}/${slug}?/${action}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, ...(privateTicket && { privateTicket }) }),
  })

/** @throws PlayFailed, SignedOut */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  // Without the second header, the response would be in English, as for programs.
  const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' }
  const response = await fetch(path, { ...init, headers, redirect: 'manual' }).catch(() => undefined)
  if (response?.type === 'opaqueredirect') throw new SignedOut()
  if (response?.ok) return response
  const { message, code } = response ? await refusalIn(response) : {}
  const isFinal = response !== undefined && response.status < 500 && response.status !== 429
  throw new PlayFailed(message ?? t('common.form.unreachable'), { code, isFinal })
}

/** Returns the message and the code of a refusal. If the site is down, a proxy in front of it responds with something else. */
async function refusalIn(response: Response): Promise<{ message?: string; code?: string }> {
  try {
    const { message, code } = (await response.json()) as { message?: string; code?: string }
    if (code === undefined && response.status >= 500) return {}
    return { ...(message !== undefined && { message }), ...(code !== undefined && { code }) }
  } catch {
    return {}
  }
}

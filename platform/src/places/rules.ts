import { type Actor, isInForce, isModerator } from '../accounts/rules.ts'
import { minute, second } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { sameSecret } from '../foundation/ids.ts'

/** A place file is at most 100 MB; sizes are decimal (decisions, section 2). */
export const maxPlaceDataBytes = 100_000_000

/** An unused join ticket is good for this long. */
export const joinTicketLifetime = 5 * minute

/** A user counts as playing for this long after the last ping. */
export const presenceLifetime = 35 * second

export const playerLimits = { min: 1, max: 100, default: 10 } as const
export const portLimits = { min: 1024, max: 65_535, default: 53_640 } as const

interface Owned {
  owner_id: string
}

interface Guarded extends Owned {
  private_server: number
  private_ticket: string
}

/** Settings, and everything that changes a place: its owner, or level 4 and higher. */
export const mayManage = (actor: Actor, place: Owned) => place.owner_id === actor.id || isModerator(actor)

/** Private places are open to those who may manage them, and with the place's own ticket. */
export function mayEnter(actor: Actor, place: Guarded, privateTicket?: string | undefined): boolean {
  return place.private_server === 0 || mayManage(actor, place) || holdsPrivateTicket(place, privateTicket)
}

export function holdsPrivateTicket(place: { private_ticket: string }, privateTicket?: string): boolean {
  return (
    privateTicket !== undefined && privateTicket !== '' && sameSecret(place.private_ticket, privateTicket)
  )
}

/** Whether a text can be a join ticket at all. Whatever else somebody sends is no business of the database. */
export const isJoinTicket = (text: string) => /^[a-z0-9]{24}$/.test(text)

/** Whether a text can be a server ticket or a private server ticket at all. */
export const isPlaceTicket = (text: string) => /^[a-z0-9]{32}$/.test(text)

interface JoinTicket {
  created: number
  started: number | null
  ended: number | null
  /** What is open against the player, null for nothing, and until when. */
  moderation: string | null
  moderation_expires: number | null
}

/** A join ticket is used once, within its time, and not by somebody who was moderated since it was issued. */
export function isRedeemable(record: JoinTicket, now: number): boolean {
  const moderated = record.moderation !== null && isInForce({ expires: record.moderation_expires }, now)
  return (
    record.started === null &&
    record.ended === null &&
    record.created > now - joinTicketLifetime &&
    !moderated
  )
}

/** Port of a place's dedicated server (decisions, section 4). */
export const dedicatedPort = (placeId: number) => 10_000 + (placeId % 25_000)

interface Hosted {
  id: number
  dedicated: number
  server_address: string
  server_port: number
}

/** Where a client that joins the place connects to, by `Gameservers.Hosting`. */
export function serverOf(
  place: Hosted,
  config: Pick<Config, 'Gameservers' | 'Orchestrator'>,
): { address: string; port: number } {
  const { Hosting, ProxyPortOffset } = config.Gameservers
  const dedicated = Hosting === 'Dedicated' || (Hosting === 'Both' && place.dedicated === 1)
  return dedicated
    ? {
        address: new URL(config.Orchestrator.PublicURL).hostname,
        port: dedicatedPort(place.id) + ProxyPortOffset,
      }
    : { address: place.server_address, port: place.server_port }
}

/** A place file is read without a key, with the operator's key, or with the place's own server ticket. */
export function mayReadPlaceData(
  place: { server_ticket: string },
  key: string,
  credentials: { bearer?: string | undefined; ticket?: string | undefined },
): boolean {
  if (key === '') return true
  const { bearer, ticket } = credentials
  return (
    (bearer !== undefined && sameSecret(bearer, key)) ||
    (ticket !== undefined && sameSecret(ticket, place.server_ticket))
  )
}

import { type Actor, isInForce, isModerator } from '../accounts/rules.ts'
import { minute, second } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { Refused } from '../foundation/errors.ts'
import { sameSecret } from '../foundation/ids.ts'
import { isSearchable } from '../foundation/name-key.ts'
import type { ServerStatus } from '../orchestrator/client.ts'

/** A place file is at most 100 MB; sizes are decimal (decisions, section 2). */
export const maxPlaceDataBytes = 100_000_000

/** Sizes are decimal (decisions, section 2). */
export const maxIconBytes = 1_000_000

/** Decoded, four bytes each: what a megabyte may claim to be. */
export const maxPicturePixels = 40_000_000

/** Pixels (the contract's "Limits"). */
export const iconSize = { width: 270, height: 270 } as const

/** Sizes are decimal (decisions, section 2). */
export const maxThumbnailBytes = 8_000_000

/** Pixels: what a place's page shows, on a dense screen. */
export const thumbnailSize = { width: 1280, height: 720 } as const

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

type Hosting = Config['Gameservers']['Hosting']

/** Whether players join the place's dedicated server, or its maker's own. */
export const isDedicated = (place: { dedicated: number }, hosting: Hosting): boolean =>
  hosting === 'Dedicated' || (hosting === 'Both' && place.dedicated === 1)

/** Why the place has no dedicated server to start; undefined: it has one. */
export function startFault(place: { dedicated: number }, hosting: Hosting): string | undefined {
  if (hosting === 'Selfhosted') return 'Dedicated servers are not supported'
  return isDedicated(place, hosting) ? undefined : 'This place is not dedicated'
}

/**
 * Where a client that joins the place connects to, by `Gameservers.Hosting`.
 *
 * @param port where its dedicated server listens, if one is known to; when its own port is taken, that is another one.
 */
export function serverOf(
  place: Hosted,
  config: Pick<Config, 'Gameservers' | 'Orchestrator'>,
  port = dedicatedPort(place.id),
): { address: string; port: number } {
  const { Hosting, ProxyPortOffset } = config.Gameservers
  return isDedicated(place, Hosting)
    ? { address: new URL(config.Orchestrator.PublicURL).hostname, port: port + ProxyPortOffset }
    : { address: place.server_address, port: place.server_port }
}

/** A place's game server, as everybody may know it. */
export interface PlaceServer {
  kind: 'dedicated' | 'selfhosted'
  /** `unknown`: the orchestrator cannot be asked. */
  state: 'starting' | 'ready' | 'stopped' | 'failed' | 'unknown'
  /** Since when it runs, in Unix milliseconds. */
  since?: number
  /** Why it failed. */
  reason?: string
}

/**
 * The servers of a place: first the one that players join, then a dedicated one that runs on although they no longer do.
 *
 * @param status what the orchestrator says; undefined: it was not asked, or cannot be.
 */
export function serversOf(
  place: { dedicated: number; server_ping: number },
  hosting: Hosting,
  status: ServerStatus | undefined,
  now: number,
): [PlaceServer, ...PlaceServer[]] {
  // The ping is of the server that players join, whichever that is.
  const heard = now - place.server_ping * second <= presenceLifetime
  if (!isDedicated(place, hosting)) {
    const own: PlaceServer = { kind: 'selfhosted', state: heard ? 'ready' : 'stopped' }
    const left = status && dedicatedServer(status)
    return left?.state === 'starting' || left?.state === 'ready' ? [own, left] : [own]
  }
  if (status) return [dedicatedServer(status)]
  return [{ kind: 'dedicated', state: heard ? 'ready' : 'unknown' }]
}

function dedicatedServer({ state, startTime, reason }: ServerStatus): PlaceServer {
  return {
    kind: 'dedicated',
    // That it is stopping and that it has stopped is one thing to players.
    state: state === 'stopping' ? 'stopped' : state,
    ...(startTime !== undefined && { since: startTime }),
    ...(reason !== undefined && { reason }),
  }
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

/** The file of a place's icon (decisions, section 1). */
export const iconsFolder = 'icons'
export const iconName = (placeId: number) => `${iconsFolder}/${placeId}.avif`

export const thumbnailsFolder = 'place-thumbnails'
export const thumbnailName = (placeId: number, number: number) =>
  `${thumbnailsFolder}/${placeId}-${number}.avif`

/** 1 likes, -1 dislikes, 0: no vote. */
export type Vote = 1 | -1 | 0

export type VoteMove = 'like' | 'unlike' | 'dislike' | 'undislike'

/** One has one vote, and a new one replaces it; a vote that one does not have cannot be taken back. */
export function voteAfter(vote: Vote, move: VoteMove): Vote {
  switch (move) {
    case 'like':
      return 1
    case 'dislike':
      return -1
    case 'unlike':
      return vote === 1 ? 0 : vote
    case 'undislike':
      return vote === -1 ? 0 : vote
  }
}

export interface VoteCounts {
  like_count: number
  dislike_count: number
}

/** The counts when one vote turns into another. */
export const recount = (counts: VoteCounts, from: Vote, to: Vote): VoteCounts => ({
  like_count: counts.like_count + Number(to === 1) - Number(from === 1),
  dislike_count: counts.dislike_count + Number(to === -1) - Number(from === -1),
})

/** The standard normal distribution's 97.5 % quantile: 95 % of it are within this on both sides. */
const z = 1.959964

/**
 * What share of all players would like the place, at least, to judge by its votes: the lower bound of Wilson's score
 * interval at 95 %, in millionths. Few votes prove little: one of one is rated below 90 of 100.
 */
export function ratingOf({ like_count, dislike_count }: VoteCounts): number {
  const votes = like_count + dislike_count
  if (votes === 0) return 0
  const share = like_count / votes
  const middle = share + (z * z) / (2 * votes)
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * votes)) / votes)
  return Math.max(0, Math.round(((middle - spread) / (1 + (z * z) / votes)) * 1_000_000))
}

/** Where a place stands in a list: by rank, of one rank the newest first, then by id. */
export interface Position {
  /** By what the list is sorted: players, or the rating; 0 where there is nothing but newness. */
  rank: number
  created: number
  id: number
}

const positionPattern = /^(\d{1,9})-(\d{1,15})-(\d{1,9})$/

export const positionText = ({ rank, created, id }: Position) => `${rank}-${created}-${id}`

/** @throws Refused `invalid` when the text is none that we have handed out. */
export function parsePosition(text: string): Position {
  const [, rank, created, id] = positionPattern.exec(text) ?? []
  if (!rank || !created || !id) throw unknownPart()
  return { rank: Number(rank), created: Number(created), id: Number(id) }
}

const unknownPart = () => new Refused('invalid', 'This part of the list does not exist')

/** Where a place stands among those whose names begin with what was searched for. */
export interface NamePosition {
  key: string
  id: number
}

/**
 * Where a search goes on. First come names that begin with what was searched for, the name itself before all, then those
 * that have it further in, by id.
 */
export type SearchPosition = { among: 'beginnings'; after: NamePosition } | { among: 'parts'; after: number }

const searchPattern = /^(?:beginnings-(\d{1,9})-([\w-]{1,8000})|parts-(\d{1,9}))$/

export const searchPositionText = (position: SearchPosition): string =>
  position.among === 'parts'
    ? `parts-${position.after}`
    : `beginnings-${position.after.id}-${Buffer.from(position.after.key).toString('base64url')}`

/** @throws Refused `invalid` when the text is none that we have handed out. */
export function parseSearchPosition(text: string): SearchPosition {
  const [, id, key, part] = searchPattern.exec(text) ?? []
  if (part) return { among: 'parts', after: Number(part) }
  if (!id || !key) throw unknownPart()
  const name = Buffer.from(key, 'base64url').toString()
  if (!isSearchable(name)) throw unknownPart()
  return { among: 'beginnings', after: { key: name, id: Number(id) } }
}

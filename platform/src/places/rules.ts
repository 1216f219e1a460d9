import { type Actor, isModerator } from '../accounts/rules.ts'
import { isInForce } from '../accounts/standing/rules.ts'
import { minute, second } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import { sameSecret } from '../foundation/ids.ts'

export const placeNotFound = () => new Refused('missing', 'Place not found')

/** A place file is at most 100 MB; sizes are decimal (decisions, section 2). */
export const maxPlaceFileBytes = 100_000_000

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

/** An unused join ticket holds its seat for this long. Used later, it needs a seat that is free. */
export const seatHeldFor = minute

/** Clocks of site processes may differ by this much before a seat is given to two players. */
const clockTolerance = 5 * second

/** Whether an unused join ticket holds a seat by every process's clock. */
export const holdsSeat = (record: { created: number }, now: number) =>
  record.created > now - seatHeldFor + clockTolerance

/** A user counts as playing for this long after the last ping. */
export const presenceLifetime = 35 * second

export const playerLimits = { min: 1, max: 100, default: 10 } as const
export const portLimits = { min: 1024, max: 65_535, default: 53_640 } as const

/** Whether a game server may listen on it. */
export const isPort = (port: number): boolean =>
  Number.isInteger(port) && port >= portLimits.min && port <= portLimits.max

interface Owned {
  owner_id: string
}

export type PlaceVisibility = 'Visible' | 'Moderated'

interface Guarded extends Owned {
  private_server: number
  private_ticket: string
  /** 1: the place is moderated, or its owner's account is terminated. */
  taken_down: number
}

/** Settings, and everything that changes a place: its owner, or level 4 and higher. */
export const mayManage = (actor: Actor, place: Owned) => place.owner_id === actor.id || isModerator(actor)

/**
 * Whether a viewer sees a place. Its owner and moderators always do. Other users see a private place with its ticket, and
 * never a place that is taken down.
 *
 * @param viewer null: a visitor without a session.
 */
export function maySee(viewer: Actor | null, place: Guarded, privateTicket?: string | undefined): boolean {
  if (viewer !== null && mayManage(viewer, place)) return true
  if (place.taken_down === 1) return false
  return place.private_server === 0 || (viewer !== null && holdsPrivateTicket(place, privateTicket))
}

/** Whether a user may play in a place. Nobody may while it is taken down. */
export const mayEnter = (actor: Actor, place: Guarded, privateTicket?: string | undefined): boolean =>
  place.taken_down === 0 && maySee(actor, place, privateTicket)

/** Settings that stay as a moderator left them while a place is taken down, by their names in the audit log. */
export const lockedSettings = [
  'name',
  'description',
  'icon',
  'picture',
  'pictures',
  'dedicated',
  'server_address',
  'server_port',
  'max_players',
  'private_server',
  'sha256',
] as const
export type LockedSetting = (typeof lockedSettings)[number]

/** Returns the settings that a change affects. */
export function changedSettings(before: object | null, after: object | null): LockedSetting[] {
  const [old, next] = [{ ...before }, { ...after }] as Record<string, unknown>[]
  return lockedSettings.filter((setting) => old?.[setting] !== next?.[setting])
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
  /** 1: the place is taken down. */
  taken_down: number
}

/** Whether a join ticket can be used: once, before it expires, unless the player is moderated or the place is taken down. */
export function isRedeemable(record: JoinTicket, now: number): boolean {
  const moderated = record.moderation !== null && isInForce({ expires: record.moderation_expires }, now)
  return (
    record.started === null &&
    record.ended === null &&
    record.taken_down === 0 &&
    record.created > now - joinTicketLifetime &&
    !moderated
  )
}

/** Credentials of a caller for a place file or a serve script. */
export interface Credentials {
  /** The operator's key. */
  bearer?: string | undefined
  /** The place's server ticket, or the ticket of one start. */
  ticket?: string | undefined
  /** The user of the session, if there is one. */
  actor?: Pick<Actor, 'id' | 'standing'> | undefined
}

/** Whether a place's file and serve script need no credentials: the operator chose so, and the place is public. */
export const isOpenToAll = (place: { private_server: number }, key: string | undefined): boolean =>
  key === '' && place.private_server === 0

/** Whether a caller may read the place's file and serve script. Tickets of starts are checked elsewhere (`permitReading`). */
export function mayReadPlaceFile(
  place: { server_ticket: string; private_server: number; owner_id: string },
  key: string | undefined,
  { bearer, ticket, actor }: Credentials,
): boolean {
  return (
    isOpenToAll(place, key) ||
    (bearer !== undefined && !!key && sameSecret(bearer, key)) ||
    (ticket !== undefined && sameSecret(ticket, place.server_ticket)) ||
    (actor !== undefined && !actor.standing && actor.id === place.owner_id)
  )
}

/**
 * Returns how long the ticket of a start opens the place's file and script: the time limit for becoming ready, plus a minute.
 * For presence it is valid as long as the server runs.
 */
export const runTicketLifetime = (readySeconds: number): number => readySeconds * second + minute

/** The file of a place's icon (decisions, section 1). */
export const iconsFolder = 'icons'
export const iconName = (placeId: number) => `${iconsFolder}/${placeId}.avif`

export const thumbnailsFolder = 'place-thumbnails'
export const thumbnailName = (placeId: number, number: number) =>
  `${thumbnailsFolder}/${placeId}-${number}.avif`

/** Recently uploaded pictures of places, named as rows name them. From here they are put in place. */
export const pictureSourcesFolder = 'place-picture-sources'
export const pictureSourceName = (placeId: number, name: string) =>
  `${pictureSourcesFolder}/${placeId}-${name}.avif`

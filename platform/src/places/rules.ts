import { type Actor, isInForce, isModerator } from '../accounts/rules.ts'
import { minute, second } from '../foundation/clock.ts'
import { sameSecret } from '../foundation/ids.ts'

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
  /** 1: it is moderated, or its owner's account is terminated. */
  taken_down: number
}

/** Settings, and everything that changes a place: its owner, or level 4 and higher. */
export const mayManage = (actor: Actor, place: Owned) => place.owner_id === actor.id || isModerator(actor)

/**
 * Whether somebody sees a place at all. Private places are shown to those who may manage them, and with the place's own ticket;
 * places that are taken down to those who may manage them.
 *
 * @param viewer null: a visitor without a session.
 */
export function maySee(viewer: Actor | null, place: Guarded, privateTicket?: string | undefined): boolean {
  if (viewer !== null && mayManage(viewer, place)) return true
  if (place.taken_down === 1) return false
  return place.private_server === 0 || (viewer !== null && holdsPrivateTicket(place, privateTicket))
}

/** Whether somebody may play in a place. Nobody plays in one that is taken down. */
export const mayEnter = (actor: Actor, place: Guarded, privateTicket?: string | undefined): boolean =>
  place.taken_down === 0 && maySee(actor, place, privateTicket)

/** Settings, by the names that changes have in the audit log, that stay as a moderator left them while a place is taken down. */
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

/** Settings that a change gives another value. Pictures have no value to compare: each change of theirs counts. */
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
  /** Of the place; 1: nobody plays there. */
  taken_down: number
}

/** A join ticket is used once, within its time. A player moderated since cannot use it, nor anybody in a place taken down since. */
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

/** What a caller shows to read a place file or a serve script. */
export interface Credentials {
  /** The operator's key. */
  bearer?: string | undefined
  /** A server ticket of the place, or that of one start of its server. */
  ticket?: string | undefined
  /** The person of the session, if any. */
  actor?: Pick<Actor, 'id' | 'standing'> | undefined
}

/** Whether a place's file and serve script need no credentials: the operator chose so, and the place is public. */
export const isOpenToAll = (place: { private_server: number }, key: string | undefined): boolean =>
  key === '' && place.private_server === 0

/** Whether a caller may read the place's file and serve script, tickets of starts aside. */
export function mayReadPlaceData(
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
 * How long the ticket of a start opens the place's file and script: the time that a server has to become ready, and a
 * minute on top. It tells presence for as long as the server runs.
 */
export const runTicketLifetime = (readySeconds: number): number => readySeconds * second + minute

/** The file of a place's icon (decisions, section 1). */
export const iconsFolder = 'icons'
export const iconName = (placeId: number) => `${iconsFolder}/${placeId}.avif`

export const thumbnailsFolder = 'place-thumbnails'
export const thumbnailName = (placeId: number, number: number) =>
  `${thumbnailsFolder}/${placeId}-${number}.avif`

/** Pictures that a place was given lately, by the names that its rows have for them: what is noted is put in place from here. */
export const pictureSourcesFolder = 'place-picture-sources'
export const pictureSourceName = (placeId: number, name: string) =>
  `${pictureSourcesFolder}/${placeId}-${name}.avif`

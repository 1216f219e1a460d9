import { type Actor, isModerator } from '../accounts/rules.ts'
import type { Config } from '../foundation/config/schema.ts'
import { Refused } from '../foundation/errors.ts'
import { sameSecret } from '../foundation/ids.ts'

/** Maximum size of a place file. Sizes are decimal: docs/reference/site-api.md#text-lengths-and-file-sizes. */
export const maxPlaceFileBytes = 100_000_000

export const maxPlaceNameLength = 100

/** RFC 1123, section 2.1. */
export const maxHostNameLength = 253

/**
 * Whether game servers admit players from a list that they acknowledge, and know them by the numbers of their accounts. Otherwise,
 * they ask for the key of each player who connects.
 */
export const admitsFromList = ({ Engine }: Pick<Config, 'Engine'>): boolean => Engine === 'minetest'

export const playerLimits = { min: 1, max: 100, default: 10 } as const
export const portLimits = { min: 1024, max: 65_535, default: 53_640 } as const

/** Whether a game server may listen on this port. */
export const isPort = (port: number): boolean =>
  Number.isInteger(port) && port >= portLimits.min && port <= portLimits.max

/** Private places, places that are taken down and places that do not exist are all refused alike. */
export const placeNotFound = () => new Refused('places.not_found')

export const fileNotFound = () => new Refused('files.not_found')

export const cannotPlay = () => new Refused('places.playing_forbidden')

/** @throws Refused `conflict`: the owner has archived the place, so nobody can play there. */
export function requireUnarchived(place: { archived: number | null }): void {
  if (place.archived !== null) throw new Refused('places.archived')
}

interface Owned {
  owner_id: string
}

export type PlaceVisibility = 'Visible' | 'Moderated'

interface Guarded extends Owned {
  private_server: number
  private_ticket: string
  /** 1: the place is moderated, or its owner's account is terminated or deleted. */
  taken_down: number
}

type Viewer = Pick<Actor, 'id' | 'permissionLevel'>

/** Whether a user may see the settings of a place and change the place: its owner, or a moderator. */
export const mayManage = (actor: Viewer, place: Owned) => place.owner_id === actor.id || isModerator(actor)

/**
 * Whether a viewer sees a place. Its owner and moderators always do. Other users see a private place with its ticket, and
 * never a place that is taken down.
 *
 * @param viewer null: a visitor without a session.
 */
export function maySee(viewer: Viewer | null, place: Guarded, privateTicket?: string | undefined): boolean {
  if (viewer !== null && mayManage(viewer, place)) return true
  if (place.taken_down === 1) return false
  return place.private_server === 0 || (viewer !== null && holdsPrivateTicket(place, privateTicket))
}

/** Whether a user may play in a place. Nobody may while it is taken down. */
export const mayEnter = (actor: Viewer, place: Guarded, privateTicket?: string | undefined): boolean =>
  place.taken_down === 0 && maySee(actor, place, privateTicket)

/**
 * Whether a viewer learns that players are in a place: the viewer could join them, and the place is not a draft of another
 * user.
 */
export const mayFollow = (actor: Viewer, place: Guarded & { published: number | null }): boolean =>
  mayEnter(actor, place) && (place.published !== null || place.owner_id === actor.id)

export function holdsPrivateTicket(place: { private_ticket: string }, privateTicket?: string): boolean {
  return (
    privateTicket !== undefined && privateTicket !== '' && sameSecret(place.private_ticket, privateTicket)
  )
}

/** Whether a text has the form of a server ticket, private ticket or run ticket. The database is not asked for others. */
export const isPlaceTicket = (text: string) => /^[a-z0-9]{32}$/.test(text)

/** Why a game session ended: the player left or joined again, or the game's maker or a moderator removed the player. */
export type EndReason = 'left' | 'kicked' | 'moderated'

/** Settings that a moderator's change locks while a place is taken down, by their names in the audit log. */
const lockedSettings = [
  'name',
  'description',
  'genre',
  'tags',
  'icon',
  'picture',
  'pictures',
  'dedicated',
  'server_address',
  'server_port',
  'max_players',
  'private_server',
  'services',
  'sha256',
] as const
export type LockedSetting = (typeof lockedSettings)[number]

/** Returns the settings that a change affects. */
export function changedSettings(before: object | null, after: object | null): LockedSetting[] {
  const [old, next] = [{ ...before }, { ...after }] as Record<string, unknown>[]
  return lockedSettings.filter((setting) => old?.[setting] !== next?.[setting])
}

import { noSuchPage } from '../../foundation/cursor.ts'
import { microPerUnit } from '../../foundation/money.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'

/** Burned on creation, in micro-units (docs/reference/economy-service.md#money). */
export const groupPrice = 5 * microPerUnit

export const nameLimits = { min: 3, max: 40 } as const

/** Maximum number of games that a group lists. */
export const maxGroupPlaces = 48

/** Maximum number of games that a member who does not own the group adds to it. */
export const maxMemberPlaces = 5

/** Roles of users in a group, as games know them: from the lowest rank to the highest. */
export const groupRoles = [
  { name: 'Guest', rank: 0 },
  { name: 'Member', rank: 1 },
  { name: 'Owner', rank: 255 },
] as const

export type GroupRole = (typeof groupRoles)[number]

export const groupIconsFolder = 'group-icons'

/** Icons are named by their content, so that a file never changes. */
export const groupIconName = ({ id, icon }: { id: number; icon: string }): string =>
  `${groupIconsFolder}/${id}-${icon}.avif`

/** Rows of one page of the list of groups, and of a group's members. */
export const groupsPerPage = 48
export const membersPerPage = 48

/** Names whose address the site uses itself. */
const reserved: ReadonlySet<string> = new Set(['create', '__data.json', '__route.js'])

/** At least one letter or digit, and only visible characters. */
const writable = /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u

export const isWritableName = (name: string): boolean => writable.test(name) && !/[/\\]/.test(name)

export const isReservedName = (name: string): boolean => {
  const key = nameKeyOf(name)
  return reserved.has(key) || key.endsWith('.html__data.json')
}

/** Returns the address of a group. */
export const groupPath = (name: string): string => `/groups/${encodeURIComponent(name)}`

/** Cursor of the list of groups, which is ordered by members and id. */
export interface GroupCursor {
  members: number
  id: number
}

export const cursorText = ({ members, id }: GroupCursor): string => `${members}-${id}`

/** @throws Refused `invalid` */
export function parseGroupCursor(text: string): GroupCursor {
  const [, members, id] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
  if (!members || !id) throw noSuchPage()
  return { members: Number(members), id: Number(id) }
}

import { Refused } from '../../foundation/errors.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'

/** Micro-units, burned: round(0.1 * 50 * 1e6) (the economy contract's "Constants"). */
export const groupPrice = 5_000_000

export const nameLimits = { min: 3, max: 40 } as const

/** In characters. */
export const maxReasonLength = 300

/** One page of the list, and of a group's members. */
export const groupsPerPage = 48
export const membersPerPage = 48

/** Addresses of the site that a group's would be. */
const reserved: ReadonlySet<string> = new Set(['create', '__data.json', '__route.js'])

/** Has something to read, and nothing that an address cannot hold or that is not seen. */
const writable = /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u

export const isWritableName = (name: string): boolean => writable.test(name) && !/[/\\]/.test(name)

export const isReservedName = (name: string): boolean => {
  const key = nameKeyOf(name)
  return reserved.has(key) || key.endsWith('.html__data.json')
}

/** Where a group is. */
export const groupPath = (name: string): string => `/groups/${encodeURIComponent(name)}`

/** Where a group stands in the list: by members, the most first, then by id. */
export interface GroupPosition {
  members: number
  id: number
}

export const positionText = ({ members, id }: GroupPosition): string => `${members}-${id}`

/** @throws Refused `invalid` when the text is none that we have handed out. */
export function parsePosition(text: string): GroupPosition {
  const [, members, id] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
  if (!members || !id) throw new Refused('invalid', 'This part of the list does not exist')
  return { members: Number(members), id: Number(id) }
}

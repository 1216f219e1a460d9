import { z } from 'zod'
import { description, flag, isWritten, searchText, unwritten } from '../foundation/form-values.ts'
import { hasHidden, hidden } from '../foundation/plain-text.ts'
import { maxHostNameLength, maxPlaceNameLength, playerLimits, portLimits } from './rules.ts'

const name = z
  .string({ error: 'Give the place a name' })
  .trim()
  .min(1, { error: 'Give the place a name' })
  .max(maxPlaceNameLength, { error: `Names have at most ${maxPlaceNameLength} characters` })
  .refine(isWritten, { error: unwritten })
  .refine((text) => !hasHidden(text), { error: hidden })

export const createPlaceInput = z.object({ name, description })

export const viewInput = z.object({ name, description })

/** A host name of at most 253 characters, or an IP address, IPv6 without brackets (RFC 1123, section 2.1). */
const hostName = z
  .string()
  .max(maxHostNameLength)
  .regex(/^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*\.?$/)

const serverAddress = z
  .union([z.literal(''), z.ipv4(), z.ipv6(), hostName], { error: 'Type an IP address or a host name' })
  .default('')

const wholeNumber = (label: string, limits: { min: number; max: number }) => {
  const error = `${label} is a whole number from ${limits.min} to ${limits.max}`
  return z
    .string({ error })
    .trim()
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .pipe(z.number().min(limits.min, { error }).max(limits.max, { error }))
}

export const networkInput = z.object({
  dedicated: flag,
  serverAddress,
  serverPort: z
    .union([z.literal('').transform(() => portLimits.default), wholeNumber('The port', portLimits)], {
      error: `The port is a whole number from ${portLimits.min} to ${portLimits.max}`,
    })
    .default(portLimits.default),
  maxPlayers: wholeNumber('The number of players', playerLimits),
})

export const privacyInput = z.object({ privateServer: flag })

/** Orders of the list of places. A search has an order of its own. */
const placeSorts = ['playing', 'rated', 'new'] as const
export type PlaceSort = (typeof placeSorts)[number]

export const listInput = z.object({
  sort: z
    .enum(placeSorts, { error: `The list is sorted by one of: ${placeSorts.join(', ')}` })
    .default('playing'),
  q: searchText,
  cursor: z.string().optional(),
})

const idPattern = /^[1-9]\d{0,8}$/

/** Parses the id in an address; undefined: no place can have this address. */
export function parsePlaceId(text: string): number | undefined {
  return idPattern.test(text) ? Number(text) : undefined
}

/** Maximum number of places that one page follows: four pages of a list. */
const maxFollowed = 200

const followedError = `Name 1 to ${maxFollowed} places by their ids, with commas between them`

/** Places whose player counts a page follows, such as `123456789,234567890`. */
export const followInput = z.object({
  places: z
    .string({ error: followedError })
    .max(maxFollowed * 10, { error: followedError })
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, { error: followedError })
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= maxFollowed, { error: followedError }),
})

const numberInput = (error: string) => z.string({ error }).regex(idPattern, { error }).transform(Number)

export const restoreInput = z.object({ version: numberInput('Choose a version') })

const thumbnail = numberInput('Choose a picture')

export const removeThumbnailInput = z.object({ thumbnail })

export const moveThumbnailInput = z.object({
  thumbnail,
  to: z.enum(['earlier', 'later'], { error: 'Choose a direction' }),
})

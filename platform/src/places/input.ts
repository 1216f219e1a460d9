import { z } from 'zod'
import { maxPlayerNumber } from '../accounts/numbers/rules.ts'
import { Refused } from '../foundation/errors.ts'
import { description, flag, isUsableName, searchText, wholeNumber } from '../foundation/form-values.ts'
import { invalid, sentFile } from '../foundation/input.ts'
import { hasHidden } from '../foundation/plain-text.ts'
import { tagsInput } from './genres/input.ts'
import { maxHostNameLength, maxPlaceNameLength, playerLimits, portLimits } from './rules.ts'

/** The place that an address names. */
export const placeInput = z.object({ id: z.number().int() })

/** A place, and the private ticket that a link to it carries. */
export const visitInput = placeInput.extend({ privateServer: z.string().optional() })

/** A place, and the private ticket of a form. Only private places need it. */
export const entryInput = placeInput.extend({ privateTicket: z.string().optional() })

export type EntryInput = z.output<typeof entryInput>

const name = z
  .string(invalid('places.name_missing'))
  .trim()
  .min(1, invalid('places.name_missing'))
  .max(maxPlaceNameLength, invalid('input.too_long', { max: maxPlaceNameLength }))
  .refine(isUsableName, invalid('input.name_unwritten'))
  .refine((text) => !hasHidden(text), invalid('input.name_hidden'))

export const createPlaceInput = z.object({ name, description })

/** Older programs send no genre and no tags. The place then keeps its own. */
export const viewInput = placeInput.extend({
  name,
  description,
  genre: z.string().trim().optional(),
  tags: tagsInput.optional(),
  icon: sentFile,
})

/** A host name of at most 253 characters (RFC 1123, section 2.1). */
const hostName = z
  .string()
  .max(maxHostNameLength)
  .regex(/^(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*\.?$/)

/** A host name or an IP address, IPv6 without brackets. */
const serverAddress = z
  .union([z.literal(''), z.ipv4(), z.ipv6(), hostName], invalid('places.server_address_invalid'))
  .default('')

const wrongPort = invalid('places.port_invalid', portLimits)

export const networkInput = placeInput.extend({
  dedicated: flag.describe('Whether the platform runs the servers of the game.'),
  serverAddress: serverAddress.meta({
    description: 'IP address or host name of the game server. Empty or left out: none.',
    example: 'games.example.org',
  }),
  serverPort: z
    .union([z.literal('').transform(() => portLimits.default), wholeNumber(portLimits, wrongPort)], wrongPort)
    .default(portLimits.default)
    .meta({
      description: `UDP port of the game server. ${portLimits.default} by default.`,
      example: `${portLimits.default}`,
    }),
  maxPlayers: wholeNumber(playerLimits, invalid('places.max_players_invalid', playerLimits)).meta({
    description: 'Number of players in one server.',
    example: '20',
  }),
})

export const deletePlaceInput = placeInput.extend({ name: z.string(invalid('places.name_differs')).trim() })

export const privacyInput = placeInput.extend({
  privateServer: flag.describe('Whether only users with the private ticket may enter the game.'),
})

export const servicesInput = placeInput.extend({
  enabled: flag,
  /** Left out: the root stays. */
  root: z
    .string()
    .trim()
    .regex(/^\d{0,10}$/, invalid('data.root_unknown'))
    .transform((text) => (text === '' ? null : Number(text)))
    .optional()
    .meta({
      description: 'Id of the game whose data the game shares. Empty: it has its own. Left out: unchanged.',
      example: '123456789',
    }),
})

/** Longer than any genre or tag. */
const maxGenreLength = 100

/** Orders of the list of places. */
const placeSorts = ['playing', 'rising', 'rated', 'popular', 'played', 'new'] as const
export type PlaceSort = (typeof placeSorts)[number]

export const listInput = z.object({
  /** By default, the best matches of a search come first, and otherwise the places with most players. */
  sort: z.enum(placeSorts, invalid('input.sort_unknown', { options: placeSorts.join(', ') })).optional(),
  q: searchText,
  /** Lists the places of a genre, or with a tag, by popularity. A search finds places of the genre only. */
  genre: z.string().trim().max(maxGenreLength).default(''),
  tag: z.string().trim().max(maxGenreLength).default(''),
  cursor: z.string().optional(),
})

const idPattern = /^[1-9]\d{0,8}$/

/** Parses the id in an address; undefined: no place can have this address. */
export function parsePlaceId(text: string): number | undefined {
  return idPattern.test(text) ? Number(text) : undefined
}

/** Maximum number of places that one page follows: four pages of a list. */
const maxFollowed = 200

const wrongPlaces = invalid('places.followed_invalid', { max: maxFollowed })

/** Places whose player counts a page follows, such as `123456789,234567890`. */
export const followInput = z.object({
  places: z
    .string(wrongPlaces)
    .max(maxFollowed * 10, wrongPlaces)
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, wrongPlaces)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((ids) => ids.length <= maxFollowed, wrongPlaces),
})

const numberInput = (missing: { error: string }) =>
  z.string(missing).regex(idPattern, missing).transform(Number)

export const restoreInput = placeInput.extend({ version: numberInput(invalid('places.version_missing')) })

const thumbnail = numberInput(invalid('places.picture_missing'))

export const addThumbnailInput = placeInput.extend({ picture: sentFile })

export const removeThumbnailInput = placeInput.extend({ thumbnail })

/** The id of a picture that waits for review. */
export const withdrawInput = z.object({ picture: z.string(invalid('places.picture_missing')) })

export const moveThumbnailInput = placeInput.extend({
  thumbnail,
  to: z.enum(['earlier', 'later'], invalid('places.direction_invalid')),
})

/** The join ticket of a player, or the ticket of a game server, whose heartbeat arrives. */
export const ticketQuery = z.object({ ticket: z.string().min(1) })

/** A server has no more players than this, even after a setting was lowered. */
const maxConnected = 1_000

const connectedInput = z.array(z.int().min(1).max(maxPlayerNumber)).max(maxConnected)

/**
 * Parses the numbers of the players who are connected to a game server: `[12,345]`.
 *
 * @throws Refused `invalid`
 */
export function parseConnected(text: string): number[] {
  try {
    return connectedInput.parse(JSON.parse(text))
  } catch {
    throw new Refused('input.request_invalid')
  }
}

/** The place's server ticket, and the file name of a map in base64. */
export const hostQuery = ticketQuery.extend({ autopilot: z.string().optional() })

export type HostQuery = z.output<typeof hostQuery>

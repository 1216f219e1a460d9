import { Refused } from '@baseplate/platform/foundation/errors'
import {
  type Caller,
  type Condition,
  type EntryName,
  largeValueBytes,
  parseEntryName,
  parseScopeName,
  parseTopic,
  parseTopics,
  parseVersion,
  requireDataProgram,
  requireDataServer,
} from '@baseplate/platform/game-data/door'
import { parsePlaceId } from '@baseplate/platform/places/door'
import { placeNotFound } from '@baseplate/platform/places/rules'
import type { Platform } from '@baseplate/platform/platform'
import { bearerOf } from '@baseplate/service/bearer'
import type { ClassicContext } from '../classic/call.ts'
import { requireTokenOwner, serverTicketOf } from '../credentials.ts'
import { isCompressed, readBody } from '../read-body.ts'

/** The scope that an access token needs. */
export type DataAccess = 'data:read' | 'data:write'

/**
 * Returns who asks: the game server of a ticket, or the owner of an access token at the address of a place.
 *
 * @throws Refused as `requireDataServer` and `requireDataProgram`
 */
export async function callerOf(platform: Platform, c: ClassicContext, access: DataAccess): Promise<Caller> {
  const id = c.req.param('id')
  if (id === undefined) return requireDataServer(platform, serverTicketOf(c))
  const token = bearerOf(c.req.header('Authorization'))
  if (token === undefined) throw new Refused('tokens.unknown')
  const actor = await requireTokenOwner(platform, token, access)
  const placeId = parsePlaceId(id)
  if (placeId === undefined) throw placeNotFound()
  return requireDataProgram(platform, actor, placeId)
}

/** Returns the parts of a path below the address of the data or messages, as they were written. Routes match paths in lower case. */
function partsOf(c: ClassicContext): string[] {
  const [path = ''] = (c.env.incoming.url ?? '').split('?', 1)
  try {
    // `/api/server/data/`, `/api/server/messages/` and `/place/{id}/data-api/` have three parts each.
    return path.split('/').slice(4).map(decodeURIComponent)
  } catch {
    throw new Refused('data.name_invalid')
  }
}

/** Returns the topic that the path `/api/server/messages/{topic}` names. @throws Refused `invalid` */
export const topicOf = (c: ClassicContext): string => parseTopic(partsOf(c)[0] ?? '')

/** Returns the topics in the parameter `topics`. A comma within a topic is written as `%2C`. @throws Refused `invalid` */
export function topicsOf(c: ClassicContext): ReadonlySet<string> {
  const [, query = ''] = (c.env.incoming.url ?? '').split('?', 2)
  const written = query
    .split('&')
    .flatMap((part) => (part.startsWith('topics=') ? part.slice(7).split(',') : []))
  try {
    return parseTopics(written.map((topic) => decodeURIComponent(topic.replaceAll('+', ' '))))
  } catch (error) {
    throw error instanceof URIError ? new Refused('data.topic_invalid') : error
  }
}

/** Returns the entry that the path of a request names. @throws Refused `invalid` */
export function entryOf(c: ClassicContext): EntryName {
  const [store = '', scope = '', key = ''] = partsOf(c)
  return parseEntryName({ store, scope, key })
}

/** Returns the store and the scope that the path of a request names. @throws Refused `invalid` */
export function scopeOf(c: ClassicContext): Omit<EntryName, 'key'> {
  const [store = '', scope = 'global'] = partsOf(c)
  return parseScopeName({ store, scope })
}

/** Returns the conditions in the header fields of a request. @throws Refused `invalid`: other conditions than one version, or none */
export function conditionOf({ req }: ClassicContext): Condition {
  const [match, noneMatch] = [req.header('If-Match'), req.header('If-None-Match')]
  const ifVersion = match === undefined ? undefined : (/^(?:W\/)?"?(\d+)"?$/.exec(match)?.[1] ?? '')
  if (ifVersion === '' || (noneMatch !== undefined && noneMatch !== '*'))
    throw new Refused('data.condition_invalid')
  return { ifVersion, ifAbsent: noneMatch === '*' }
}

/** Returns the version that a query names; undefined: none. @throws Refused `missing`: there can be no such version */
export function versionIn({ req }: ClassicContext): number | undefined {
  const text = req.query('version')
  if (text === undefined) return undefined
  const version = parseVersion(text)
  if (version === undefined) throw new Refused('data.version_not_kept')
  return version
}

/** Returns the key with which the sender marks a request that it may repeat. @throws Refused `invalid` */
export function idempotencyKeyOf({ req }: ClassicContext): string | undefined {
  const key = req.header('Idempotency-Key')
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Refused('data.idempotency_key_invalid')
  return key
}

/**
 * Reads a body and works on it. A large one waits for a slot, which it leaves when the work is done. A compressed one may become large.
 *
 * @param tooLarge the refusal of a body with more bytes
 */
export async function withBody(
  { largeValues }: Pick<Platform, 'largeValues'>,
  c: ClassicContext,
  maxBytes: number,
  work: (body: Buffer) => Promise<Response>,
  tooLarge = () => new Refused('data.too_large', { max: maxBytes }),
): Promise<Response> {
  const { incoming } = c.env
  const isSmall =
    Number(incoming.headers['content-length']) <= largeValueBytes && !isCompressed(incoming.headers)
  const done = isSmall ? undefined : await largeValues.enter()
  try {
    return await work(await readBody(incoming, maxBytes, tooLarge))
  } finally {
    done?.()
  }
}

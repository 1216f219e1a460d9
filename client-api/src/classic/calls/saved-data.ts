import { Refused } from '@baseplate/platform/foundation/errors'
import {
  type Change,
  type EntryName,
  listEntries,
  parseEntryName,
  parseScopeName,
  parseStep,
  parseValue,
  readEntries,
  readEntry,
  releasePlayersData,
  writeEntries,
} from '@baseplate/platform/game-data/door'
import { defaultScope, maxPageSize, playerScope, storedNumberOf } from '@baseplate/platform/game-data/rules'
import { maxFormBytes } from '@baseplate/service/form-limits'
import { afterResponse } from '../../game-data/replies.ts'
import { withBody } from '../../game-data/requests.ts'
import { decompressed, isCompressed, readBody } from '../../read-body.ts'
import { textResponse } from '../../replies.ts'
import type { ClientServices } from '../../services.ts'
import type { ClassicCall, ClassicContext } from '../call.ts'
import { bytesResponse, jsonResponse, jsonTextResponse } from '../replies.ts'
import { blobOf, maxBlobBytes, valueOfBlob, waitForSaving } from '../saved-data/blob.ts'
import { findReader, isRefusal, requireWriter } from '../saved-data/caller.ts'
import { entryOf, sentNamesIn, strictFormOf } from '../saved-data/form.ts'

/** Bytes of a form around its value. */
const formFrameBytes = 1_000

/**
 * Saved data of games: docs/reference/client-protocol.md#saved-data. A call that saves nothing gets the status of its refusal, so that
 * no game believes that it has saved anything.
 */
export const savedDataCalls: readonly ClassicCall[] = [
  {
    paths: ['/persistence/getbloburl.ashx', '/persistence/getblob.ashx'],
    methods: ['GET'],
    credential: 'server',
    source: 'scripts',
    respond: loadBlob,
  },
  {
    paths: ['/persistence/setblob.ashx'],
    methods: ['POST'],
    credential: 'server',
    source: 'scripts',
    respond: saveBlob,
  },
  ...(
    [
      ['/persistence/getv2', getValues],
      ['/persistence/set', setValue],
      ['/persistence/increment', increment],
      ['/persistence/getsortedvalues', getSortedValues],
    ] as const
  ).map(
    ([path, respond]): ClassicCall => ({
      paths: [path],
      methods: ['POST'],
      credential: 'server',
      source: 'servers',
      respond,
    }),
  ),
]

/** The entry that keeps what a server saves of a player. */
const blobEntryOf = ({ req }: ClassicContext): EntryName =>
  parseEntryName({ store: 'classic', scope: playerScope, key: req.query('userid') ?? '' })

async function loadBlob({ platform }: ClientServices, c: ClassicContext): Promise<Response> {
  // A player without saved data starts with none, and the server tells the game that the data is ready.
  const none = Buffer.alloc(0)
  const caller = await findReader(platform, c)
  if (!caller) return bytesResponse(none)
  const name = blobEntryOf(c)
  await platform.dataBudgets.spend(caller, 'reads')
  await waitForSaving(platform, caller, name, c)
  try {
    const { value, done } = await readEntry(platform, caller, name)
    afterResponse(c.env.outgoing, done)
    return bytesResponse(blobOf(value))
  } catch (error) {
    if (isRefusal(error, 'data.not_found')) return bytesResponse(none)
    throw error
  }
}

async function saveBlob({ platform }: ClientServices, c: ClassicContext): Promise<Response> {
  const caller = await requireWriter(platform, c)
  const name = blobEntryOf(c)
  await platform.dataBudgets.spend(caller, 'writes')
  const maxBytes = maxBlobBytes(platform.config.Data.ValueBytes)
  const tooLarge = () => new Refused('data.too_large', { max: maxBytes })
  return withBody(platform, c, maxBytes, async (body) => {
    const bytes = isCompressed(c.env.incoming.headers) ? await decompressed(body, maxBytes, tooLarge) : body
    await writeEntries(platform, caller, [{ name, change: { op: 'put', json: valueOfBlob(bytes) } }])
    // Servers save when a player leaves, so the next one need not wait. This one may still save again.
    const { worldId } = caller
    await releasePlayersData(platform, { worldId, store: name.store, number: Number(name.key) }, caller)
    return textResponse('')
  })
}

async function getValues({ platform }: ClientServices, c: ClassicContext): Promise<Response> {
  const caller = await findReader(platform, c)
  if (!caller) return jsonResponse({ data: [] })
  const body = await readBody(c.env.incoming, maxFormBytes, () => new Refused('requests.too_large'))
  const sent = sentNamesIn(strictFormOf(body))
  const names = sent.map(entryOf)
  await platform.dataBudgets.spend(caller, 'reads', Math.max(1, names.length))
  const { values, done } = await readEntries(platform, caller, names)
  afterResponse(c.env.outgoing, done)
  // A key without a value is absent, so that games start with their defaults.
  const data = sent.flatMap(({ key, scope, target }, index) => {
    const value = values[index]
    return value === undefined ? [] : [{ Value: value, Scope: scope, Key: key, Target: target }]
  })
  return jsonResponse({ data })
}

/** Returns the entry that a query names. */
const queriedEntryOf = ({ req }: ClassicContext): EntryName =>
  entryOf({
    key: req.query('key') ?? '',
    scope: req.query('scope') ?? '',
    target: req.query('target') ?? '',
  })

async function setValue({ platform }: ClientServices, c: ClassicContext): Promise<Response> {
  const caller = await requireWriter(platform, c)
  const name = queriedEntryOf(c)
  const isSorted = isSortedIn(c)
  await platform.dataBudgets.spend(caller, 'writes')
  const { ValueBytes } = platform.config.Data
  const tooLarge = () => new Refused('data.too_large', { max: ValueBytes })
  // A percent-encoded byte takes three.
  const maxBytes = 3 * ValueBytes + formFrameBytes
  return withBody(
    platform,
    c,
    maxBytes,
    async (body) => {
      const form = isCompressed(c.env.incoming.headers) ? await decompressed(body, maxBytes, tooLarge) : body
      const value = strictFormOf(form).get('value')
      if (value === undefined) throw new Refused('input.request_invalid')
      const json = parseValue(Buffer.from(value), ValueBytes)
      await writeEntries(platform, caller, [{ name, change: changeTo(json, isSorted) }]).catch((error) => {
        if (!isRefusal(error, 'data.not_found')) throw error
      })
      return jsonTextResponse(`{"data":${json}}`)
    },
    tooLarge,
  )
}

/** Returns the change that sets a value. `null` removes it. @throws Refused `conflict`: a sorted value is no whole number */
function changeTo(json: string, isSorted: boolean): Change {
  if (JSON.parse(json) === null) return { op: 'delete' }
  if (isSorted && storedNumberOf(json) === null) throw new Refused('data.not_number')
  return { op: 'put', json }
}

/** Whether the value is one of a sorted store. @throws Refused `invalid`: another kind of store */
function isSortedIn({ req }: ClassicContext): boolean {
  const type = req.query('type') || 'standard'
  if (type !== 'standard' && type !== 'sorted') throw new Refused('input.request_invalid')
  return type === 'sorted'
}

async function increment({ platform }: ClientServices, c: ClassicContext): Promise<Response> {
  const caller = await requireWriter(platform, c)
  const name = queriedEntryOf(c)
  const by = parseStep(c.req.query('value'))
  await platform.dataBudgets.spend(caller, 'writes')
  const { results } = await writeEntries(platform, caller, [{ name, change: { op: 'increment', by } }])
  return jsonTextResponse(`{"data":${results[0]?.value}}`)
}

async function getSortedValues({ platform }: ClientServices, c: ClassicContext): Promise<Response> {
  const caller = await findReader(platform, c)
  if (!caller) return jsonResponse({ data: { Entries: [], ExclusiveStartKey: null } })
  const name = parseScopeName({
    store: c.req.query('key') ?? '',
    scope: c.req.query('scope') || defaultScope,
  })
  const query = sortedQueryOf(c)
  await platform.dataBudgets.spend(caller, 'lists')
  const { entries, next } = await listEntries(platform, caller, name, query)
  const Entries = entries.map(({ key, value }) => ({ Target: key, Value: value }))
  return jsonResponse({ data: { Entries, ExclusiveStartKey: next } })
}

/** Returns the query of a list. @throws Refused `invalid` */
function sortedQueryOf({ req }: ClassicContext) {
  const numberOf = (name: string): number | undefined => {
    const text = req.query(name)
    if (!text) return undefined
    const number = storedNumberOf(text)
    if (number === null) throw new Refused('input.request_invalid')
    return number
  }
  const limit = numberOf('pagesize') ?? maxPageSize
  if (limit < 1 || limit > maxPageSize) throw new Refused('input.request_invalid')
  const end = numberOf('exclusivemaxvalue')
  return {
    limit,
    order: /^true$/i.test(req.query('ascending') ?? '') ? 'asc' : 'desc',
    min: numberOf('inclusiveminvalue'),
    // Values are whole numbers.
    max: end === undefined ? undefined : end - 1,
    cursor: req.query('exclusivestartkey') || undefined,
  } as const
}

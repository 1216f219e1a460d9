import { Refused } from '@baseplate/platform/foundation/errors'
import {
  type BudgetKind,
  type Caller,
  type Change,
  chooseKind,
  entryListQuery,
  listEntries,
  listVersions,
  maxBatchBytes,
  parseBatch,
  parsePlayers,
  parseStep,
  parseValue,
  rankEntry,
  readEntry,
  releasePlayersData,
  waitForHold,
  writeEntries,
} from '@baseplate/platform/game-data/door'
import { playerScope } from '@baseplate/platform/game-data/rules'
import type { Platform } from '@baseplate/platform/platform'
import type { ClassicContext } from '../classic/call.ts'
import { queryOf } from '../query.ts'
import type { ClientApi } from '../services.ts'
import { answerTo } from './answer.ts'
import { addMessageRoutes } from './messages.ts'
import { afterResponse, json, tagOf, valueReply } from './replies.ts'
import {
  callerOf,
  conditionOf,
  type DataAccess,
  entryOf,
  idempotencyKeyOf,
  scopeOf,
  versionIn,
  withBody,
} from './requests.ts'

/** Seconds for which a server waits for the data of a player. */
const waits = { default: 10, max: 25 }

/** Bytes of a body that is not a value. */
const smallBodyBytes = 10_000

/** Adds the endpoints of docs/reference/game-data.md, for game servers and for programs of makers. */
export function addDataRoutes(api: ClientApi, platform: Platform): void {
  addReading(api, platform)
  addWriting(api, platform)
  addStoresAndBatches(api, platform)
  addHolds(api, platform)
  addMessageRoutes(api, platform)
}

type Handle = (c: ClassicContext, caller: Caller) => Promise<Response>

const answer = (platform: Platform, access: DataAccess, kind: BudgetKind, handle: Handle) =>
  answerTo(platform, (c) => callerOf(platform, c, access), kind, handle)

function addReading(api: ClientApi, platform: Platform): void {
  const reading = (kind: BudgetKind, handle: Handle) => answer(platform, 'data:read', kind, handle)

  /** Returns the value of an entry, or the version `version` of it. With `rank`, returns its rank among the numbers of its scope. */
  api.on(
    'GET',
    ['/api/server/data/:store/:scope/:key', '/place/:id{[0-9]+}/data-api/:store/:scope/:key'],
    reading('reads', async (c, caller) => {
      const name = entryOf(c)
      if (c.req.query('rank') === 'true') {
        await platform.dataBudgets.spend(caller, 'lists')
        return json(await rankEntry(platform, caller, name))
      }
      if (c.req.query('lock') === 'true') await waitHere(c, caller)
      const { done, ...read } = await readEntry(platform, caller, name, versionIn(c))
      afterResponse(c.env.outgoing, done)
      return valueReply(read)
    }),
  )

  const waitHere = (c: ClassicContext, caller: Caller) => {
    const { store, scope, key } = entryOf(c)
    if (scope !== playerScope) throw new Refused('data.player_invalid')
    const seconds = Number(c.req.query('wait') ?? waits.default)
    if (!(seconds >= 0 && seconds <= waits.max)) throw new Refused('data.wait_invalid', { max: waits.max })
    const gone = new AbortController()
    afterResponse(c.env.outgoing, () => gone.abort())
    const data = { worldId: caller.worldId, store, number: Number(key) }
    return waitForHold(platform, data, caller, { waitSeconds: seconds, signal: gone.signal })
  }

  /** Lists the entries of a scope by key, or those with whole numbers by number. */
  api.on(
    'GET',
    ['/api/server/data/:store/:scope', '/place/:id{[0-9]+}/data-api/:store/:scope'],
    reading('lists', async (c, caller) => {
      const query = queryOf(c.req, entryListQuery)
      if (!query) throw new Refused('input.request_invalid')
      return json(await listEntries(platform, caller, scopeOf(c), query))
    }),
  )

  /** Lists the versions of an entry that are kept, the newest first. */
  api.on(
    'GET',
    [
      '/api/server/data/:store/:scope/:key/versions',
      '/place/:id{[0-9]+}/data-api/:store/:scope/:key/versions',
    ],
    reading('lists', async (c, caller) => json(await listVersions(platform, caller, entryOf(c)))),
  )
}

function addWriting(api: ClientApi, platform: Platform): void {
  const { config } = platform
  const writing = (handle: Handle) => answer(platform, 'data:write', 'writes', handle)

  const write = async (c: ClassicContext, caller: Caller, change: Change) => {
    const { results } = await writeEntries(
      platform,
      caller,
      [{ name: entryOf(c), change }],
      idempotencyKeyOf(c),
    )
    return results[0]
  }
  const playersOf = (c: ClassicContext) => parsePlayers(c.req.header('X-Players'))

  /** Stores the JSON value of an entry. */
  api.on(
    'PUT',
    ['/api/server/data/:store/:scope/:key', '/place/:id{[0-9]+}/data-api/:store/:scope/:key'],
    writing((c, caller) =>
      withBody(platform, c, config.Data.ValueBytes, async (body) => {
        const put = { op: 'put', json: parseValue(body, config.Data.ValueBytes) } as const
        const changed = await write(c, caller, { ...put, players: playersOf(c), ...conditionOf(c) })
        return writtenReply(changed)
      }),
    ),
  )

  /** Adds `by` to the whole number that is the value of an entry. An entry without a value begins at 0. */
  api.on(
    'POST',
    ['/api/server/data/:store/:scope/:key', '/place/:id{[0-9]+}/data-api/:store/:scope/:key'],
    writing(async (c, caller) => {
      if (c.req.query('op') !== 'increment') throw new Refused('input.request_invalid')
      const by = parseStep(c.req.query('by'))
      const changed = await write(c, caller, {
        op: 'increment',
        by,
        players: playersOf(c),
        ...conditionOf(c),
      })
      return json(
        { value: Number(changed?.value), version: String(changed?.version) },
        { ETag: tagOf(changed?.version ?? 0) },
      )
    }),
  )

  /** Deletes the value of an entry. Its versions are kept for 30 days. */
  api.on(
    'DELETE',
    ['/api/server/data/:store/:scope/:key', '/place/:id{[0-9]+}/data-api/:store/:scope/:key'],
    writing(async (c, caller) => writtenReply(await write(c, caller, { op: 'delete', ...conditionOf(c) }))),
  )
}

function addStoresAndBatches(api: ClientApi, platform: Platform): void {
  const { config } = platform
  const writing = (handle: Handle) => answer(platform, 'data:write', 'writes', handle)

  /** Chooses the kind of a store before its first entry, and makes an ordered one a leaderboard. */
  api.on(
    'PUT',
    ['/api/server/data/:store', '/place/:id{[0-9]+}/data-api/:store'],
    writing((c, caller) =>
      withBody(platform, c, smallBodyBytes, async (body) =>
        json(await chooseKind(platform, caller, scopeOf(c).store, body)),
      ),
    ),
  )

  /** Changes up to 25 entries, all or none. */
  api.on(
    'POST',
    ['/api/server/data/batch', '/place/:id{[0-9]+}/data-api/batch'],
    writing((c, caller) =>
      withBody(platform, c, maxBatchBytes, async (body) => {
        const operations = parseBatch(body.toString(), config.Data.ValueBytes)
        if (operations.length > 1) await platform.dataBudgets.spend(caller, 'writes', operations.length - 1)
        const { results } = await writeEntries(platform, caller, operations, idempotencyKeyOf(c))
        return json({
          results: results.map(({ version, value }) => ({
            version: String(version),
            ...(value === null ? {} : { value: Number(value) }),
          })),
        })
      }),
    ),
  )
}

function addHolds(api: ClientApi, platform: Platform): void {
  /** Releases the data of a player in a store, so that another server need not wait for this one. */
  api.on(
    'DELETE',
    ['/api/server/data/:store/:scope/:key/lock', '/place/:id{[0-9]+}/data-api/:store/:scope/:key/lock'],
    answer(platform, 'data:write', 'reads', async (c, caller) => {
      const { store, scope, key } = entryOf(c)
      if (scope !== playerScope) throw new Refused('data.player_invalid')
      await releasePlayersData(platform, { worldId: caller.worldId, store, number: Number(key) }, caller)
      return new Response(null, { status: 204 })
    }),
  )
}

/** @param value JSON of a score, which may differ from the value that was sent */
const writtenReply = (
  { version, value }: { version: number; value: string | null } = { version: 0, value: null },
): Response =>
  json(
    { version: String(version), ...(value === null ? {} : { value: Number(value) }) },
    { ETag: tagOf(version) },
  )

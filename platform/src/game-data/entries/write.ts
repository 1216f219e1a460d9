import type { Clock } from '@baseplate/service/clock'
import { isPostgres } from '@baseplate/storage/database/dialect'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import { sql } from 'kysely'
import type { Config } from '../../foundation/config/schema.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'
import type { Caller } from '../caller.ts'
import { lockEntries } from '../queries.ts'
import { type Changed, changeEntry } from './change.ts'
import type { Operation } from './input.ts'

interface Writing {
  groupCommit: GroupCommit<Database>
  now: Clock
  config: Pick<Config, 'Data'>
}

/** Results of changes, in their order. `value` is null if the caller knows the value that it has sent. */
export interface Written {
  results: Pick<Changed, 'version' | 'value'>[]
}

/** The refusal of one of several operations. */
export class BatchRefused extends Refused {
  /** Index of the operation. */
  readonly failed: number

  constructor({ problem, retryAfter }: Refused, failed: number) {
    super(problem)
    if (retryAfter !== undefined) this.retryIn(retryAfter)
    this.failed = failed
  }
}

/**
 * Changes entries, all or none. A repeat with the same idempotency key within a day changes nothing and has the same results.
 *
 * @param idempotencyKey chosen by the caller
 * @throws BatchRefused as `changeEntry`; Refused `conflict`: the key was used for another request
 */
export function writeEntries(
  { groupCommit, now, config }: Writing,
  caller: Caller,
  operations: readonly Operation[],
  idempotencyKey?: string | undefined,
): Promise<Written> {
  const request = idempotencyKey === undefined ? undefined : requestOf(caller, operations, idempotencyKey)
  return groupCommit(async (trx) => {
    const time = now()
    if (request) await lockRequest(trx, request.id)
    const before = request && (await findResponse(trx, request))
    if (before) return before
    const names = operations.map(({ name }) => name)
    await lockEntries(trx, caller.worldId, names)
    const results: Written['results'] = []
    for (const [index, { name, change }] of operations.entries()) {
      const { version, value, isScore } = await changeEntry(trx, caller, name, change, {
        now: time,
        config,
      }).catch((error: unknown) => {
        throw error instanceof Refused && operations.length > 1 ? new BatchRefused(error, index) : error
      })
      results.push({ version, value: change.op === 'increment' || isScore ? value : null })
    }
    if (request)
      await trx
        .insertInto('data_requests')
        .values({ ...request, response: JSON.stringify(results), created: time })
        .execute()
    return { results }
  })
}

interface Request {
  id: string
  request: string
}

const requestOf = ({ name, worldId }: Caller, operations: readonly Operation[], key: string): Request => ({
  id: sha256(`${name}\n${worldId}\n${key}`),
  request: sha256(JSON.stringify(operations)),
})

async function lockRequest(db: Db, id: string): Promise<void> {
  if (isPostgres(db))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`data request ${id}`}, 0))`.execute(db)
}

async function findResponse(db: Db, { id, request }: Request): Promise<Written | undefined> {
  const found = await db
    .selectFrom('data_requests')
    .select(['request', 'response'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  if (found.request !== request) throw new Refused('data.key_reused')
  return { results: JSON.parse(found.response) as Written['results'] }
}

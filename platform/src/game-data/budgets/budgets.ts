import { type Clock, minute, second } from '@baseplate/service/clock'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { GameServer } from '../../places/door.ts'
import type { Caller } from '../caller.ts'
import { type Bucket, type BudgetKind, type BudgetState, budgetOf, refill, secondsUntil } from './rules.ts'

/** The number of a server's players is read again after this time. */
const playersLifetime = 5 * second

/** Maximum number of budgets in memory. */
const maxBuckets = 20_000

/** Limits the requests of game servers: a bucket for each server and kind, which fills evenly. */
export interface DataBudgets {
  /** @throws Refused `limited` */
  spend(caller: Caller, kind: BudgetKind, requests?: number): Promise<BudgetState | null>
}

export function createDataBudgets(parts: { db: Db; now: Clock }): DataBudgets {
  const take = isPostgres(parts.db) ? takeShared(parts) : takeHere(parts)
  const playersOf = rememberPlayers(parts)
  return {
    async spend({ server }, kind, requests = 1) {
      // The limit of access tokens counts the requests of other programs.
      if (!server) return null
      const size = budgetOf(kind, await playersOf(server))
      const left = await take(`${kind} ${server.ticket}`, size, requests)
      if (left < 0) throw new Refused('data.budget').retryIn(secondsUntil(-left, size))
      return { kind, size, left: Math.floor(left) }
    },
  }
}

/** Takes tokens. Returns what is left; below zero: what is missing, and nothing was taken. */
type Take = (key: string, size: number, tokens: number) => Promise<number>

function takeHere({ now }: { now: Clock }): Take {
  const buckets = new Map<string, Bucket>()
  return async (key, size, tokens) => {
    const time = now()
    const left = refill(buckets.get(key), size, time) - tokens
    if (left < 0) return left
    buckets.delete(key)
    buckets.set(key, { tokens: left, refilled: time })
    // The oldest bucket has had the longest time to fill.
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value ?? '')
    return left
  }
}

/** Takes tokens from the budgets of all processes. */
const takeShared =
  ({ db, now }: { db: Db; now: Clock }): Take =>
  async (key, size, tokens) => {
    const time = now()
    const filled = sql<number>`least(${size}::double precision,
      data_budgets.tokens + greatest(0, ${time} - data_budgets.refilled) * ${size}::double precision / ${sql.lit(minute)})`
    const taken = await db
      .insertInto('data_budgets')
      .values({ key, tokens: size - tokens, refilled: time })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ tokens: sql`${filled} - ${tokens}`, refilled: time })
          .where(sql<boolean>`${filled} >= ${tokens}`),
      )
      .returning('tokens')
      .executeTakeFirst()
    if (taken) return taken.tokens
    const bucket = await db
      .selectFrom('data_budgets')
      .select(['tokens', 'refilled'])
      .where('key', '=', key)
      .executeTakeFirst()
    return Math.min(-1, refill(bucket, size, time) - tokens)
  }

/** Counts the players who are verified in game servers, and remembers the counts for a moment. */
function rememberPlayers({ db, now }: { db: Db; now: Clock }): (server: GameServer) => Promise<number> {
  const known = new Map<string, { players: number; until: number }>()
  return async ({ placeId, ticket }) => {
    const found = known.get(ticket)
    if (found && found.until > now()) return found.players
    const { players } = await db
      .selectFrom('playing_records')
      .select((eb) => eb.fn.countAll<number>().as('players'))
      .where('place_id', '=', placeId)
      .where('server_ticket', '=', ticket)
      .where('ended', 'is', null)
      .executeTakeFirstOrThrow()
    known.delete(ticket)
    known.set(ticket, { players: Number(players), until: now() + playersLifetime })
    if (known.size > maxBuckets) known.delete(known.keys().next().value ?? '')
    return Number(players)
  }
}

/** Removes budgets that are full again. */
export const sweepBudgets = (db: Db, now: number) =>
  db
    .deleteFrom('data_budgets')
    .where('refilled', '<', now - 2 * minute)
    .execute()

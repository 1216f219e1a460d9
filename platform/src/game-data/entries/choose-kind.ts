import type { Clock } from '@baseplate/service/clock'
import { z } from 'zod'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { isUsableName } from '../../foundation/form-values.ts'
import { parseJson } from '../../foundation/json.ts'
import { hasHidden } from '../../foundation/plain-text.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import type { Caller } from '../caller.ts'
import { declareLeaderboard, endLeaderboard } from '../leaderboards/declare.ts'
import { keepings, maxTitleLength, periods } from '../leaderboards/rules.ts'
import { findKind } from './queries.ts'

const boardInput = z.object({
  kind: z.literal('ordered'),
  public: z.literal(true),
  title: z
    .string()
    .trim()
    .min(1)
    .max(maxTitleLength)
    .refine(isUsableName)
    .refine((text) => !hasHidden(text)),
  period: z.enum(periods).default('none'),
  keep: z.enum(keepings).default('best'),
})

const kindInput = z.object({ kind: z.enum(['standard', 'ordered']), public: z.literal(false).optional() })

/** The kind of a store, as its game has chosen it. */
export type StoreChoice = z.output<typeof boardInput> | z.output<typeof kindInput>

/**
 * Chooses the kind of a store before its first entry: `ordered` stores have whole numbers only. The same choice again changes nothing.
 * `public` makes an ordered store a leaderboard, or ends it.
 *
 * @throws Refused `invalid`; `conflict`: the store has entries, another kind was chosen, or there are too many leaderboards
 */
export async function chooseKind(
  { db, now, filterText }: { db: Db; now: Clock; filterText: TextFilter },
  { worldId }: Pick<Caller, 'worldId'>,
  store: string,
  body: Buffer,
): Promise<StoreChoice> {
  const { data } = z.union([boardInput, kindInput]).safeParse(parseJson(body.toString()))
  if (!data) throw new Refused('input.request_invalid')
  const choice = data.public === true ? { ...data, title: filterText(data.title) } : data
  await db.transaction().execute(async (trx) => {
    await requireKind(trx, worldId, store, choice.kind)
    if (choice.public === true) await declareLeaderboard(trx, worldId, { store, ...choice }, now())
    else if (choice.public === false) await endLeaderboard(trx, worldId, store)
  })
  return choice
}

/** Chooses the kind of a store if none is chosen. @throws Refused `conflict` */
async function requireKind(
  trx: Db,
  worldId: number,
  store: string,
  kind: 'standard' | 'ordered',
): Promise<void> {
  if ((await findKind(trx, worldId, store)) === kind) return
  const used = await trx
    .selectFrom('data_entries')
    .select('id')
    .where('world_id', '=', worldId)
    .where('store', '=', store)
    .limit(1)
    .executeTakeFirst()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('data_stores')
    .values({ world_id: worldId, store, kind })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const isNew = (numInsertedOrUpdatedRows ?? 0n) > 0n
  if (!isNew || (used && kind === 'ordered')) throw new Refused('data.kind_set')
}

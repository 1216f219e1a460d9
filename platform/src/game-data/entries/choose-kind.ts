import { z } from 'zod'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseJson } from '../../foundation/json.ts'
import type { Caller } from '../caller.ts'
import { findKind } from './queries.ts'

const kindInput = z.object({ kind: z.enum(['standard', 'ordered']) })

/**
 * Chooses the kind of a store before its first entry: `ordered` stores have whole numbers only. The same choice again changes nothing.
 *
 * @throws Refused `invalid`; `conflict`: the store has entries, or another kind was chosen
 */
export async function chooseKind(
  { db }: { db: Db },
  { worldId }: Pick<Caller, 'worldId'>,
  store: string,
  body: Buffer,
): Promise<{ kind: 'standard' | 'ordered' }> {
  const { data } = kindInput.safeParse(parseJson(body.toString()))
  if (!data) throw new Refused('input.request_invalid')
  await db.transaction().execute(async (trx) => {
    if ((await findKind(trx, worldId, store)) === data.kind) return
    const used = await trx
      .selectFrom('data_entries')
      .select('id')
      .where('world_id', '=', worldId)
      .where('store', '=', store)
      .limit(1)
      .executeTakeFirst()
    const values = { world_id: worldId, store, kind: data.kind }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('data_stores')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    const isNew = (numInsertedOrUpdatedRows ?? 0n) > 0n
    if (!isNew || (used && data.kind === 'ordered')) throw new Refused('data.kind_set')
  })
  return data
}

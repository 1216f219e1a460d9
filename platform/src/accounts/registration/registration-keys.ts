import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../database.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import { Refused } from '../../foundation/errors.ts'
import { newKeyCharacters } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import { recordAction } from '../audit/record-action.ts'
import { createKeyInput, disableKeyInput, type KeyFilter, listKeysInput } from '../input.ts'
import { type Actor, isAdministrator, operator, usernameKey } from '../rules.ts'
import { findRegistrationKey, listKeys } from './queries.ts'
import { registrationKeyState } from './rules.ts'

type Administering = { db: Db; now: Clock; config: Pick<Config, 'Registration'> }

const perPage = 50

/**
 * Returns a page of registration keys, newest first unless `sort` is `oldest`.
 *
 * @param input `state`, `maker` (a username), `sort`, `cursor`
 * @throws Refused `forbidden` below level 5; `invalid` for an invalid cursor.
 */
export async function listRegistrationKeys(platform: Administering, actor: Actor, input: unknown = {}) {
  permit(actor)
  const { rows, next } = await readPage(platform, parseInput(listKeysInput, input), perPage)
  return { enabled: platform.config.Registration.Keys.Enabled, keys: rows, next }
}

/** Reads all keys that pass the filter, for a file. @throws Refused `forbidden` below level 5 */
export function exportRegistrationKeys(platform: Administering, actor: Actor, input: unknown) {
  permit(actor)
  const filter = parseInput(listKeysInput, input)
  return everyRow((cursor) => readPage(platform, { ...filter, cursor }, rowsPerRead))
}

async function readPage({ db, now, config }: Administering, filter: KeyFilter, limit: number) {
  const { state, maker, sort, cursor } = filter
  const at = { prefix: config.Registration.Keys.Prefix, now: now() }
  const after = parseCursor(cursor)
  const read = await listKeys(db, {
    state,
    makerKey: usernameKey(maker),
    sort,
    at,
    after,
    limit: limit + 1,
  })
  const { rows, next } = toPage(
    read.map((row) => ({ ...row, id: row.key })),
    limit,
  )
  return {
    rows: rows.map((row) => ({
      key: row.key,
      uses: row.uses,
      usesLeft: row.uses_left,
      created: row.created,
      expires: row.expires,
      disabled: row.disabled === 1,
      /** Null: the maker's account is deleted, or the operator made the key. */
      maker: row.maker,
      state: registrationKeyState(row, at),
    })),
    next,
  }
}

/**
 * Creates a registration key with a number of uses.
 *
 * @throws InvalidFields `uses`, `expires`; Refused `forbidden` below level 5.
 */
export async function createRegistrationKey(
  { db, now, config }: Administering,
  actor: Actor,
  input: unknown,
): Promise<{ key: string }> {
  permit(actor)
  const { uses, expires } = parseInput(createKeyInput(now()), input)
  const key = config.Registration.Keys.Prefix + newKeyCharacters()
  const time = now()
  const maker_id = actor.id === operator.id ? null : actor.id
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('registration_keys')
      .values({ key, uses, uses_left: uses, created: time, expires, disabled: 0, maker_id })
      .execute()
    const after = { uses, expires, disabled: false }
    await recordAction(
      trx,
      { actor, action: 'createkey', subject: `regkey:${key}`, before: null, after },
      time,
    )
  })
  return { key }
}

/**
 * Disables a registration key. Accounts that were registered with it stay.
 *
 * @throws Refused `missing`, `forbidden` below level 5.
 */
export async function disableRegistrationKey(
  { db, now }: Pick<Administering, 'db' | 'now'>,
  actor: Actor,
  input: unknown,
): Promise<void> {
  permit(actor)
  const { key } = parseInput(disableKeyInput, input)
  if (!(await findRegistrationKey(db, key))) throw new Refused('accounts.key_not_found')
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('registration_keys')
      .set({ disabled: 1 })
      .where('key', '=', key)
      .where('disabled', '=', 0)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const before = { disabled: false }
    const after = { disabled: true }
    await recordAction(trx, { actor, action: 'disablekey', subject: `regkey:${key}`, before, after }, now())
  })
}

function permit(actor: Actor): void {
  if (!isAdministrator(actor)) throw new Refused('accounts.keys_administrators_only')
}

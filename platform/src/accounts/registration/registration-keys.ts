import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import { Refused } from '../../foundation/errors.ts'
import { newKeyCharacters } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import { record } from '../audit/record.ts'
import { createKeyInput, disableKeyInput, type KeyFilter, listKeysInput } from '../input.ts'
import { type Actor, isAdministrator, operator, registrationKeyState, usernameKey } from '../rules.ts'
import { findRegistrationKey, listKeys } from './queries.ts'

type Administering = { db: Db; now: Clock; config: Pick<Config, 'Registration'> }

const perPage = 50

/**
 * The keys, newest first unless it says otherwise; `state` says whether somebody could register with it now.
 *
 * @param input `state`, `maker` (a username), `sort` (`oldest`), `cursor`
 * @throws Refused `forbidden` below level 5; `invalid` for a cursor that is none.
 */
export async function listRegistrationKeys(platform: Administering, actor: Actor, input: unknown = {}) {
  permit(actor)
  const { rows, next } = await readPart(platform, parseInput(listKeysInput, input), perPage)
  return { enabled: platform.config.Registration.Keys.Enabled, keys: rows, next }
}

/** All that pass the filter, for a file. @throws Refused `forbidden` below level 5 */
export function exportRegistrationKeys(platform: Administering, actor: Actor, input: unknown) {
  permit(actor)
  const filter = parseInput(listKeysInput, input)
  return everyRow((cursor) => readPart(platform, { ...filter, cursor }, rowsPerRead))
}

async function readPart({ db, now, config }: Administering, filter: KeyFilter, limit: number) {
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
      /** Null: their account is gone. */
      maker: row.maker,
      state: registrationKeyState(row, at),
    })),
    next,
  }
}

/**
 * Makes a key that so many people can register with; answers it.
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
    await record(trx, { actor, action: 'createkey', subject: `regkey:${key}`, before: null, after }, time)
  })
  return { key }
}

/**
 * Nobody registers with the key from now on. Those who have stay.
 *
 * @throws Refused `missing` when there is none such, `forbidden` below level 5.
 */
export async function disableRegistrationKey(
  { db, now }: Pick<Administering, 'db' | 'now'>,
  actor: Actor,
  input: unknown,
): Promise<void> {
  permit(actor)
  const { key } = parseInput(disableKeyInput, input)
  if (!(await findRegistrationKey(db, key))) throw new Refused('missing', 'There is no such registration key')
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('registration_keys')
      .set({ disabled: 1 })
      .where('key', '=', key)
      .where('disabled', '=', 0)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const change = { before: { disabled: false }, after: { disabled: true } }
    await record(trx, { actor, action: 'disablekey', subject: `regkey:${key}`, ...change }, now())
  })
}

function permit(actor: Actor): void {
  if (!isAdministrator(actor))
    throw new Refused('forbidden', 'Only administrators may make registration keys')
}

import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase } from '../../accounts/door.ts'
import { administratorAccess, operator, usernameKey } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newKeyCharacters } from '../../foundation/ids.ts'
import { createKeyInput, disableKeyInput, type KeyFilter, listKeysInput } from './input.ts'
import { findRegistrationKey, listKeys } from './queries.ts'
import { registrationKeyState } from './rules.ts'

type Administering = { db: Db; now: Clock; config: Pick<Config, 'Registration'> }

const perPage = 50

/** @throws Refused `invalid` for an invalid cursor */
export const listRegistrationKeys = useCase(
  {
    ...administratorAccess,
    summary: 'Returns a page of registration keys, newest first unless `sort` is `oldest`.',
    input: listKeysInput,
  },
  async (platform: Administering, _, filter) => {
    const { rows, next } = await readPage(platform, filter, perPage)
    return { enabled: platform.config.Registration.Keys.Enabled, keys: rows, next }
  },
)

export const exportRegistrationKeys = useCase(
  {
    ...administratorAccess,
    summary: 'Exports all keys that pass the filters of the page.',
    input: listKeysInput,
  },
  async (platform: Administering, _, filter) =>
    everyRow((cursor) => readPage(platform, { ...filter, cursor }, rowsPerRead)),
)

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

export const createRegistrationKey = useCase(
  {
    ...administratorAccess,
    summary: 'Creates a registration key with a number of uses.',
    input: ({ now }: Administering) => createKeyInput(now()),
  },
  async ({ db, now, config }, actor, { uses, expires }): Promise<{ key: string }> => {
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
  },
)

/** @throws Refused `missing` */
export const disableRegistrationKey = useCase(
  {
    ...administratorAccess,
    summary: 'Disables a registration key. Accounts that were registered with it stay.',
    input: disableKeyInput,
  },
  async ({ db, now }: Pick<Administering, 'db' | 'now'>, actor, { key }): Promise<void> => {
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
      const change = { action: 'disablekey', subject: `regkey:${key}`, before, after } as const
      await recordAction(trx, { actor, ...change }, now())
    })
  },
)

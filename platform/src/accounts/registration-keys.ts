import { record } from '../audit/record.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { Refused } from '../foundation/errors.ts'
import { newKeyCharacters } from '../foundation/ids.ts'
import { parseInput } from '../foundation/input.ts'
import { createKeyInput, disableKeyInput } from './input.ts'
import { findRegistrationKey } from './queries.ts'
import { type Actor, isAdministrator, registrationKeyState } from './rules.ts'

type Administering = { db: Db; now: Clock; config: Pick<Config, 'Registration'> }

/** The page of keys shows this many: the newest, which are the ones that somebody is about to hand out. */
const shownMax = 500

/**
 * The keys, newest first; `state` says whether somebody could register with it now.
 *
 * @throws Refused `forbidden` below level 5.
 */
export async function listRegistrationKeys({ db, now, config }: Administering, actor: Actor) {
  permit(actor)
  const { Enabled, Prefix } = config.Registration.Keys
  const keys = await db
    .selectFrom('registration_keys')
    .leftJoin('users', 'users.id', 'registration_keys.maker_id')
    .select(['key', 'uses', 'uses_left', 'registration_keys.created', 'expires', 'disabled', 'username'])
    .orderBy('registration_keys.created', 'desc')
    .orderBy('key')
    .limit(shownMax)
    .execute()
  return {
    enabled: Enabled,
    keys: keys.map((row) => ({
      key: row.key,
      uses: row.uses,
      usesLeft: row.uses_left,
      created: row.created,
      expires: row.expires,
      disabled: row.disabled === 1,
      maker: row.username,
      state: registrationKeyState(row, { prefix: Prefix, now: now() }),
    })),
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
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('registration_keys')
      .values({ key, uses, uses_left: uses, created: time, expires, disabled: 0, maker_id: actor.id })
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

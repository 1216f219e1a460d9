import { randomUUID } from 'node:crypto'
import { type Clock, hour, minute } from '@baseplate/service/clock'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { levelOf } from './rules.ts'

/** Limits on wrong passwords (docs/reference/site-api.md#failed-sign-ins). */
export const limits = {
  /** For one account from one address. */
  pair: { max: 10, windowMs: 15 * minute },
  /** For one address and all accounts: more than a household or a school mistypes. */
  address: { max: 100, windowMs: 15 * minute },
  /** For one account and all addresses: 2,400 guesses a day without work. */
  account: { max: 100, windowMs: hour },
}

export interface PasswordAttempt {
  /** `usernameKey` of the typed name. An account with this name need not exist. */
  account: string
  address: string
  /** Whether the account was signed in to from this address before. There the account's limit does not apply. */
  isKnown: () => Promise<boolean>
  /** Field `work` of the request. */
  work: string | undefined
}

/** The account and the `addressGroup` of an attempt. */
export type Pair = Pick<PasswordAttempt, 'account' | 'address'>

/** Returns the level of work that an attempt takes after the wrong passwords so far, 0 for none. */
export async function levelAfterWrongPasswords(
  db: Db,
  attempt: Pair & Pick<PasswordAttempt, 'isKnown'>,
  now: number,
): Promise<number> {
  const { pair, address, account } = await countWrongPasswords(db, attempt, now)
  const ofAccount = levelOf(account, limits.account.max)
  return Math.max(
    levelOf(pair, limits.pair.max),
    levelOf(address, limits.address.max),
    ofAccount > 0 && !(await attempt.isKnown()) ? ofAccount : 0,
  )
}

/**
 * Records the result of an attempt, one attempt of a pair after the other. A right password resets the pair's limit. Returns whether
 * the result counts: without work, it does not if simultaneous attempts have used up the pair's limit meanwhile.
 */
export async function settleAttempt(
  trx: Db,
  pair: Pair,
  { isRight, isPaid, now }: { isRight: boolean; isPaid: boolean; now: number },
): Promise<boolean> {
  await holdPair(trx, pair)
  if (!isPaid && (await countOfPair(trx, pair, now)) >= limits.pair.max) return false
  await (isRight ? forgive(trx, pair) : insertWrong(trx, pair, now))
  return true
}

/** Removes attempts that no limit counts any more. */
export async function sweepPasswordAttempts({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('password_attempts')
    .where('at', '<=', now() - limits.account.windowMs)
    .execute()
}

/** Forgets the attempts at the password of the account with this `usernameKey`. */
export const forgetPasswordAttempts = (db: Db, account: string) =>
  db.deleteFrom('password_attempts').where('account', '=', account).execute()

/** Makes other results of the pair wait until the transaction ends. Transactions of SQLite run one after the other anyway. */
async function holdPair(trx: Db, { account, address }: Pair): Promise<void> {
  if (isPostgres(trx))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${account} ${address}`}, 0))`.execute(trx)
}

const countAfter = (db: Db, after: number) =>
  db
    .selectFrom('password_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('at', '>', after)

/** Selects the number of wrong passwords of a pair that no right one has followed. */
const ofPair = (db: Db, { account, address }: Pair, now: number) =>
  countAfter(db, now - limits.pair.windowMs)
    .where('account', '=', account)
    .where('address', '=', address)
    .where('state', '=', 'wrong')

async function countOfPair(db: Db, pair: Pair, now: number): Promise<number> {
  const { count } = await ofPair(db, pair, now).executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the wrong passwords within the windows of the limits. */
async function countWrongPasswords(db: Db, pair: Pair, now: number) {
  const found = await db
    .selectNoFrom([
      ofPair(db, pair, now).as('pair'),
      countAfter(db, now - limits.address.windowMs)
        .where('address', '=', pair.address)
        .as('address'),
      countAfter(db, now - limits.account.windowMs)
        .where('account', '=', pair.account)
        .as('account'),
    ])
    .executeTakeFirstOrThrow()
  return {
    pair: Number(found.pair),
    address: Number(found.address),
    account: Number(found.account),
  }
}

async function insertWrong(db: Db, { account, address }: Pair, now: number): Promise<void> {
  await db
    .insertInto('password_attempts')
    .values({ id: randomUUID(), account, address, at: now, state: 'wrong' })
    .execute()
}

/** Resets the pair's limit. The limits of the account and of the address still count these attempts. */
async function forgive(db: Db, { account, address }: Pair): Promise<void> {
  await db
    .updateTable('password_attempts')
    .set({ state: 'forgiven' })
    .where('account', '=', account)
    .where('address', '=', address)
    .where('state', '=', 'wrong')
    .execute()
}

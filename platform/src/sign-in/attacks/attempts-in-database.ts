import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Clock, minute } from '@baseplate/service/clock'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import {
  type AttemptBook,
  levelAfter,
  limits,
  type PasswordAttempt,
  type StartedAttempt,
  type WrongPasswords,
} from './attempt-book.ts'

/** An attempt without a result for this long belongs to a process that has ended. */
const abandonedAfterMs = minute

/** Time until an attempt without room tries again. */
const pauseMs = 50

/** Counts attempts for all processes. An attempt has a row from its start on, so that all of them see it. */
export function createAttemptsInDatabase({ db, now }: { db: Db; now: Clock }): AttemptBook {
  const inTurn = createTurns(limits.pair.max)

  return {
    async start(attempt) {
      const { account, address, isKnown, pay } = attempt
      const endTurn = await inTurn(attempt)
      const id = randomUUID()
      const drop = () => deleteAttempt(db, id)
      try {
        const { wrong, hasRoom } = await insertIfRoom(db, id, attempt, now())
        const level = await levelAfter(wrong, isKnown)
        if (level > 0)
          await pay(level).catch(async (refusal: unknown) => {
            if (hasRoom) await drop()
            throw refusal
          })
        if (!hasRoom) {
          endTurn()
          return undefined
        }
        return endingWith(endTurn, {
          async right() {
            await drop()
            if (wrong.pair > 0) await forgive(db, account, address)
          },
          async wrong() {
            await db
              .updateTable('password_attempts')
              .set({ state: 'wrong', at: now() })
              .where('id', '=', id)
              .execute()
          },
          drop,
        })
      } catch (error) {
        endTurn()
        throw error
      }
    },
    waitForRoom: () => setTimeout(pauseMs * (1 + Math.random())),
  }
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

/**
 * Lets at most as many attempts of one pair run in this process as the limit allows in all. Otherwise, thousands of waiting
 * attempts would keep asking the database. Returns a function that ends the turn.
 */
function createTurns(max: number): (attempt: PasswordAttempt) => Promise<() => void> {
  const pairs = new Map<string, { count: number; waiting: (() => void)[] }>()
  return async ({ account, address }) => {
    const pair = `${account} ${address}`
    const turns = pairs.get(pair) ?? { count: 0, waiting: [] }
    pairs.set(pair, turns)
    if (turns.count >= max) await new Promise<void>((resolve) => turns.waiting.push(resolve))
    else turns.count++
    return () => {
      const next = turns.waiting.shift()
      if (next) return next()
      turns.count--
      if (turns.count === 0) pairs.delete(pair)
    }
  }
}

/** Calls `end` after each result. */
function endingWith(end: () => void, { right, wrong, drop }: StartedAttempt): StartedAttempt {
  return {
    right: () => right().finally(end),
    wrong: () => wrong().finally(end),
    drop: () => drop().finally(end),
  }
}

/** Starts an attempt if fewer are under way than may still fail. Attempts of one pair are counted one after the other. */
function insertIfRoom(
  db: Db,
  id: string,
  { account, address, work }: PasswordAttempt,
  now: number,
): Promise<{ wrong: WrongPasswords; hasRoom: boolean }> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${account} ${address}`}, 0))`.execute(trx)
    const { running, ...wrong } = await countAttempts(trx, { account, address }, now)
    // Work pays for an attempt beyond the limit. Free attempts wait for each other's results.
    const hasRoom =
      wrong.pair >= limits.pair.max ? work !== undefined : wrong.pair + running < limits.pair.max
    if (hasRoom)
      await trx
        .insertInto('password_attempts')
        .values({ id, account, address, at: now, state: 'running' })
        .execute()
    return { wrong, hasRoom }
  })
}

async function countAttempts(
  db: Db,
  { account, address }: Pick<PasswordAttempt, 'account' | 'address'>,
  now: number,
): Promise<WrongPasswords & { running: number }> {
  const count = (after: number) =>
    db
      .selectFrom('password_attempts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('at', '>', after)
  const found = await db
    .selectNoFrom([
      count(now - limits.pair.windowMs)
        .where('account', '=', account)
        .where('address', '=', address)
        .where('state', '=', 'wrong')
        .as('pair'),
      count(now - abandonedAfterMs)
        .where('account', '=', account)
        .where('address', '=', address)
        .where('state', '=', 'running')
        .as('running'),
      count(now - limits.address.windowMs)
        .where('address', '=', address)
        .where('state', '!=', 'running')
        .as('address'),
      count(now - limits.account.windowMs)
        .where('account', '=', account)
        .where('state', '!=', 'running')
        .as('account'),
    ])
    .executeTakeFirstOrThrow()
  return {
    pair: Number(found.pair),
    running: Number(found.running),
    address: Number(found.address),
    account: Number(found.account),
  }
}

/** Resets the pair's limit. The limits of the account and of the address still count these attempts. */
async function forgive(db: Db, account: string, address: string): Promise<void> {
  await db
    .updateTable('password_attempts')
    .set({ state: 'forgiven' })
    .where('account', '=', account)
    .where('address', '=', address)
    .where('state', '=', 'wrong')
    .execute()
}

async function deleteAttempt(db: Db, id: string): Promise<void> {
  await db.deleteFrom('password_attempts').where('id', '=', id).execute()
}

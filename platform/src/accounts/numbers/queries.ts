import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { isDeleted } from '../deletion/queries.ts'

/** An account as games know it. */
export interface NumberedAccount {
  id: string
  number: number
  username: string
}

const numberedAccounts = (db: Db) =>
  db
    .selectFrom('player_numbers')
    .innerJoin('users', 'users.id', 'player_numbers.user_id')
    .select(['users.id', 'player_numbers.number', 'users.username'])
    .where(sql<boolean>`not ${isDeleted('users.id')}`)

/** Returns the accounts that have these numbers, in no order. Accounts that are deleted are left out. */
export const findByNumbers = async (db: Db, numbers: readonly number[]): Promise<NumberedAccount[]> =>
  // PostgreSQL rejects an empty list.
  numbers.length === 0 ? [] : numberedAccounts(db).where('player_numbers.number', 'in', numbers).execute()

export const findByNumber = async (db: Db, number: number): Promise<NumberedAccount | undefined> =>
  (await findByNumbers(db, [number]))[0]

/** Returns the numbers of accounts by their ids. */
export async function numbersOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map()
  const accounts = await numberedAccounts(db).where('users.id', 'in', userIds).execute()
  return new Map(accounts.map(({ id, number }) => [id, number]))
}

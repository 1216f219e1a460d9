import { isActionInForce } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { isPartyCode } from './rules.ts'

/** Finds the party of a user. */
export const findPartyOf = (db: Db, userId: string) =>
  db
    .selectFrom('party_members')
    .innerJoin('parties', 'parties.id', 'party_members.party_id')
    .selectAll('parties')
    .where('party_members.user_id', '=', userId)
    .executeTakeFirst()

export const findPartyByCode = async (db: Db, code: string) =>
  isPartyCode(code)
    ? db.selectFrom('parties').selectAll().where('code', '=', code).executeTakeFirst()
    : undefined

/**
 * Locks parties until the transaction ends. Both databases lock a row that is updated, even if its values stay the same.
 * Returns the ids of the ones that still exist.
 */
export async function lockParties(db: Db, ids: readonly string[]): Promise<string[]> {
  const found: string[] = []
  // In the order of their ids, so that transactions cannot deadlock.
  for (const id of [...ids].sort()) {
    const row = await db
      .updateTable('parties')
      .set(({ ref }) => ({ created: ref('created') }))
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (row) found.push(row.id)
  }
  return found
}

/** Lists the members of a party in the order in which they joined. Moderated users do not count as members. */
export const listMembers = (db: Db, partyId: string, now: number) =>
  db
    .selectFrom('party_members')
    .innerJoin('users', 'users.id', 'party_members.user_id')
    .leftJoin('moderation_actions as action', (join) =>
      join.onRef('action.user_id', '=', 'users.id').on(isActionInForce('action', now)),
    )
    .select(['users.id', 'users.username', 'users.permission_level', 'users.portrait'])
    .where('party_id', '=', partyId)
    .where('action.user_id', 'is', null)
    .orderBy('joined')
    .orderBy('users.id')
    .execute()

/** Lists the ids of all members of a party, including moderated users, who may return to it. */
export const listMemberIds = async (db: Db, partyId: string): Promise<string[]> => {
  const members = await db
    .selectFrom('party_members')
    .select('user_id')
    .where('party_id', '=', partyId)
    .execute()
  return members.map(({ user_id }) => user_id)
}

/** Deletes the parties among these that have no members. The caller has locked them, so that no user joins meanwhile. */
export const deleteEmptyParties = (db: Db, ids: readonly string[]) =>
  db
    .deleteFrom('parties')
    .where('id', 'in', ids)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('party_members').select('party_id').where('party_id', 'in', ids),
    )
    .execute()

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestPlatform } from '../../testing/platforms.ts'

/** Columns that may have a user's id without a foreign key, and what erasing the user does with them. */
const withoutForeignKey: Record<string, string> = {
  'appeals.decided_by': 'kept: the id of a decision’s maker, which leads nowhere',
  'appeals.subject_id': 'deleted by eraseModeration',
  'audit_log.actor_id': 'kept: the id of a member of staff, which leads nowhere',
  'first_account.user_id': 'kept: the instance is set up',
  'friendships.requested_by': 'deleted by eraseRelations',
  'moderation_actions.ended_by': 'kept: as audit_log.actor_id',
  'moderation_actions.moderator_id': 'kept: as audit_log.actor_id',
  'payments.payee_id': 'kept: the ledger knows the same pseudonym',
  'payments.payer_id': 'kept: the ledger knows the same pseudonym',
  'place_versions.user_id': 'kept: the id of a version’s maker, which leads nowhere',
  'places.owner_id': 'deleted by erasePlaces',
  'reports.assignee_id': 'kept: as audit_log.actor_id',
  'reports.subject_id': 'deleted by eraseModeration',
  'reports.subject_user_id': 'deleted by eraseModeration',
  'storage_used.user_id': 'deleted by eraseAccount',
  'takedowns.content_id': 'deleted by eraseModeration',
  'takedowns.moderator_id': 'kept: as audit_log.actor_id',
  'takedowns.owner_id': 'emptied by eraseModeration',
}

/** Columns with ids of other things. */
const ofOthers = new Set(['renders.render_id'])

test('every reference to a user is a foreign key, or is listed with what erasing the user does with it', async () => {
  const { db } = await openTestPlatform('SQLite')
  const { rows } = await sql<{ column: string }>`
    select t.name || '.' || c.name as "column"
    from pragma_table_list as t, pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and lower(c.type) = 'text' and (c.name like '%\\_id' escape '\\' or c.name like '%\\_by' escape '\\')
      and not exists (select 1 from pragma_foreign_key_list(t.name) as f where f."from" = c.name)`.execute(db)
  expect(
    rows
      .map(({ column }) => column)
      .filter((column) => !ofOthers.has(column))
      .toSorted(),
  ).toEqual(Object.keys(withoutForeignKey).toSorted())
})

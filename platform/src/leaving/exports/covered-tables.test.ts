import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Listing } from '../../foundation/exports.ts'
import { openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'

/** References to users that no export follows, each with the reason. */
const notExported: Record<string, string> = {
  'server_runs.started_by': 'forgotten when the server ends',
  'account_exports.user_id': 'the export itself',
  'appeals.decided_by': 'work of staff',
  'appeals.subject_id': 'an appeal is exported to its author',
  'audit_log.actor_id': 'work of staff, which is the platform’s record',
  'client_tickets.user_id': 'lasts for minutes, and holds only a secret',
  'data_looks.actor_id': 'the record of a game, which its owner sees',
  'data_restores.started_by': 'the record of a game, which its owner sees',
  'departures.user_id': 'a deleted account has no export',
  'first_account.user_id': 'marks that the platform is set up',
  'former_usernames.user_id': 'a hash, which expires',
  'friendships.requested_by': 'one of the two friends, to whom it is exported',
  'inboxes.user_id': 'counts of the notifications',
  'mints.administrator_id': 'work of staff',
  'mints.recipient_id': 'in the ledger',
  'moderation_actions.ended_by': 'work of staff',
  'moderation_actions.moderator_id': 'work of staff',
  'notification_mails.user_id': 'copies of notifications on their way',
  'notification_pushes.user_id': 'copies of notifications on their way',
  'notifications.sender_id': 'a notification is exported to its recipient',
  'parties.called_by': 'lasts for minutes',
  'payments.payee_id': 'in the ledger',
  'pending_sign_ins.user_id': 'lasts for minutes, and holds only a secret',
  'place_bans.banned_by': 'a ban is exported to its player',
  'place_line.user_id': 'lasts for minutes',
  'place_versions.user_id': 'a version is exported to the owner of its place',
  'recovery_codes.user_id': 'only secrets',
  'report_lines.user_id': 'protects the reporters',
  'reports.assignee_id': 'work of staff',
  'reports.subject_id': 'protects the reporters',
  'reports.subject_user_id': 'protects the reporters',
  'review_claims.holder_id': 'work of staff',
  'site_identity.actor_id': 'work of staff',
  'social_counts.user_id': 'counts of exported rows',
  'takedowns.content_id': 'a takedown is exported to the owner of the content',
  'takedowns.moderator_id': 'work of staff',
  'uploads.user_id': 'unfinished for a day at most; a version is exported to the owner of its place',
  'user_blocks.blocked_id': 'protects the blocker',
  'user_mutes.muted_id': 'protects the muter',
  'user_numbers.user_id': 'an index for searches',
}

/** Columns of exported tables that exports leave out: secrets, search keys, and values derived from other columns. */
const leftOut: Record<string, string> = {
  access_tokens: 'id token_hash',
  appeals: 'decided_by',
  assets: 'name_key withheld thumbnail waiting_since picture_hash',
  badges: 'name_key icon icon_size waiting waiting_size',
  chat_lines: 'id run',
  comments: 'root_id depth',
  creation_drafts: 'key',
  creations:
    'key visibility file_size file_sha256 file_md5 referred image_id image_size image_sha256 image_md5 picture_hash',
  data_entries: 'bytes deleted minute minute_writes number',
  data_values: 'bytes expires',
  email_links: 'token_hash',
  groups: 'name_key icon icon_size',
  moderation_actions: 'moderator_id ended_by note',
  notifications: 'listed subject',
  outfits: 'name_key',
  party_members: 'party_id',
  passkeys: 'id public_key counter',
  payments: 'id attempt attempted unanswered due',
  place_bans: 'banned_by',
  place_thumbnails: 'name',
  place_versions: 'user_id',
  place_votes: 'ranked',
  place_worlds: 'file',
  places:
    'private_ticket server_ticket server_ping icon rating name_key icon_size popularity momentum rising ranked_ms ranked_likes ranked_dislikes world_number badge_count',
  playing_records: 'ticket last_ping tallied ranked key_hash server_ticket connected',
  private_links: 'ticket',
  profile_styles: 'hash',
  push_subscriptions: 'id session endpoint p256dh auth',
  recovery_links: 'token_hash',
  registration_keys: 'key',
  reports: 'id subject_id subject_user_id title text assignee_id closing_note priority game_run',
  screenshots: 'preview_size',
  security_links: 'token_hash',
  sessions: 'token_hash proved rotation_due replaced first_hash',
  takedowns: 'moderator_id',
  totp_secrets: 'secret last_step',
  webhooks: 'id secret old_secret old_secret_until failures rest_until',
  users: 'username_key password_hash email_key portrait in_party factors verified_email_key',
}

const listingsOf = ({ doors }: TestPlatform): Listing[] =>
  doors.flatMap((door) => ('exports' in door ? Object.values(door.exports.rows ?? {}).flat() : []))

test('every reference to a user is exported, or has a reason not to be', async () => {
  const platform = await openTestPlatform('SQLite')
  const { rows } = await sql<{ column: string }>`
    select t.name || '.' || c.name as "column"
    from pragma_table_list as t, pragma_table_info(t.name) as c
    left join pragma_foreign_key_list(t.name) as f on f."from" = c.name
    where t.schema = 'main' and t.type = 'table' and (f."table" = 'users' or f."table" is null and lower(c.type) = 'text'
      and (c.name like '%\\_id' escape '\\' or c.name like '%\\_by' escape '\\'))`.execute(platform.db)
  const followed = new Set(
    listingsOf(platform).flatMap(({ table, owner }) => owner.map((column) => `${table}.${column}`)),
  )
  const missing = rows.map(({ column }) => column).filter((column) => !followed.has(column))
  // `render_id` identifies a drawing, not a user.
  expect(missing.filter((column) => column !== 'renders.render_id').toSorted()).toEqual(
    Object.keys(notExported).toSorted(),
  )
})

test('every column of an exported table is exported, or known to be left out', async () => {
  const platform = await openTestPlatform('SQLite')
  const shown = Map.groupBy(listingsOf(platform), ({ table }) => table)
  const unknown: Record<string, string[]> = {}
  for (const [table, of] of shown) {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
      platform.db,
    )
    const known = new Set(
      of.flatMap(({ owner, show, people }) => [...owner, ...show, ...Object.values(people)]),
    )
    const columns = rows.map(({ name }) => name).filter((name) => !known.has(name))
    if (columns.length > 0) unknown[table] = columns.toSorted()
  }
  const expected = Object.entries(leftOut).map(([table, columns]) => [table, columns.split(' ').toSorted()])
  expect(unknown).toEqual(Object.fromEntries(expected))
})

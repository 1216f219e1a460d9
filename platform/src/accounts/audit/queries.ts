import { keysetPage } from '@baseplate/storage/database/keyset'
import { sql } from 'kysely'
import type { Cursor } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import type { AuditedAction } from './tables.ts'

export interface AuditFilter {
  /** Undefined: all actors. */
  actorId?: string | undefined
  actions: readonly AuditedAction[] | undefined
  /** As the log stores it. Undefined: all subjects. */
  subject?: string | undefined
  sort: 'newest' | 'oldest'
}

const entries = (db: Db) =>
  db
    .selectFrom('audit_log as entry')
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .leftJoin('users as person', (join) =>
      join.on('entry.subject', 'like', 'user:%').on('person.id', '=', sql<string>`substr(entry.subject, 6)`),
    )
    .select([
      'entry.id',
      'entry.created',
      'entry.action',
      'entry.subject',
      'entry.before',
      'entry.after',
      'actor.username as actor',
      'entry.actor_id',
      'person.username as person',
    ])

export const findEntry = (db: Db, id: string) => entries(db).where('entry.id', '=', id).executeTakeFirst()

/** Returns whether an account had a permission level that a change since a time ended. */
export async function hadLevelSince(
  db: Db,
  { userId, level, since }: { userId: string; level: number; since: number },
): Promise<boolean> {
  const change = await db
    .selectFrom('audit_log')
    .select('id')
    .where('subject', '=', `user:${userId}`)
    .where('action', '=', 'level')
    .where('before', '=', JSON.stringify({ permissionLevel: level }))
    .where('created', '>', since)
    .executeTakeFirst()
  return change !== undefined
}

/** Selects a page of the entries that pass the filter. */
export function selectEntries(
  db: Db,
  { actorId, actions, subject, sort }: AuditFilter,
  { after, limit }: { after: Cursor | undefined; limit: number },
) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return (
    entries(db)
      // Filters by id, because the index is on ids.
      .$if(actorId !== undefined, (query) => query.where('entry.actor_id', '=', actorId ?? ''))
      .$if(actions !== undefined, (query) => query.where('entry.action', 'in', actions ?? []))
      .$if(subject !== undefined, (query) => query.where('entry.subject', '=', subject ?? ''))
      .$call((query) =>
        keysetPage(query, ['entry.created', 'entry.id'], {
          after: after && [after.created, after.id],
          direction,
          limit,
        }),
      )
  )
}

export const listEntries = (...args: Parameters<typeof selectEntries>) => selectEntries(...args).execute()

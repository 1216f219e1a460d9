import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Cursor } from '../foundation/cursor.ts'
import { partFrom } from '../foundation/database/part-from.ts'
import type { AuditedAction } from './tables.ts'

export interface AuditFilter {
  /** Whoever did it, by `username_key`; empty: anybody. */
  actorKey: string
  /** To whom it was done, by `username_key`; empty: anybody, and anything. */
  subjectKey: string
  actions: readonly AuditedAction[] | undefined
  /** What it was done to, as the log has it; undefined: anything. */
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
      'person.username as person',
    ])

export const findEntry = (db: Db, id: string) => entries(db).where('entry.id', '=', id).executeTakeFirst()

export function listEntries(
  db: Db,
  { actorKey, subjectKey, actions, subject, sort }: AuditFilter,
  { after, limit }: { after: Cursor | undefined; limit: number },
) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return entries(db)
    .$if(actorKey !== '', (query) => query.where('actor.username_key', '=', actorKey))
    .$if(subjectKey !== '', (query) => query.where('person.username_key', '=', subjectKey))
    .$if(actions !== undefined, (query) => query.where('entry.action', 'in', actions ?? []))
    .$if(subject !== undefined, (query) => query.where('entry.subject', '=', subject ?? ''))
    .$call((query) =>
      partFrom(query, ['entry.created', 'entry.id'], {
        after: after && [after.created, after.id],
        direction,
        limit,
      }),
    )
    .execute()
}

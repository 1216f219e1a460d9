import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Cursor } from '../foundation/cursor.ts'
import type { AuditedAction } from './tables.ts'

export interface AuditFilter {
  /** Whoever did it, by `username_key`; empty: anybody. */
  actorKey: string
  /** To whom it was done, by `username_key`; empty: anybody, and anything. */
  subjectKey: string
  actions: readonly AuditedAction[] | undefined
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

/** The newest first. */
export const listEntries = (
  db: Db,
  { actorKey, subjectKey, actions }: AuditFilter,
  { after, limit }: { after: Cursor | undefined; limit: number },
) =>
  entries(db)
    .$if(actorKey !== '', (query) => query.where('actor.username_key', '=', actorKey))
    .$if(subjectKey !== '', (query) => query.where('person.username_key', '=', subjectKey))
    .$if(actions !== undefined, (query) => query.where('entry.action', 'in', actions ?? []))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('entry.created', 'entry.id'), '<', tuple(after?.created ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('entry.created', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute()

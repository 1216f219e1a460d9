import { listBlocked, listMuted } from '../accounts/blocks/queries.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { parseCursor, toPage } from '../foundation/cursor.ts'

const perPage = 48

/** Lists of users at `/settings/blocked`. */
export const markedLists = ['blocked', 'muted'] as const
export type MarkedList = (typeof markedLists)[number]

interface Marked {
  username: string
  portrait: string | null
  created: number
}

const queries = { blocked: listBlocked, muted: listMuted }

/**
 * Lists the users whom the actor has blocked or muted, the latest first.
 *
 * @throws Refused `invalid` for an invalid cursor.
 */
export async function viewMarked(
  { db }: { db: Db },
  actor: Actor,
  list: MarkedList,
  cursor?: string,
): Promise<{ people: Marked[]; next: string | null }> {
  const read = await queries[list](db, actor.id, { after: parseCursor(cursor), limit: perPage + 1 })
  const { rows, next } = toPage(read, perPage)
  return {
    people: rows.map(({ username, portrait, created }) => ({ username, portrait, created: Number(created) })),
    next,
  }
}

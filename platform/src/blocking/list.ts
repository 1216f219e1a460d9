import { z } from 'zod'
import { listBlocked, listMuted, numbersOf, useCase } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import { parseCursor, toPage } from '../foundation/cursor.ts'
import type { Db } from '../foundation/database.ts'
import { maxMarked } from './rules.ts'

const perPage = 48

/** Lists of users at `/settings/blocked`. */
const markedLists = ['blocked', 'muted'] as const
export type MarkedList = (typeof markedLists)[number]

interface Marked {
  username: string
  portrait: string | null
  created: number
}

const queries = { blocked: listBlocked, muted: listMuted }

/** Each list's `next` of the page before. */
const markedInput = z.object({ blocked: z.string().optional(), muted: z.string().optional() })

/** @throws Refused `invalid` for an invalid cursor. */
export const viewMarked = useCase(
  {
    summary: 'Loads the first page of both lists, or another page of one of them: `?muted=<cursor>`.',
    scope: 'read',
    input: markedInput,
  },
  async ({ db }: { db: Db }, actor, cursors) => {
    const continued = markedLists.find((list) => cursors[list] !== undefined)
    const read = async (list: MarkedList) =>
      continued && continued !== list ? null : readPage(db, actor, list, cursors[list])
    const [blocked, muted] = await Promise.all([read('blocked'), read('muted')])
    return { blocked, muted }
  },
)

/** Lists the users whom the actor has blocked or muted, the latest first. */
async function readPage(
  db: Db,
  actor: Actor,
  list: MarkedList,
  cursor: string | undefined,
): Promise<{ people: Marked[]; next: string | null }> {
  const read = await queries[list](db, actor.id, { after: parseCursor(cursor), limit: perPage + 1 })
  const { rows, next } = toPage(read, perPage)
  return {
    people: rows.map(({ username, portrait, created }) => ({ username, portrait, created: Number(created) })),
    next,
  }
}

/** Lists the players whom the actor has blocked, by the numbers that games know them by, the latest first. */
export async function listBlockedNumbers({ db }: { db: Db }, actor: Actor): Promise<number[]> {
  const blocked = await listBlocked(db, actor.id, { limit: maxMarked })
  const numbers = await numbersOf(
    db,
    blocked.map(({ id }) => id),
  )
  return blocked.flatMap(({ id }) => numbers.get(id) ?? [])
}

import type { Clock } from '@baseplate/service/clock'
import { type Actor, permissionLevel, profilePath } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { everyRow, type Page, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import type { RenderRow } from '../../rendering/queries.ts'
import { type RenderState, type RenderSubject, subjectOf } from '../../rendering/rules.ts'
import { listRendersInput, type RenderFilter } from './input.ts'
import { countRenders, findLongestWaiting, findSubjectNames, listRenders } from './queries.ts'

const perPage = 50

interface ViewedRender {
  subject: RenderSubject
  /** Name of the user or the asset; null when it was deleted. */
  name: string | null
  /** Address of its page. */
  link: string | null
  state: RenderState
  attempts: number
  requested: number
  finished: number | null
  reason: string | null
  /** Broken items that the pictures leave out, each with its reason. */
  omitted: string | null
}

interface ViewedRenders {
  waiting: number
  drawing: number
  failed: number
  /** Drawn, but with a broken item left out. */
  incomplete: number
  /** Milliseconds that the oldest waiting request has waited; null when none waits. */
  waited: number | null
  renders: ViewedRender[]
  /** Cursor of the next page; null on the last. */
  next: string | null
}

/**
 * Returns a page of the render queue.
 *
 * @param input `state`: `failed` (the default), `queue`, `incomplete`, `all`; `kind`: `user`, `asset`; `sort` by the time of
 * the request: `newest`, `oldest`; `cursor`
 * @throws Refused `forbidden` below level 3; `invalid` for a malformed cursor
 */
export async function viewRenders(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  input: unknown = {},
): Promise<ViewedRenders> {
  requireCatalogManager(actor)
  const { rows, next } = await readPage(db, parseInput(listRendersInput, input), perPage)
  const oldest = await findLongestWaiting(db)
  return {
    ...(await countRenders(db)),
    waited: oldest ? Math.max(0, now() - oldest.requested) : null,
    renders: rows,
    next,
  }
}

/** Returns every render that passes the filter, for a download. @throws Refused `forbidden` below level 3 */
export function exportRenders({ db }: { db: Db }, actor: Actor, input: unknown) {
  requireCatalogManager(actor)
  const filter = parseInput(listRendersInput, input)
  return everyRow((cursor) => readPage(db, { ...filter, cursor }, rowsPerRead))
}

async function readPage(db: Db, filter: RenderFilter, limit: number): Promise<Page<ViewedRender>> {
  const after = parseCursor(filter.cursor)
  const read = await listRenders(db, filter, { after, limit: limit + 1 })
  const { rows, next } = toPage(
    read.map((row) => ({ ...row, id: row.subject, created: row.requested })),
    limit,
  )
  const names = await findSubjectNames(
    db,
    rows.map(({ subject }) => subject),
  )
  return { rows: rows.map((row) => viewOf(row, names.get(row.subject) ?? null)), next }
}

function viewOf(
  { subject, state, attempts, requested, finished, reason, omitted }: RenderRow,
  name: string | null,
): ViewedRender {
  const { assetId } = subjectOf(subject)
  const link = name === null ? null : assetId === undefined ? profilePath(name) : `/catalog/${assetId}`
  return { subject, name, link, state, attempts, requested, finished, reason, omitted }
}

/** @throws Refused `forbidden` */
export function requireCatalogManager(actor: Actor): void {
  if (actor.permissionLevel < permissionLevel.catalogManager) {
    throw new Refused('site.level_too_low')
  }
}

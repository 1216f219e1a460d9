import { type Actor, permissionLevel } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { everyRow, type Page, parseCursor, rowsPerRead, toPage } from '../foundation/cursor.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { listRendersInput, type RenderFilter } from './input.ts'
import type { RenderRow } from './queries.ts'
import { countRenders, findLongestWaiting, findSubjectNames, listRenders } from './queries.ts'
import { type RenderState, type RenderSubject, subjectOf } from './rules.ts'

const perPage = 50

export interface ViewedRender {
  subject: RenderSubject
  /** Of the user or the asset; null: it is gone. */
  name: string | null
  /** Where it is shown. */
  link: string | null
  state: RenderState
  attempts: number
  requested: number
  finished: number | null
  reason: string | null
  /** Of what was drawn without something broken: what, and why. */
  omitted: string | null
}

export interface ViewedRenders {
  waiting: number
  drawing: number
  failed: number
  /** Drawn without something that is broken. */
  incomplete: number
  /** How long the first in the queue has waited, in milliseconds; null: nobody waits. */
  waited: number | null
  renders: ViewedRender[]
  /** The cursor of those that follow; null at the end. */
  next: string | null
}

/**
 * What could not be drawn, or what is to be drawn.
 *
 * @param input `state`: `failed` (or empty), `queue`, `incomplete`, `all`; `kind`: `user`, `asset`; `sort`: `newest`, `oldest`, by when it was
 * asked for; `cursor`
 * @throws Refused `forbidden` below level 3; `invalid` for a cursor that is none
 */
export async function viewRenders(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  input: unknown = {},
): Promise<ViewedRenders> {
  requireCatalogManager(actor)
  const { rows, next } = await readPart(db, parseInput(listRendersInput, input), perPage)
  const oldest = await findLongestWaiting(db)
  return {
    ...(await countRenders(db)),
    waited: oldest ? Math.max(0, now() - oldest.requested) : null,
    renders: rows,
    next,
  }
}

/** All that pass the filter, for a file. @throws Refused `forbidden` below level 3 */
export function exportRenders({ db }: { db: Db }, actor: Actor, input: unknown) {
  requireCatalogManager(actor)
  const filter = parseInput(listRendersInput, input)
  return everyRow((cursor) => readPart(db, { ...filter, cursor }, rowsPerRead))
}

async function readPart(db: Db, filter: RenderFilter, limit: number): Promise<Page<ViewedRender>> {
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
  const link = name === null ? null : assetId === undefined ? `/user/${name}` : `/catalog/${assetId}`
  return { subject, name, link, state, attempts, requested, finished, reason, omitted }
}

/** @throws Refused `forbidden` */
export function requireCatalogManager(actor: Actor): void {
  if (actor.permissionLevel < permissionLevel.catalogManager) {
    throw new Refused('forbidden', 'You do not have permission for this')
  }
}

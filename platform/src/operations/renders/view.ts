import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import { permissionLevel, profilePath } from '../../accounts/rules.ts'
import { everyRow, type Page, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import type { RenderRow } from '../../rendering/door.ts'
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

const access = {
  scope: 'moderate',
  level: permissionLevel.catalogManager,
  input: listRendersInput,
} as const

/** @throws Refused `invalid` for a malformed cursor */
export const viewRenders = useCase(
  { ...access, summary: 'Returns a page of the render queue.' },
  async ({ db, now }: { db: Db; now: Clock }, _, filter): Promise<ViewedRenders> => {
    const { rows, next } = await readPage(db, filter, perPage)
    const oldest = await findLongestWaiting(db)
    return {
      ...(await countRenders(db)),
      waited: oldest ? Math.max(0, now() - oldest.requested) : null,
      renders: rows,
      next,
    }
  },
)

export const exportRenders = useCase(
  { ...access, summary: 'Exports all renders that pass the filters of the page.' },
  async ({ db }: { db: Db }, _, filter) =>
    everyRow((cursor) => readPage(db, { ...filter, cursor }, rowsPerRead)),
)

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

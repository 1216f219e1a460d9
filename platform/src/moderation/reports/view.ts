import type { Clock } from '@baseplate/service/clock'
import { isAnyBlocked, useCase } from '../../accounts/door.ts'
import { type Actor, isModerator, permissionLevel, whyNotModerate } from '../../accounts/rules.ts'
import { everyRow, noSuchPage, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findPlace } from '../../places/door.ts'
import { viewAccount } from '../actions/view.ts'
import { listInput, type ReportFilter, reportIdInput, subjectInput } from './input.ts'
import {
  countOpenAbout,
  findReport,
  listLines,
  listReports,
  listReportsOf,
  type PlaceInList,
  type ReportRow,
} from './queries.ts'
import { requireHandled } from './require-handled.ts'
import { reportsPerPage, stateOf, whyNotChange } from './rules.ts'
import { findSubject, type Subject } from './subjects.ts'

/** Maximum number of a reporter's newest reports that their record counts. */
const countedReports = 100

/** Maximum number of reports shown to their reporter. */
const ownShown = 20

/** @throws Refused `missing` */
export const viewSubject = useCase(
  {
    summary:
      'Returns the subject of a report that the actor is about to make. A block does not prevent the report, but hides the text.',
    scope: 'read',
    input: subjectInput,
  },
  async ({ db }: { db: Db }, actor, asked) => {
    const subject = await findSubject(db, actor, asked)
    const { type, id, title, address } = subject
    const text = (await isHidden(db, actor, subject)) ? '' : subject.text
    return { type, id: type === 'user' ? title : id, title, text, address }
  },
)

const isHidden = async (db: Db, actor: Actor, { type, userId }: Subject): Promise<boolean> =>
  (type === 'post' || type === 'comment') &&
  userId !== null &&
  !isModerator(actor) &&
  isAnyBlocked(db, actor.id, [userId])

export const viewOwnReports = useCase(
  {
    summary: "Lists the actor's own reports with their outcomes, the newest first.",
    scope: 'read',
    input: noInput,
  },
  async ({ db }: { db: Db }, actor) => {
    const reports = await listReportsOf(db, actor.id, ownShown)
    return reports.map(({ assignee_id, closed, ...report }) => ({
      ...report,
      state: stateOf({ assignee_id, closed }),
      closed,
    }))
  },
)

const access = { scope: 'moderate', level: permissionLevel.catalogManager } as const

/** @throws Refused `invalid` for an unknown cursor */
export const viewReports = useCase(
  {
    ...access,
    summary: 'Lists reports that pass the filter, by default the most urgent first, then the oldest.',
    input: listInput,
  },
  async ({ db }: { db: Db }, actor, filter) => {
    const { rows, next } = await readPage(db, actor, filter, reportsPerPage)
    return { reports: rows, next }
  },
)

export const exportReports = useCase(
  { ...access, summary: 'Exports all reports that pass the filters of the page.', input: listInput },
  async ({ db }: { db: Db }, actor, filter) =>
    everyRow((cursor) => readPage(db, actor, { ...filter, cursor }, rowsPerRead)),
)

/** @throws Refused `missing`: there is no such report, or it is about the actor */
export const viewReport = useCase(
  {
    ...access,
    summary: "Returns a report with the records of its subject's owner and of its reporter.",
    input: reportIdInput,
  },
  async (platform: { db: Db; now: Clock }, actor, { id }) => {
    const { db } = platform
    const row = requireHandled(actor, await findReport(db, id))
    return {
      ...viewOf(actor, row),
      openAbout: await countOpenAbout(db, row),
      /** The owner's account, for moderators; null: it is erased. */
      account:
        isModerator(actor) && row.owner !== null
          ? await viewAccount(platform, actor, { username: row.owner })
          : null,
      reporterRecord: await recordOf(db, row),
      /** The game that the report came from, with the lines of chat that it quotes; null: it came from a page. */
      game: row.game_id === null ? null : await gameOf(db, row.game_id, row.id),
    }
  },
)

/** Returns the game that a report came from. Its name is null when it is deleted. */
async function gameOf(db: Db, placeId: number, reportId: string) {
  const [place, lines] = await Promise.all([findPlace(db, placeId), listLines(db, reportId)])
  return { id: placeId, name: place?.name ?? null, slug: place ? slugOf(place.name) : null, lines }
}

/** Returns how many other reports of the same reporter, among the newest, were closed, and how many of these were acted on. */
async function recordOf(
  db: Db,
  { id, reporter_id }: Pick<ReportRow, 'id' | 'reporter_id'>,
): Promise<{ closed: number; upheld: number }> {
  const reports = reporter_id === null ? [] : await listReportsOf(db, reporter_id, countedReports)
  const closed = reports.filter((report) => report.closed !== null && report.id !== id)
  return { closed: closed.length, upheld: closed.filter(({ outcome }) => outcome === 'Acted on').length }
}

async function readPage(db: Db, actor: Actor, filter: ReportFilter, limit: number) {
  const after = placeIn(filter.cursor)
  const read = await listReports(db, filter, { handlerId: actor.id, after, limit: limit + 1 })
  const { rows, next } = toPage(
    read.map((row) => ({ row, created: row.created, id: `${row.priority}:${row.id}` })),
    limit,
  )
  return { rows: rows.map(({ row }) => viewOf(actor, row)), next }
}

/** @throws Refused `invalid` when no list of reports issued the cursor. */
function placeIn(cursor: string | undefined): PlaceInList | undefined {
  const after = parseCursor(cursor)
  if (!after) return undefined
  const [, priority, id] = /^(\d):(.+)$/.exec(after.id) ?? []
  if (priority === undefined || id === undefined) throw noSuchPage()
  return { priority: Number(priority), created: after.created, id }
}

function viewOf(actor: Actor, row: ReportRow) {
  const why = whyNotChange(actor, row)
  return {
    id: row.id,
    created: row.created,
    type: row.type,
    /** Where the report came from. */
    source: row.source,
    category: row.category,
    /** 1: urgent; 2: high; 3: normal. */
    priority: row.priority,
    state: stateOf(row),
    /** Null if the account is deleted. */
    reporter: row.reporter,
    /** The owner of the subject. */
    owner: row.owner,
    title: row.title,
    text: row.text,
    note: row.note,
    /** Shown as text, never as a link. */
    link: row.link,
    address: row.address,
    assignee: row.assignee,
    closed: row.closed,
    outcome: row.outcome,
    closingNote: row.closing_note,
    mayClaim: why === undefined && row.assignee_id !== actor.id,
    mayRelease: why === undefined && row.assignee_id !== null,
    mayClose: why === undefined,
    /** Whether the actor may moderate the owner of the subject. */
    mayModerate:
      row.subject_user_id !== null &&
      row.ownerLevel !== null &&
      whyNotModerate(actor, { id: row.subject_user_id, permissionLevel: row.ownerLevel }, 'accounts') ===
        undefined,
  }
}

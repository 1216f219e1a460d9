import { z } from 'zod'
import {
  type AuditedAction,
  type AuditFilter,
  findUserId,
  listEntries,
  useCase,
} from '../../accounts/door.ts'
import { type Actor, isAdministrator, operator, permissionLevel } from '../../accounts/rules.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { findGroup } from '../../people/door.ts'
import { groupNameIn, subjectOf } from './rules.ts'
import { nameSubjects } from './subjects.ts'

const perPage = 50

const filterInput = z.object({
  /** Usernames. */
  actor: z.string().trim().max(100).default(''),
  about: z.string().trim().max(100).default(''),
  /** The subject as the log stores it (`place:123456789`), or its address. */
  subject: z
    .string()
    .transform((typed) => plainText(typed).trim())
    .pipe(z.string().max(500))
    .default(''),
  action: z
    .string()
    .regex(/^[a-z]{1,40}$/)
    .optional()
    .catch(undefined),
  sort: z.enum(['newest', 'oldest']).catch('newest').default('newest'),
  cursor: z.string().optional(),
})

type Filter = z.output<typeof filterInput>

/** Tokens need the scope of administrators, whose log it is. */
const access = { scope: 'administer', level: permissionLevel.moderator, input: filterInput } as const

/** @throws Refused `invalid` for an invalid cursor */
export const viewAudit = useCase(
  {
    ...access,
    summary:
      'Returns a page of the audit log, newest first unless `sort` is `oldest`. Moderators read their own entries.',
  },
  async ({ db }: { db: Db }, actor, filter) => {
    const { rows, next } = await readPage(db, actor, filter, perPage)
    return { entries: rows, next }
  },
)

export const exportAudit = useCase(
  { ...access, summary: 'Exports all entries that pass the filters of the page.' },
  async ({ db }: { db: Db }, actor, filter) =>
    everyRow((cursor) => readPage(db, actor, { ...filter, cursor }, rowsPerRead)),
)

async function readPage(db: Db, reader: Actor, { cursor, ...asked }: Filter, limit: number) {
  const after = parseCursor(cursor)
  const filter = await filterOf(db, reader, asked)
  const read = filter ? await listEntries(db, filter, { after, limit: limit + 1 }) : []
  const { rows, next } = toPage(read, limit)
  const named = await nameSubjects(
    db,
    rows.map(({ subject }) => subject),
  )
  return {
    rows: rows.map(({ actor_id, ...row }) => ({
      ...row,
      /** Whether the operator did it at the command line. */
      byCommand: actor_id === operator.id,
      about: named.get(row.subject) ?? null,
    })),
    next,
  }
}

/** Returns undefined when no entry can pass. */
async function filterOf(
  db: Db,
  reader: Actor,
  { actor, about, subject, action, sort }: Omit<Filter, 'cursor'>,
): Promise<AuditFilter | undefined> {
  const groupName = groupNameIn(subject)
  const group = groupName === undefined ? undefined : await findGroup(db, groupName)
  const subjects = [
    ...(about === '' ? [] : [`user:${await findUserId(db, about)}`]),
    ...(subject === '' || groupName !== undefined ? [] : [subjectOf(subject)]),
    ...(groupName === undefined ? [] : [`group:${group?.id ?? ''}`]),
  ]
  if (new Set(subjects).size > 1) return undefined
  const askedId = actor === '' ? undefined : await findUserId(db, actor)
  if (!isAdministrator(reader) && askedId !== undefined && askedId !== reader.id) return undefined
  return {
    actorId: isAdministrator(reader) ? askedId : reader.id,
    actions: action === undefined ? undefined : [action as AuditedAction],
    subject: subjects[0],
    sort,
  }
}

import { z } from 'zod'
import { type Actor, isAdministrator, usernameKey } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { everyRow, parseCursor, partOf, rowsPerRead } from '../foundation/cursor.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { listEntries } from './queries.ts'
import type { AuditedAction } from './tables.ts'

const perPage = 50

const filterInput = z.object({
  /** Usernames. */
  actor: z.string().trim().max(100).default(''),
  about: z.string().trim().max(100).default(''),
  action: z
    .string()
    .regex(/^[a-z]{1,40}$/)
    .optional()
    .catch(undefined),
  sort: z.enum(['newest', 'oldest']).catch('newest').default('newest'),
  cursor: z.string().optional(),
})

type Filter = z.output<typeof filterInput>

/**
 * What those of level 3 and higher did, the newest first unless `sort` is `oldest`.
 *
 * @throws Refused `forbidden` below level 5; `invalid` for a cursor that is none.
 */
export async function viewAudit({ db }: { db: Db }, actor: Actor, input: unknown) {
  permit(actor)
  const { rows, next } = await readPart(db, parseInput(filterInput, input), perPage)
  return { entries: rows, next }
}

/** All that pass the filter, for a file. @throws Refused `forbidden` below level 5; InvalidFields */
export function exportAudit({ db }: { db: Db }, actor: Actor, input: unknown) {
  permit(actor)
  const filter = parseInput(filterInput, input)
  return everyRow((cursor) => readPart(db, { ...filter, cursor }, rowsPerRead))
}

async function readPart(db: Db, { actor, about, action, sort, cursor }: Filter, limit: number) {
  const filter = {
    actorKey: usernameKey(actor),
    subjectKey: usernameKey(about),
    actions: action === undefined ? undefined : [action as AuditedAction],
    sort,
  }
  const after = parseCursor(cursor)
  return partOf(await listEntries(db, filter, { after, limit: limit + 1 }), limit)
}

function permit(actor: Actor): void {
  if (!isAdministrator(actor)) throw new Refused('forbidden', 'Only administrators read the audit log')
}

import { z } from 'zod'
import { type Actor, isAdministrator, usernameKey } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { parseCursor, partOf } from '../foundation/cursor.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { listEntries } from './queries.ts'
import type { AuditedAction } from './tables.ts'

const perPage = 50

/** A file that is larger than this is read by nobody. */
const exportedMax = 100_000

const filterInput = z.object({
  /** Usernames. */
  actor: z.string().trim().max(100).default(''),
  about: z.string().trim().max(100).default(''),
  action: z
    .string()
    .regex(/^[a-z]{1,40}$/)
    .optional()
    .catch(undefined),
  cursor: z.string().optional(),
})

type Filter = z.output<typeof filterInput>

/**
 * What those of level 3 and higher did, the newest first.
 *
 * @throws Refused `forbidden` below level 5; `invalid` for a cursor that is none.
 */
export async function viewAudit({ db }: { db: Db }, actor: Actor, input: unknown) {
  permit(actor)
  const { rows, next } = await readPart(db, parseInput(filterInput, input))
  return { entries: rows, next }
}

/** All that pass the filter, for a file. @throws Refused `forbidden` below level 5; InvalidFields */
export function exportAudit({ db }: { db: Db }, actor: Actor, input: unknown) {
  permit(actor)
  return readAll(db, { ...parseInput(filterInput, input), cursor: undefined })
}

async function* readAll(db: Db, filter: Filter) {
  for (let read = 0; read < exportedMax; read += perPage) {
    const { rows, next } = await readPart(db, filter)
    yield* rows
    if (next === null) return
    filter.cursor = next
  }
}

async function readPart(db: Db, { actor, about, action, cursor }: Filter) {
  const filter = {
    actorKey: usernameKey(actor),
    subjectKey: usernameKey(about),
    actions: action === undefined ? undefined : [action as AuditedAction],
  }
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  return partOf(await listEntries(db, filter, { after, limit: perPage + 1 }), perPage)
}

function permit(actor: Actor): void {
  if (!isAdministrator(actor)) throw new Refused('forbidden', 'Only administrators read the audit log')
}

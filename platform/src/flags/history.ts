import { z } from 'zod'
import { type Actor, isAdministrator } from '../accounts/rules.ts'
import { findEntry, listEntries } from '../audit/queries.ts'
import type { AuditedAction } from '../audit/tables.ts'
import type { Db } from '../database.ts'
import { parseCursor, partOf } from '../foundation/cursor.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { removeFlag, setFlag } from './edit.ts'

const perPage = 20

const historyInput = z.object({ changes: z.string().optional() })
const undoInput = z.object({ id: z.string({ error: 'Which change?' }).max(40) })

const flagActions: readonly AuditedAction[] = ['setflag', 'removeflag']

const valueSchema = z.object({ value: z.string() }).nullable()
/** What a flag was, as the audit log has it; null: there was none. */
const valueIn = (json: string | null): string | null =>
  valueSchema.parse(json === null ? null : JSON.parse(json))?.value ?? null

const nameIn = (subject: string) => subject.replace(/^flag:/, '')

/**
 * Who changed which flag from what to what, the newest change first.
 *
 * @throws Refused `forbidden` below level 5; `invalid` for a cursor that is none.
 */
export async function listFlagHistory({ db }: { db: Db }, actor: Actor, input: unknown) {
  if (!isAdministrator(actor)) throw new Refused('forbidden', 'Only administrators may see and change flags')
  const { changes: cursor } = parseInput(historyInput, input)
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const filter = { actorKey: '', subjectKey: '', actions: flagActions }
  const { rows, next } = partOf(await listEntries(db, filter, { after, limit: perPage + 1 }), perPage)
  return {
    changes: rows.map(({ id, created, actor, subject, before, after }) => ({
      id,
      created,
      /** Null: their account is gone. */
      actor,
      name: nameIn(subject),
      before: valueIn(before),
      after: valueIn(after),
    })),
    nextChanges: next,
  }
}

/**
 * Gives a flag back what it was before a change, whatever became of it since; that is a change, too.
 *
 * @returns the flag's name
 * @throws InvalidFields `id`; Refused `forbidden` below level 5, `missing`: there was no such change.
 */
export async function undoFlagChange(
  platform: Parameters<typeof setFlag>[0],
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  if (!isAdministrator(actor)) throw new Refused('forbidden', 'Only administrators may see and change flags')
  const { id } = parseInput(undoInput, input)
  const change = await findEntry(platform.db, id)
  if (!change || !flagActions.includes(change.action))
    throw new Refused('missing', 'There was no such change')
  const name = nameIn(change.subject)
  const value = valueIn(change.before)
  if (value === null) await removeFlag(platform, actor, { name })
  else await setFlag(platform, actor, { name, value })
  return { name }
}

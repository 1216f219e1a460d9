import { z } from 'zod'
import { findEntry, listEntries } from '../../accounts/audit/queries.ts'
import type { AuditedAction } from '../../accounts/audit/tables.ts'
import { findUserId } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { removeFlag, setFlag } from './edit.ts'
import { flagHistoryInput, type HistoryFilter, undoInput } from './input.ts'
import { permit } from './permit.ts'

const perPage = 50

const flagActions: readonly AuditedAction[] = ['setflag', 'removeflag']

const valueSchema = z.object({ value: z.string() }).nullable()
/** Value of a flag in the audit log; null for no flag. */
const valueIn = (json: string | null): string | null =>
  valueSchema.parse(json === null ? null : JSON.parse(json))?.value ?? null

const nameIn = (subject: string) => subject.replace(/^flag:/, '')

/**
 * Returns a page of changes of flags with their authors, newest first unless `sort` is `oldest`.
 *
 * @param input `flag`: a name; `actor`: a username; `sort`; `cursor`
 * @throws Refused `forbidden` below level 5; `invalid` for an unknown cursor.
 */
export async function listFlagHistory({ db }: { db: Db }, actor: Actor, input: unknown) {
  permit(actor)
  const { rows, next } = await readPage(db, parseInput(flagHistoryInput, input), perPage)
  return { changes: rows, next }
}

/** Returns every change that passes the filter, for a download. @throws Refused `forbidden` below level 5 */
export function exportFlagHistory({ db }: { db: Db }, actor: Actor, input: unknown) {
  permit(actor)
  const filter = parseInput(flagHistoryInput, input)
  return everyRow((cursor) => readPage(db, { ...filter, cursor }, rowsPerRead))
}

async function readPage(db: Db, { flag, actor, sort, cursor }: HistoryFilter, limit: number) {
  const after = parseCursor(cursor)
  const filter = {
    actorId: actor === '' ? undefined : await findUserId(db, actor),
    actions: flagActions,
    subject: flag === '' ? undefined : `flag:${flag}`,
    sort,
  }
  const { rows, next } = toPage(await listEntries(db, filter, { after, limit: limit + 1 }), limit)
  return {
    rows: rows.map(({ id, created, actor, subject, before, after }) => ({
      id,
      created,
      /** Null for a deleted account. */
      actor,
      name: nameIn(subject),
      before: valueIn(before),
      after: valueIn(after),
    })),
    next,
  }
}

/**
 * Restores the value of a flag from before a change, whatever changed since. The undo is recorded as a change.
 *
 * @returns the flag's name
 * @throws InvalidFields `id`; Refused `forbidden` below level 5; `missing`: no such change.
 */
export async function undoFlagChange(
  platform: Parameters<typeof setFlag>[0],
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  permit(actor)
  const { id } = parseInput(undoInput, input)
  const change = await findEntry(platform.db, id)
  if (!change || !flagActions.includes(change.action)) throw new Refused('flags.change_not_found')
  const name = nameIn(change.subject)
  const value = valueIn(change.before)
  if (value === null) await removeFlag(platform, actor, { name })
  else await setFlag(platform, actor, { name, value })
  return { name }
}

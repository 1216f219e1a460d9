import { z } from 'zod'
import { type AuditedAction, findEntry, findUserId, listEntries, useCase } from '../../accounts/door.ts'
import { administratorAccess } from '../../accounts/rules.ts'
import { everyRow, parseCursor, rowsPerRead, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { removeFlag, setFlag } from './edit.ts'
import { flagHistoryInput, type HistoryFilter, undoInput } from './input.ts'

const perPage = 50

const flagActions: readonly AuditedAction[] = ['setflag', 'removeflag']

const valueSchema = z.object({ value: z.string() }).nullable()
/** Value of a flag in the audit log; null for no flag. */
const valueIn = (json: string | null): string | null =>
  valueSchema.parse(json === null ? null : JSON.parse(json))?.value ?? null

const nameIn = (subject: string) => subject.replace(/^flag:/, '')

/** @throws Refused `invalid` for an unknown cursor */
export const listFlagHistory = useCase(
  {
    ...administratorAccess,
    summary: 'Returns a page of changes of flags with their authors, newest first unless `sort` is `oldest`.',
    input: flagHistoryInput,
  },
  async ({ db }: { db: Db }, _, filter) => {
    const { rows, next } = await readPage(db, filter, perPage)
    return { changes: rows, next }
  },
)

export const exportFlagHistory = useCase(
  {
    ...administratorAccess,
    summary: 'Exports all changes that pass the filters of the page.',
    input: flagHistoryInput,
  },
  async ({ db }: { db: Db }, _, filter) =>
    everyRow((cursor) => readPage(db, { ...filter, cursor }, rowsPerRead)),
)

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
 * @returns the flag's name
 * @throws InvalidFields `id`; Refused `missing`: no such change.
 */
export const undoFlagChange = useCase(
  {
    ...administratorAccess,
    summary:
      'Restores the value of a flag from before a change, whatever changed since. The undo is recorded as a change.',
    input: undoInput,
  },
  async (platform: Parameters<typeof setFlag>[0], actor, { id }): Promise<{ name: string }> => {
    const change = await findEntry(platform.db, id)
    if (!change || !flagActions.includes(change.action)) throw new Refused('flags.change_not_found')
    const name = nameIn(change.subject)
    const value = valueIn(change.before)
    if (value === null) await removeFlag(platform, actor, { name })
    else await setFlag(platform, actor, { name, value })
    return { name }
  },
)

import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { StoredFile } from '@baseplate/storage/stored-file'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { idInput, noInput } from '../../foundation/input.ts'
import { useCase } from '../use-case.ts'
import { findExport } from './queries.ts'
import { type ExportState, exportName } from './rules.ts'

/** The last export of a user, as its owner sees it. Times are Unix milliseconds. */
export interface ExportView {
  id: string
  state: ExportState
  requested: number
  /** From 0 to 1. */
  progress: number
  /** When a failed attempt is repeated. Null: none waits to be repeated. */
  retry: number | null
  /** Bytes. Null: it is not ready. */
  size: number | null
  /** When it can no longer be downloaded, and another one can be requested. Null: it is being made. */
  expires: number | null
}

export const viewExport = useCase(
  {
    summary: "Returns the state of the actor's last export; null: there is none, or it has expired.",
    scope: 'browser',
    input: noInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, actor): Promise<ExportView | null> => {
    const time = now()
    const found = await findExport(db, actor.id, time)
    if (!found) return null
    const { id, state, requested, due, attempts, progress, size } = found
    const isWaiting = state === 'waiting'
    const retry = isWaiting && attempts > 0 && due > time ? due : null
    return { id, state, requested, progress: progress / 100, retry, size, expires: isWaiting ? null : due }
  },
)

/** @throws Refused `missing`: it is another user's, not ready, or has expired. */
export const openExport = useCase(
  {
    summary: "Downloads an export of the actor's account.",
    scope: 'browser',
    input: idInput,
  },
  async (
    { db, files, now }: { db: Db; files: Files; now: Clock },
    actor,
    { id },
  ): Promise<{ file: StoredFile; requested: number }> => {
    const found = await findExport(db, actor.id, now())
    const file =
      found?.id === id && found.state === 'ready' ? await files.open(exportName(found.id)) : undefined
    if (!found || !file) throw new Refused('exports.not_found')
    return { file, requested: found.requested }
  },
)

import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { deleteExpiredExports, deleteExports, listExports, listReadyExports } from '../../accounts/door.ts'
import { exportName, exportsFolder } from '../../accounts/exports/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { inBatches } from '../../foundation/file-reference.ts'

/**
 * Removes exports that have expired, files without a row, and rows without a file, which a restored backup has. A row is older than
 * its file, so a file without one is never about to get it.
 */
export async function sweepExports({ db, files, now }: { db: Db; files: Files; now: Clock }): Promise<void> {
  await deleteExpiredExports(db, now())
  for await (const ids of files.walk(exportsFolder)) {
    const rows = await listExports(db, ids)
    const wanted = new Set(rows.filter(({ state }) => state !== 'failed').map(({ id }) => id))
    for (const id of ids) if (!wanted.has(id)) await files.remove(exportName(id))
  }
  const ready = inBatches((after: { id: string } | undefined, limit) =>
    listReadyExports(db, after?.id ?? '', limit),
  )
  for await (const { id } of ready) if (!(await files.exists(exportName(id)))) await deleteExports(db, [id])
}

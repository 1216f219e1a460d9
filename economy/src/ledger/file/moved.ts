import { access, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EconomyFault } from '../../fault.ts'
import { privateMode } from './private-mode.ts'
import { syncDirectory } from './sync-directory.ts'

/** A file beside a ledger that has moved to PostgreSQL. */
export const movedPath = (ledgerFile: string) => `${ledgerFile}.moved`

/** Keeps services from starting on a ledger file, even after a power failure. */
export async function markMoved(ledgerFile: string): Promise<void> {
  const file = await open(movedPath(ledgerFile), 'w', privateMode)
  await file.close()
  await syncDirectory(dirname(ledgerFile))
}

/** @throws EconomyFault if the ledger has moved, because a service on the file would continue from old balances */
export async function refuseMoved(ledgerFile: string): Promise<void> {
  const marker = movedPath(ledgerFile)
  const hasMoved = await access(marker).then(
    () => true,
    () => false,
  )
  if (!hasMoved) return
  throw new EconomyFault(
    `the ledger ${ledgerFile} has moved to PostgreSQL: set LEDGER_URL, or move it back with \`baseplate ledger copy --follow\`. If PostgreSQL has lost it, remove ${marker}`,
  )
}

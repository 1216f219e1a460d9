import { EconomyFault } from '../../fault.ts'
import { lastMark } from '../../marks.ts'

/**
 * Refuses an empty ledger while there are events in another one of this machine. A volume that is not mounted or a wrong database name
 * must not begin a new ledger.
 *
 * @param name the empty ledger, for the message
 * @param advice what an operator can do, besides moving the file away
 * @throws EconomyFault
 */
export async function refuseEmpty(name: string, others: readonly string[], advice: string): Promise<void> {
  for (const other of others) {
    if (((await lastMark(other)) ?? 0) === 0) continue
    throw new EconomyFault(
      `${name} is empty, but ${other} has events: ${advice}, or move that file away to begin a new ledger`,
    )
  }
}

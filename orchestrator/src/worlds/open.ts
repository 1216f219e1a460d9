import { join } from 'node:path'
import { findProgram } from '../command.ts'
import type { WorkFolders } from '../driver.ts'
import { OrchestratorFault } from '../fault.ts'
import { StateFile } from '../local/state-file.ts'
import type { Log } from '../log.ts'
import { createSiteWorlds } from './site-worlds.ts'
import { isWorldNote, Worlds } from './worlds.ts'

export interface WorldOptions {
  /** Program and arguments that print a ZIP archive of the world in the working folder; `{worldBytes}` is `bytesMax`. */
  snapshot: readonly string[]
  /** Maximum bytes of a world. */
  bytesMax: number
  /** Interval at which the world of a server with players is stored. */
  intervalMs: number
}

/** Returns program and arguments. @throws OrchestratorFault when the program does not exist */
export function readSnapshot({ snapshot, bytesMax }: WorldOptions): string[] {
  const [program = '', ...args] = snapshot
  const found = findProgram(program)
  if (found === undefined) {
    throw new OrchestratorFault(
      `Orchestrator.Snapshot: there is no program ${JSON.stringify(program)} that can be run.`,
    )
  }
  return [found, ...args.map((text) => text.replaceAll('{worldBytes}', String(bytesMax)))]
}

/** @param argv of `readSnapshot` */
export const openWorlds = (
  argv: readonly string[],
  { bytesMax, intervalMs }: WorldOptions,
  {
    directory,
    siteUrl,
    folders,
    log,
  }: { directory: string; siteUrl: string; folders: WorkFolders; log: Log },
): Worlds =>
  new Worlds({
    ...{ folders, argv, bytesMax, intervalMs, log },
    site: createSiteWorlds(siteUrl),
    openNotes: (current) =>
      new StateFile({ path: join(directory, 'worlds.json'), list: 'worlds', isNote: isWorldNote, current }),
  })

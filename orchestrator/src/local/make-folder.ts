import { chmodSync, mkdirSync } from 'node:fs'
import { OrchestratorFault } from '../fault.ts'

/** Game servers may run as another user, who passes through a folder to their own. */
export const passageMode = 0o711

/** Creates a folder with a mode, whatever the umask. Leaves the mode of an existing one. */
export function makeFolder(path: string, mode: number): void {
  try {
    if (mkdirSync(path, { recursive: true }) !== undefined) chmodSync(path, mode)
  } catch (error) {
    throw new OrchestratorFault(`The orchestrator cannot make the folder ${path}: ${error}`, { cause: error })
  }
}

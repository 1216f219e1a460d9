import type { Step } from './steps.ts'
import { hasEngineClients, programs } from './test-programs.ts'
import { onVitest } from './vitest-step.ts'

/** Returns the step of the tests of the engine Minetest with real clients. */
export const engineStep = (scratchFolder: string): Step =>
  onVitest('engine', ['--config', 'e2e/engine.config.ts'], () => ({ TMPDIR: scratchFolder, ...programs() }))

/** Returns the step, unless its programs are missing. Then prints that it is skipped. */
export function engineSteps(scratchFolder: string): Step[] {
  if (hasEngineClients()) return [engineStep(scratchFolder)]
  process.stdout.write(
    'Tests of the engine Minetest are skipped: apt-get install minetest minetest-server xvfb xdotool.\n',
  )
  return []
}

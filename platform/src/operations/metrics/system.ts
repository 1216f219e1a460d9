import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { noInput } from '../../foundation/input.ts'
import type { JobState } from '../../foundation/job-timings.ts'
import type { SharedJobs } from '../../foundation/shared-jobs.ts'
import type { Economy, EconomyProcess } from '../../money/door.ts'
import type { Orchestrator } from '../../places/door.ts'

/** The installation at a glance, for administrators. */
export interface SystemView {
  version: string
  node: string
  database: 'SQLite' | 'PostgreSQL'
  /** Bytes of the file system with the data directory. */
  disk: { free: number; size: number }
  /** Whether each service answers; null: not set up. */
  services: { economy: boolean; orchestrator: boolean | null }
  /** The processes of the economy service, of which one writes. */
  economy: EconomyProcess[]
  /** The background jobs that have run: failed ones first, then by name. */
  jobs: JobState[]
}

/** Platform's version is that of the whole product. */
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

interface Looking {
  config: Config
  economy: Pick<Economy, 'readTotals' | 'readProcesses'>
  orchestrator: Pick<Orchestrator, 'servers'>
  sharedJobs: Pick<SharedJobs, 'list'>
}

export const viewSystem = useCase(
  {
    summary: 'Returns the installation at a glance, for administrators.',
    scope: 'moderate',
    level: permissionLevel.administrator,
    input: noInput,
  },
  async ({ config, economy, orchestrator, sharedJobs }: Looking): Promise<SystemView> => {
    const [{ bavail, blocks, bsize }, totals, processes, orchestratorAnswers, jobs] = await Promise.all([
      statfs(config.dataDirectory),
      economy.readTotals(),
      economy.readProcesses(),
      config.Orchestrator.Command ? answers(orchestrator.servers()) : null,
      sharedJobs.list(),
    ])
    return {
      version,
      node: process.version,
      database: config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL',
      disk: { free: bavail * bsize, size: blocks * bsize },
      services: {
        economy: totals !== null,
        orchestrator: orchestratorAnswers,
      },
      economy: processes,
      jobs: jobs.filter(({ lastEnd }) => lastEnd > 0).sort(byUrgency),
    }
  },
)

const byUrgency = (one: JobState, other: JobState): number =>
  Number(other.lastError !== '') - Number(one.lastError !== '') || (one.name < other.name ? -1 : 1)

const answers = (request: Promise<unknown>): Promise<boolean> =>
  request.then(
    () => true,
    () => false,
  )

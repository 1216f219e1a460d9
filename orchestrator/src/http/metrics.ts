import type { Fleet } from '../fleet.ts'

/** The text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** What the orchestrator tells about itself. */
export function metricsText(fleet: Fleet, listeners: number, droppedLogLines: number): string {
  const running = fleet.running()
  const { counts } = fleet
  const inState = (state: string) => running.filter((server) => server.state === state).length
  const states: Sample[] = ['starting', 'ready', 'stopping'].map((state) => [
    `{state="${state}"}`,
    inState(state),
  ])
  const memory: Sample[] = running.map(({ placeId, memoryBytes = 0 }) => [
    `{place="${placeId}"}`,
    memoryBytes,
  ])
  return [
    family('orchestrator_servers', 'gauge', 'Servers that have a process.', states),
    family('orchestrator_server_memory_bytes', 'gauge', 'Memory of all processes of a server.', memory),
    single('orchestrator_starts_total', 'counter', 'Servers started.', counts.starts),
    single(
      'orchestrator_adopted_total',
      'counter',
      'Servers taken over from an earlier run.',
      counts.adopted,
    ),
    single('orchestrator_failures_total', 'counter', 'Servers that failed.', counts.failures),
    single(
      'orchestrator_emptied_total',
      'counter',
      'Servers ended because nobody was there.',
      counts.emptied,
    ),
    family('orchestrator_ready_seconds', 'summary', 'From the start of a server to its readiness.', [
      ['_sum', counts.readySeconds],
      ['_count', counts.readied],
    ]),
    single('orchestrator_listeners', 'gauge', 'Browsers that follow a place.', listeners),
    single(
      'orchestrator_log_lines_dropped_total',
      'counter',
      'Log lines dropped because standard output was blocked.',
      droppedLogLines,
    ),
    single('process_resident_memory_bytes', 'gauge', 'Memory of the process.', process.memoryUsage.rss()),
    single('process_cpu_seconds_total', 'counter', 'Processor time of the process.', cpuSeconds()),
    single('process_start_time_seconds', 'gauge', 'When the process started.', performance.timeOrigin / 1000),
  ].join('')
}

/** What follows the family's name, and the value. */
type Sample = [suffix: string, value: number]

function single(name: string, type: 'counter' | 'gauge', help: string, value: number): string {
  return family(name, type, help, [['', value]])
}

function family(
  name: string,
  type: 'counter' | 'gauge' | 'summary',
  help: string,
  samples: Sample[],
): string {
  const lines = samples.map(([suffix, value]) => `${name}${suffix} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

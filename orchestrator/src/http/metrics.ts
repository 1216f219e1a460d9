import { Metrics } from '@baseplate/service/metrics'
import type { Fleet } from '../fleet.ts'

interface Sources {
  fleet: Fleet
  listeners: () => number
  droppedLogLines: () => number
}

/** Creates the metrics of the orchestrator. */
export function createMetrics({ fleet, listeners, droppedLogLines }: Sources): Metrics {
  const metrics = new Metrics()
  addServers(metrics, fleet)
  addCounts(metrics, fleet)
  metrics.gauge({ name: 'orchestrator_listeners', help: 'Browsers that follow a place.', read: listeners })
  metrics.counter({
    name: 'orchestrator_log_lines_dropped_total',
    help: 'Log lines dropped because standard output was blocked.',
    read: droppedLogLines,
  })
  metrics.process()
  return metrics
}

function addServers(metrics: Metrics, fleet: Fleet): void {
  metrics.gauge({
    name: 'orchestrator_servers',
    help: 'Servers that have a process.',
    labelNames: ['state'],
    read: () => {
      const running = fleet.running()
      return ['starting', 'ready', 'stopping'].map((state) => [
        { state },
        running.filter((server) => server.state === state).length,
      ])
    },
  })
  metrics.gauge({
    name: 'orchestrator_server_memory_bytes',
    help: 'Memory of all processes of a server.',
    labelNames: ['place'],
    read: () => fleet.running().map(({ placeId, memoryBytes = 0 }) => [{ place: placeId }, memoryBytes]),
  })
}

function addCounts(metrics: Metrics, { counts }: Fleet): void {
  metrics.counter({
    name: 'orchestrator_starts_total',
    help: 'Servers started.',
    read: () => counts.starts,
  })
  metrics.counter({
    name: 'orchestrator_adopted_total',
    help: 'Servers taken over from an earlier run.',
    read: () => counts.adopted,
  })
  metrics.counter({
    name: 'orchestrator_failures_total',
    help: 'Servers that failed.',
    read: () => counts.failures,
  })
  metrics.counter({
    name: 'orchestrator_emptied_total',
    help: 'Servers ended because no player was there.',
    read: () => counts.emptied,
  })
  metrics.summary({
    name: 'orchestrator_ready_seconds',
    help: 'Time from the start of a server to its readiness.',
    read: () => ({ sum: counts.readySeconds, count: counts.readied }),
  })
}

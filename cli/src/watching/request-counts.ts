import { Histogram } from '@baseplate/service/histogram'
import type { Labels, Metrics } from '@baseplate/service/metrics'

/** Bounds in seconds, from a heartbeat to a place file over a slow line. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Responses of one route. */
interface RouteCount {
  /** Number of responses by status. */
  readonly statuses: Map<number, number>
  readonly seconds: Histogram
}

/** Counts responses by route with plain numbers, because counting through prom-client would slow down heartbeats. */
export interface RequestCounts {
  /**
   * Counts a response.
   *
   * @param ms its time; undefined for a stream, which ends when its client leaves
   * @param times the number of responses that it stands for
   */
  add(route: string, status: number, ms: number | undefined, times: number): void
  addTo(metrics: Metrics): void
}

export function createRequestCounts(): RequestCounts {
  const routes = new Map<string, RouteCount>()
  return {
    add(route, status, ms, times) {
      let count = routes.get(route)
      if (!count) {
        count = { statuses: new Map(), seconds: new Histogram(bounds) }
        routes.set(route, count)
      }
      count.statuses.set(status, (count.statuses.get(status) ?? 0) + times)
      if (ms === undefined) return
      for (let response = 0; response < times; response++) count.seconds.observe(ms / 1_000)
    },
    addTo(metrics) {
      metrics.counter({
        name: 'baseplate_requests_total',
        help: 'Answered requests.',
        labelNames: ['route', 'status'],
        read: () => [...routes].flatMap(([route, { statuses }]) => statusSamples(route, statuses)),
      })
      metrics.histogram({
        name: 'baseplate_request_seconds',
        help: 'From a request’s headers to the end of its answer; streams are left out.',
        read: () => [...routes].map(([route, { seconds }]) => [{ route }, seconds]),
      })
    },
  }
}

function statusSamples(route: string, statuses: ReadonlyMap<number, number>): [Labels, number][] {
  return [...statuses].map(([status, count]) => [{ route, status }, count])
}

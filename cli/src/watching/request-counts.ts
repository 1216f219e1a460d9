import { Histogram } from '@baseplate/economy/histogram'

/** Seconds: from a heartbeat to a place file on a slow line. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Answers of one route, as they are counted. */
export interface RouteCount {
  /** How many of each status. */
  readonly statuses: Map<number, number>
  readonly seconds: Histogram
}

/** Counts answers by their route; the text is made when somebody asks. */
export interface RequestCounts {
  /**
   * @param ms how long it took; undefined for a stream, which takes as long as somebody listens.
   * @param times how many answers it stands for.
   */
  add(route: string, status: number, ms: number | undefined, times: number): void
  text(): string
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
      for (let answer = 0; answer < times; answer++) count.seconds.observe(ms / 1_000)
    },
    text() {
      const requests: string[] = []
      const durations: string[] = []
      for (const [route, { statuses, seconds }] of routes) {
        const label = `route="${route.replaceAll(/["\\\n]/g, '\\$&')}"`
        for (const [status, count] of statuses) {
          requests.push(`baseplate_requests_total{${label},status="${status}"} ${count}`)
        }
        durations.push(...histogramLines(label, seconds))
      }
      return [
        '# HELP baseplate_requests_total Answered requests.',
        '# TYPE baseplate_requests_total counter',
        ...requests,
        '# HELP baseplate_request_seconds From a request’s headers to the end of its answer; streams are left out.',
        '# TYPE baseplate_request_seconds histogram',
        ...durations,
        '',
      ].join('\n')
    },
  }
}

function histogramLines(label: string, { bounds, counts, sum }: Histogram): string[] {
  let count = 0
  const buckets = counts.map((own, index) => {
    count += own
    return `baseplate_request_seconds_bucket{${label},le="${bounds[index] ?? '+Inf'}"} ${count}`
  })
  return [
    ...buckets,
    `baseplate_request_seconds_sum{${label}} ${sum}`,
    `baseplate_request_seconds_count{${label}} ${count}`,
  ]
}

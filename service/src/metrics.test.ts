import { expect, test } from 'vitest'
import { Histogram } from './histogram.ts'
import { Metrics } from './metrics.ts'

test('exposes counters and gauges with the values of the scrape', async () => {
  const metrics = new Metrics()
  let count = 1
  metrics.counter({ name: 'requests_total', help: 'Requests.', read: () => count })
  metrics.gauge({
    name: 'waiting',
    help: 'Waiting.',
    labelNames: ['for'],
    read: () => [[{ for: `"${count}"` }, count]],
  })
  await metrics.text()
  count = 3
  expect(await metrics.text()).toBe(
    [
      '# HELP requests_total Requests.',
      '# TYPE requests_total counter',
      'requests_total 3',
      '# HELP waiting Waiting.',
      '# TYPE waiting gauge',
      'waiting{for="\\"3\\""} 3',
      '',
    ].join('\n'),
  )
})

test('exposes histograms with cumulative buckets', async () => {
  const metrics = new Metrics()
  const seconds = new Histogram([0.1, 1])
  for (const value of [0.1, 0.5, 0.5, 5]) seconds.observe(value)
  metrics.histogram({
    name: 'request_seconds',
    help: 'Time.',
    read: () => [[{ route: '/a' }, seconds]],
  })
  expect(await metrics.text()).toBe(
    [
      '# HELP request_seconds Time.',
      '# TYPE request_seconds histogram',
      'request_seconds_bucket{route="/a",le="0.1"} 1',
      'request_seconds_bucket{route="/a",le="1"} 3',
      'request_seconds_bucket{route="/a",le="+Inf"} 4',
      'request_seconds_sum{route="/a"} 6.1',
      'request_seconds_count{route="/a"} 4',
      '',
    ].join('\n'),
  )
})

test('exposes summaries without quantiles', async () => {
  const metrics = new Metrics()
  metrics.summary({ name: 'ready_seconds', help: 'Time.', read: () => ({ sum: 2.5, count: 2 }) })
  expect(await metrics.text()).toBe(
    '# HELP ready_seconds Time.\n# TYPE ready_seconds summary\nready_seconds_sum 2.5\nready_seconds_count 2\n',
  )
})

test('exposes the process', async () => {
  const metrics = new Metrics()
  metrics.process()
  const types = (await metrics.text()).match(/(?<=^# TYPE ).+$/gm)
  expect(types).toEqual([
    'process_resident_memory_bytes gauge',
    'process_cpu_seconds_total counter',
    'process_start_time_seconds gauge',
  ])
})

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { debianProgram } from '../../tools/debian-program.ts'
import { bearerOf } from '../support/keys.ts'
import { startProduct } from '../support/product.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'deploy/prometheus')
const promtool = debianProgram({ paths: ['/usr/bin/promtool'], name: 'prometheus', title: 'promtool' })

const allowedAge = (seconds: number) => ({
  series: 'baseplate_backup_allowed_age_seconds',
  values: `${seconds}x300`,
})

/** A series, the time at which it is evaluated, the alert that has to fire, and another series that it needs. */
const cases = [
  ['up{job="baseplate-economy"}', '0x10', '5m', 'BaseplateDown'],
  ['probe_success{job="blackbox-baseplate"}', '0x10', '5m', 'BaseplateUnreachable'],
  [
    'probe_ssl_earliest_cert_expiry{job="blackbox-baseplate"}',
    '1209500x100',
    '90m',
    'BaseplateCertificateExpires',
  ],
  ['process_start_time_seconds{job="baseplate-site"}', '0+60x20', '15m', 'BaseplateRestarts'],
  ['baseplate_requests_total{route="/",status="500"}', '0+60x20', '15m', 'BaseplateErrors'],
  ['nodejs_eventloop_lag_p99_seconds{job="baseplate-site"}', '0.5x20', '15m', 'BaseplateBusy'],
  ['baseplate_waiting{for="payments"}', '1x20', '10m', 'BaseplatePaymentsWait'],
  ['baseplate_waiting{for="mails"}', '1x60', '50m', 'BaseplateMailWaits'],
  ['baseplate_database_waiting', '1x20', '10m', 'BaseplateConnectionsShort'],
  ['baseplate_database_failures_total{operation="connection"}', '0+5x20', '15m', 'BaseplateDatabaseFails'],
  [
    'baseplate_object_storage_failures_total{operation="get_object"}',
    '0+5x20',
    '15m',
    'BaseplateStorageFails',
  ],
  ['baseplate_job_failures_total{name="send mail"}', '0+1x40', '30m', 'BaseplateJobFails'],
  ['baseplate_last_backup_timestamp_seconds', '0x300', '4h', 'BaseplateBackupOld', allowedAge(7_200)],
  ['economy_write_failures_total', '0+1x20', '10m', 'BaseplateLedgerWriteFails'],
  [
    'economy_postgres_standby_lag_bytes{job="baseplate-economy",sync_state="quorum"}',
    '0x10 stale',
    '15m',
    'BaseplateLedgerStandbyMissing',
  ],
  ['orchestrator_failures_total', '0+1x20', '15m', 'BaseplateGameServersFail'],
  ['economy_log_lines_dropped_total{job="baseplate-economy"}', '0+1x20', '10m', 'BaseplateLogLinesDropped'],
] as const

/** Series with which no alert fires, and the time at which they are evaluated. */
const quiet: [at: string, series: { series: string; values: string }[]][] = [
  // One of two sites makes backups.
  [
    '4h',
    [
      { series: 'baseplate_last_backup_timestamp_seconds{instance="a"}', values: '0x300' },
      { series: 'baseplate_last_backup_timestamp_seconds{instance="b"}', values: '0+60x300' },
      allowedAge(7_200),
    ],
  ],
  // Backups are rare on purpose.
  ['4h', [{ series: 'baseplate_last_backup_timestamp_seconds', values: '0x300' }, allowedAge(25_200)]],
  // One of two standbys is synchronous, and the service has never seen one.
  [
    '20m',
    [
      { series: 'economy_postgres_standby_lag_bytes{standby="a",sync_state="quorum"}', values: '0x10 stale' },
      { series: 'economy_postgres_standby_lag_bytes{standby="b",sync_state="quorum"}', values: '0x30' },
      { series: 'economy_postgres_standby_lag_bytes{job="other",sync_state="async"}', values: '0x30' },
    ],
  ],
]

const quietTests = quiet.map(([at, series]) => ({
  interval: '1m',
  input_series: series,
  promql_expr_test: [{ expr: 'count(ALERTS)', eval_time: at, exp_samples: [] }],
}))

test.skipIf(!promtool)('promtool accepts the files, and every alert fires (needs prometheus)', async () => {
  const directory = await temporaryFolder()
  const config = (await readFile(join(folder, 'prometheus.yml'), 'utf8'))
    .replaceAll('/etc/prometheus/baseplate-alerts.yml', join(folder, 'alerts.yml'))
    .replaceAll('/etc/prometheus', directory)
  for (const [, name = ''] of config.matchAll(/credentials_file: .*\/(.*)$/gm))
    await writeFile(join(directory, name), 'key')
  await writeFile(join(directory, 'prometheus.yml'), config)
  await run(promtool ?? '', ['check', 'config', join(directory, 'prometheus.yml')])

  const rules = await readFile(join(folder, 'alerts.yml'), 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(cases.map(([, , , name]) => name)).toEqual(alerts)
  expect(rules.match(/^ {10}severity: (critical|warning)$/gm)).toHaveLength(alerts.length)
  // Only the number of alerts counts. Labels and texts are for people.
  const tests = cases.map(([series, values, at, alert, ...others]) => ({
    interval: '1m',
    input_series: [{ series, values }, ...others],
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: at,
        exp_samples: [{ labels: '{}', value: 1 }],
      },
    ],
  }))
  await writeFile(
    join(directory, 'test.yml'),
    JSON.stringify({
      rule_files: [join(folder, 'alerts.yml')],
      evaluation_interval: '1m',
      tests: [...tests, ...quietTests],
    }),
  )
  await run(promtool ?? '', ['test', 'rules', join(directory, 'test.yml')])
})

test('the alerts and the dashboard use only metrics that the processes export', async () => {
  const product = await startProduct()
  onTestFinished(async () => void (await product.stop()))
  const site = await (await fetch(`${product.siteUrls[0]}/metrics`)).text()
  const headers = await bearerOf(product, 'economy')
  const economy = await (await fetch(`${product.economyUrl}/metrics`, { headers })).text()
  // Sources, because no orchestrator and no replicated ledger runs here.
  const sources = ['orchestrator/src/http/metrics.ts', 'economy/src/http/metrics.ts']
  const declared = await Promise.all(sources.map((source) => readFile(join(root, source), 'utf8')))
  const rules = await readFile(join(folder, 'alerts.yml'), 'utf8')
  const dashboard = await readFile(join(root, 'deploy/grafana-dashboard.json'), 'utf8')
  const exported = new Set((site + economy + declared.join()).match(/\w+/g))
  for (const text of [rules, dashboard]) {
    const names = [...text.matchAll(/\b(?:baseplate|economy|orchestrator|nodejs|process)_\w+/g)].map(
      ([name]) => name.replace(/_bucket$/, ''),
    )
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !exported.has(name))).toEqual([])
  }
})

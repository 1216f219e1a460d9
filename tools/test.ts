/**
 * Runs the whole of `npm test`: every check and every test of one machine, two steps at a time. Test files that failed in a step of
 * Vitest run once more, alone. The end of the output repeats the last lines of each failed step, because viewers of logs often cut their beginning.
 *
 * `npm test -- all` adds the tests of several sites, `npm run check` runs the checks alone, `npm run test:changed` the tests
 * that a change can affect, and `npm test -- browser` one step.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { arrowRoots } from './arrow-roots.ts'
import { allTests, filesChangedSince, readImporters, testsOf } from './changed-tests.ts'
import { chromiumPath } from './chromium.ts'
import { engineStep, engineSteps } from './engine-step.ts'
import { makeScratch } from './scratch.ts'
import { endSteps, repeatFailed, runSteps, type Step, verdictOf } from './steps.ts'
import { hasClusterPrograms, installClusterPrograms, installLibraries, programs } from './test-programs.ts'
import { onVitest } from './vitest-step.ts'

/**
 * Steps at a time. Three keep two processors busy throughout, but took as long and let tests run into their time limits
 * (docs/measurements/tests.md#the-whole-run).
 */
const lanes = 2

/** Characters of a failed step's output that are printed again at the end. */
const lastCharacters = 8_000

// Compiles each program of the steps once instead of at each start, even a program that tests kill.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../.prepared/compile-cache')

const scratch = makeScratch()
process.once('exit', scratch.remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await endSteps(scratch.folder)
    process.exit(1)
  })

/**
 * TypeScript 7, by its path, because TypeScript 6 has a `tsc` too. Several threads would each check some types again.
 */
const tsc = ['node', 'node_modules/@typescript/native/bin/tsc', '--singleThreaded']

/** Checks only files that have changed since the last run, and files that depend on them. */
const types: Step = {
  name: 'types',
  commands: [
    [...tsc, '--noEmit', '--project', '.', '--incremental', '--tsBuildInfoFile', '.prepared/types.json'],
  ],
}

const checks: Step[] = [
  {
    name: 'types of the site',
    commands: [
      ['svelte-kit', 'sync'],
      [
        'svelte-check',
        '--tsgo-experimental-api',
        '--tsconfig',
        './tsconfig.json',
        '--fail-on-warnings',
        '--output',
        'human',
      ],
    ],
    folder: 'site',
  },
  {
    name: 'types of the service worker',
    commands: [[...tsc, '--noEmit', '--project', 'site/src/service-worker']],
  },
  types,
  {
    name: 'format of Svelte files',
    // The cache is in node_modules, which is emptied when a dependency changes.
    commands: [
      [
        'prettier',
        '--check',
        '--log-level=warn',
        '--cache',
        '--cache-strategy=content',
        'site/src/**/*.svelte',
      ],
    ],
  },
  {
    name: 'import arrows',
    commands: [['depcruise', '--config', 'tools/arrows.mjs', '--output-type', 'err', ...arrowRoots]],
  },
  {
    name: 'sizes, prose, texts, tables, visibility and rings',
    commands: [['node', 'tools/source-checks.ts']],
  },
  { name: 'lint and format', commands: [['biome', 'ci', '--error-on-warnings', '.']] },
]

const browser: Step = {
  name: 'browser',
  commands: [['playwright', 'test', '--config', 'e2e/playwright.config.ts']],
  environment: () => ({ TMPDIR: scratch.folder, CHROMIUM: chromiumPath() }),
}

const onOneSite = (environment: Record<string, string> = {}): Step =>
  onVitest('whole system', ['--config', 'e2e/vitest.config.ts'], () => ({
    TMPDIR: scratch.folder,
    ...programs(),
    ...environment,
  }))

const unit = onVitest('unit and integration', [], () => ({ TMPDIR: scratch.folder, ...programs() }))

const clusterConfig = ['--config', 'e2e/cluster.config.ts']

const clusterEnvironment = (more: Record<string, string> = {}) => {
  installClusterPrograms(more.ALL_CASES !== undefined)
  return { TMPDIR: scratch.folder, ...programs(), ...more }
}

/** Tests of several sites behind a load balancer, and of object storage. */
const cluster = onVitest('several sites', clusterConfig, clusterEnvironment)

/** Tests that look for rare faults, which are not repeated. */
const onCluster = (name: string, files: string[], environment: Record<string, string>): Step => ({
  name,
  commands: [['vitest', 'run', ...clusterConfig, ...files]],
  environment: () => clusterEnvironment(environment),
})

/** `npm test`, the longest steps first, so that none is left to run alone. */
const usual = (engines: readonly Step[]) => [browser, onOneSite(), unit, ...engines, ...checks]

/**
 * All tests of one machine and of several sites. The whole-system tests on one site leave out what runs on several. Without the
 * programs for those, they leave nothing out, and run long scenarios on both databases.
 */
const all = () => {
  if (canTestSeveralSites())
    return [
      browser,
      cluster,
      onOneSite({ SEVERAL_SITES_TESTED: 'true' }),
      unit,
      ...engineSteps(scratch.folder),
      ...checks,
    ]
  return [browser, onOneSite({ BOTH_DATABASES: 'true' }), unit, ...engineSteps(scratch.folder), ...checks]
}

/** The test of deaths alone, for five minutes. */
const deaths = [onCluster('deaths', ['deaths'], { DEATHS_SECONDS: '300' })]

/**
 * Thousands of simulations of a replicated ledger, a hundred faults of real servers, Patroni, another object store, and all cases of
 * shortened tests.
 */
const faults: Step[] = [
  {
    name: 'ledger simulations',
    commands: [['vitest', 'run', 'economy/src/testing/simulation']],
    environment: () => ({ TMPDIR: scratch.folder, SIMULATIONS: '3000' }),
  },
  onCluster('ledger faults', ['ledger-faults'], { FAULT_ROUNDS: '100' }),
  onCluster('Patroni and Ceph', ['ledger-patroni', 'object-storage'], { ALL_CASES: 'yes' }),
  {
    name: 'all cases',
    commands: [
      [
        'vitest',
        'run',
        'ledger/ledger.test',
        'ledger/file/crash.test',
        'ledger/file/open.test',
        'model.test',
        'vote.test',
        'hostile',
        'draw-models',
        'notifications/inbox',
      ],
      ['vitest', 'run', '--config', 'e2e/vitest.config.ts', 'payments-crash'],
    ],
    environment: () => ({ TMPDIR: scratch.folder, ALL_CASES: 'yes' }),
  },
]

/** Checks and tests that finish within a minute for a usual change. Browser and whole-system tests are not among them. */
async function changed(): Promise<Step[]> {
  const tests = testsOf(filesChangedSince(changedSince()), await readImporters(), allTests())
  const tested: Step = {
    name: 'tests of changed files',
    commands: [['vitest', 'run', ...tests]],
    environment: () => ({ TMPDIR: scratch.folder, ...programs() }),
  }
  return [
    ...(tests.length > 0 ? [tested] : []),
    types,
    { name: 'lint and format', commands: [['biome', 'ci', '--error-on-warnings', '.']] },
  ]
}

/** Returns the commit that changes count from: the one this branch shares with its upstream, or the last one. */
function changedSince(): string {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', '@{upstream}'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'HEAD'
}

/** Whether the programs for several sites are installed, or can be. Otherwise prints what is skipped. */
function canTestSeveralSites(): boolean {
  if (hasClusterPrograms()) return true
  process.stdout.write(
    'Tests of several sites are skipped: install HAProxy and PgBouncer (apt-get install haproxy pgbouncer).\n',
  )
  return false
}

installLibraries()
const wanted = process.argv.slice(2)
if (['cluster', 'deaths', 'faults'].some((kind) => wanted.includes(kind)) && !canTestSeveralSites())
  process.exit(0)
const kinds: Record<string, () => Step[] | Promise<Step[]>> = {
  checks: () => checks,
  changed,
  cluster: () => [cluster],
  deaths: () => deaths,
  faults: () => faults,
  all,
}
const named = usual([engineStep(scratch.folder)]).filter(({ name }) => wanted.includes(name))
const ofKinds = await Promise.all(wanted.map((kind) => kinds[kind]?.() ?? []))
const steps = wanted.length === 0 ? usual(engineSteps(scratch.folder)) : [...ofKinds.flat(), ...named]
const results = await repeatFailed(steps, await runSteps(steps, lanes))
const failed = results.filter(({ passed }) => !passed)
for (const { name, output } of failed)
  process.stdout.write(`\n── the end of ${name}\n${output.slice(-lastCharacters)}`)
process.stdout.write(`\n${results.map(verdictOf).join('')}`)
process.stdout.write(`\n${results.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 || results.length === 0 ? 1 : 0

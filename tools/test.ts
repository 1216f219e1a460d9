/**
 * The whole of `npm test`: every check and every test. Checks run side by side, one a processor, and tests one after the
 * other. It ends with the last words of whatever failed and the time of each, as logs are often kept from their end.
 * `npm run check` runs the quick ones alone; a name or several run those.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { chromiumPath } from './chromium.ts'
import { debianProgram } from './debian-program.ts'
import { makeScratch } from './scratch.ts'

interface Step {
  name: string
  kind: 'checks' | 'tests'
  /** One after the other, as long as they pass. */
  commands: string[][]
  folder?: string
  /** What the step needs from the machine; runs just before it. */
  environment?: () => Record<string, string>
}

/** Of the checks, those that take longest come first. */
const steps: Step[] = [
  {
    name: 'types of the site',
    kind: 'checks',
    commands: [
      ['svelte-kit', 'sync'],
      ['svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings', '--output', 'human'],
    ],
    folder: 'site',
  },
  { name: 'types', kind: 'checks', commands: [['tsc', '--noEmit', '--project', '.']] },
  {
    name: 'format of Svelte files',
    kind: 'checks',
    commands: [['prettier', '--check', '--log-level=warn', 'site/src/**/*.svelte']],
  },
  {
    name: 'import arrows',
    kind: 'checks',
    commands: [['depcruise', '--config', 'tools/arrows.mjs', '--output-type', 'err', ...arrowRoots()]],
  },
  { name: 'tables of each domain', kind: 'checks', commands: [['node', 'tools/tables.ts']] },
  { name: 'sizes', kind: 'checks', commands: [['node', 'tools/sizes.ts']] },
  { name: 'prose', kind: 'checks', commands: [['node', 'tools/prose.ts']] },
  { name: 'lint and format', kind: 'checks', commands: [['biome', 'ci', '--error-on-warnings', '.']] },
  {
    name: 'unit and integration',
    kind: 'tests',
    commands: [['vitest', 'run']],
    environment: programs,
  },
  {
    name: 'whole system',
    kind: 'tests',
    commands: [['vitest', 'run', '--config', 'e2e/vitest.config.ts']],
    environment: programs,
  },
  {
    name: 'browser',
    kind: 'tests',
    commands: [['playwright', 'test', '--config', 'e2e/playwright.config.ts']],
    environment: () => ({ CHROMIUM: chromiumPath() }),
  },
]

/** Tests of poolers and of sandboxes are skipped without them. */
function programs(): Record<string, string> {
  debianProgram({ paths: ['/usr/bin/bwrap'], name: 'bubblewrap', title: 'bubblewrap' })
  const path = debianProgram({
    paths: [process.env.PGBOUNCER, '/usr/sbin/pgbouncer'],
    name: 'pgbouncer',
    title: 'PgBouncer',
  })
  return path ? { PGBOUNCER: path } : {}
}

function arrowRoots(): string[] {
  return [
    'service',
    'economy',
    'platform',
    'renderer',
    'client-api',
    'site/src',
    'site/context.ts',
    'orchestrator',
    'cli',
    'demo',
    'e2e',
    'bench',
  ]
}

const root = resolve(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const chosen = steps.filter(
  ({ name, kind }) => wanted.length === 0 || wanted.includes(kind) || wanted.includes(name),
)
const ended: { name: string; passed: boolean; output: string; verdict: string }[] = []
const scratch = makeScratch()
process.once('exit', scratch.remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

// What runs side by side is shown when it has ended.
const checks = chosen.filter(({ kind }) => kind === 'checks')
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let step = checks.shift(); step; step = checks.shift()) {
      const { output, verdict } = await run(step)
      process.stdout.write(`\n── ${step.name}\n${output}${verdict}`)
    }
  }),
)
for (const step of chosen.filter(({ kind }) => kind === 'tests')) {
  process.stdout.write(`\n── ${step.name}\n`)
  const { verdict } = await run(step, (text) => process.stdout.write(text))
  process.stdout.write(verdict)
}

const failed = ended.filter(({ passed }) => !passed)
const lastWords = 8000
for (const { name, output } of failed) {
  process.stdout.write(`\n── ${name}: its last words\n${output.slice(-lastWords)}`)
}
process.stdout.write(`\n${ended.map(({ verdict }) => verdict).join('')}`)
process.stdout.write(`\n${ended.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 || ended.length === 0 ? 1 : 0

async function run(step: Step, say: (text: string) => void = () => {}) {
  const started = Date.now()
  let output = ''
  const hear = (text: string) => {
    output += text
    say(text)
  }
  const passed = await passes(step, hear).catch((error: Error) => {
    hear(`${error.message}\n`)
    return false
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const verdict = `── ${step.name}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s\n`
  ended.push({ name: step.name, passed, output, verdict })
  return { output, verdict }
}

async function passes(
  { kind, commands, folder = '.', environment }: Step,
  hear: (text: string) => void,
): Promise<boolean> {
  const cwd = resolve(root, folder)
  const env = {
    ...process.env,
    // What tests say goes through here; a terminal would have had it in colour.
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    // Checks write nothing there but what makes the next ones faster.
    ...(kind === 'tests' && { TMPDIR: scratch.folder }),
    ...environment?.(),
  }
  for (const [program = '', ...args] of commands) {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    const code = await new Promise((done, fail) => child.once('error', fail).once('close', done))
    if (code !== 0) return false
  }
  return true
}

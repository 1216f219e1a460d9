/**
 * The whole of `npm test`: every check and every test, one after the other, with a line of what failed at the end.
 * `npm run check` runs the quick ones alone; a name or several run those.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { chromiumPath } from './chromium.ts'

interface Step {
  name: string
  kind: 'checks' | 'tests'
  command: string[]
  folder?: string
  /** What the step needs from the machine; runs just before it. */
  environment?: () => Record<string, string>
}

const steps: Step[] = [
  { name: 'lint and format', kind: 'checks', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  {
    name: 'format of Svelte files',
    kind: 'checks',
    command: ['prettier', '--check', '--log-level=warn', 'site/src/**/*.svelte'],
  },
  { name: 'types', kind: 'checks', command: ['tsc', '--noEmit', '--project', '.'] },
  { name: 'types of the site, sync', kind: 'checks', command: ['svelte-kit', 'sync'], folder: 'site' },
  {
    name: 'types of the site',
    kind: 'checks',
    command: ['svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings', '--output', 'human'],
    folder: 'site',
  },
  {
    name: 'import arrows',
    kind: 'checks',
    command: ['depcruise', '--config', 'tools/arrows.mjs', '--output-type', 'err', ...arrowRoots()],
  },
  { name: 'unit and integration', kind: 'tests', command: ['vitest', 'run'] },
  { name: 'whole system', kind: 'tests', command: ['vitest', 'run', '--config', 'e2e/vitest.config.ts'] },
  {
    name: 'browser',
    kind: 'tests',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    environment: () => ({ CHROMIUM: chromiumPath() }),
  },
]

function arrowRoots(): string[] {
  return [
    'economy',
    'platform',
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

const failed: string[] = []
for (const { name, command, folder = '.', environment } of chosen) {
  process.stdout.write(`\n── ${name}\n`)
  const started = Date.now()
  const passed = runs(command, resolve(root, folder), environment)
  if (!passed) failed.push(name)
  process.stdout.write(
    `── ${name}: ${passed ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  )
}

if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`)
process.stdout.write(`\n${chosen.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0

function runs([program = '', ...args]: string[], cwd: string, environment: Step['environment']): boolean {
  try {
    const env = { ...process.env, ...environment?.() }
    return spawnSync(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`)
    return false
  }
}
